import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { useAnswerAdded } from '../../api/answer-added.ts';
import { PhotoTiles } from './photo-tiles.tsx';

interface AddedAfterRemovalProps {
  galleryId: string;
  added: NonNullable<SharingCheck['added_after_removal']>;
  /** Called before an answer, which may take the button away. */
  onAnswer: () => void;
  onLeaveOut: (photoId: string) => void;
}

/** One question about photos that were added after photos of people who refused were deleted. */
export function AddedAfterRemoval({ galleryId, added, onAnswer, onLeaveOut }: AddedAfterRemovalProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { answer, isPending } = useAnswerAdded(galleryId);
  const names = added.people.map(({ name }) => name).join(', ');
  const say = (shown: boolean) => () => {
    onAnswer();
    answer(added.photo_ids, shown);
  };
  return (
    <>
      <Text size="sm">
        {t(`sharing_check.added_after_${names ? 'who' : 'nobody'}`, {
          names,
          count: added.total,
          n: number(added.total),
        })}
      </Text>
      <PhotoTiles
        photos={added.photos}
        answers={({ id, filename }) => (
          <Button
            variant="default"
            fullWidth
            aria-label={t('sharing_check.leave_out_named', { name: filename })}
            onClick={() => {
              onAnswer();
              onLeaveOut(id);
            }}
          >
            {t('sharing_check.leave_out_photo')}
          </Button>
        )}
      />
      <Group gap="xs" mt="sm">
        <Button disabled={isPending} onClick={say(true)}>
          {t('sharing_check.added_after_show')}
        </Button>
        <Button variant="default" disabled={isPending} onClick={say(false)}>
          {t('sharing_check.added_after_leave_out')}
        </Button>
      </Group>
    </>
  );
}
