import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { type SentPicture, sendReferencePicture } from '../api/add-reference-picture.ts';
import { useRefreshFound } from '../api/my-photos.ts';
import type { ShownMember } from '../shown-names.ts';

interface RememberPictureProps {
  picture: SentPicture;
  members: readonly ShownMember[];
  onKept: () => void;
}

/** After a search: whether the picture is kept for somebody of the family who may be found. */
export function RememberPicture({ picture, members, onKept }: RememberPictureProps) {
  const { t } = useTranslation();
  const onError = useErrorToast();
  const refresh = useRefreshFound();
  const [pending, setPending] = useState<string>();
  const offered = members.filter(
    ({ find, references }) => find === 'yes' && references.length < countLimits.referencesMax,
  );
  if (offered.length === 0) return null;
  const keep = async ({ id, shown_name: name }: ShownMember) => {
    setPending(id);
    try {
      const answer = await sendReferencePicture('find', id, picture, true);
      await refresh();
      if (answer.state !== 'saved') return;
      toast.success(t('my_photos.picture_kept.find', { name }));
      onKept();
    } catch (error) {
      onError(error);
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Stack gap="xs" mb="lg">
      <Text fw={600}>{t('my_photos.remember')}</Text>
      <Text size="sm">{t('my_photos.remember_text')}</Text>
      <Group gap="sm">
        {offered.map((member) => (
          <Button
            key={member.id}
            loading={pending === member.id}
            disabled={pending !== undefined}
            onClick={() => void keep(member)}
          >
            {t('my_photos.remember_for', { name: member.shown_name })}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
