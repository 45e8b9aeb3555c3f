import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import type { SentPicture } from '../api/add-reference-picture.ts';
import type { ShownMember } from '../shown-names.ts';
import { FewerPhotos } from './fewer-photos.tsx';
import { type Fewer, useKeepReference } from './use-keep-reference.ts';

interface RememberPictureProps {
  picture: SentPicture;
  members: readonly ShownMember[];
  onKept: () => void;
}

/** After a search: whether the picture is kept for somebody of the family who may be found. */
export function RememberPicture({ picture, members, onKept }: RememberPictureProps) {
  const { t } = useTranslation();
  const onError = useErrorToast();
  const send = useKeepReference('find');
  const [pending, setPending] = useState<string>();
  const [kept, setKept] = useState<{ name: string; fewer: Fewer[] }>();
  const offered = members.filter(
    ({ find, references }) => find === 'yes' && references.length < countLimits.referencesMax,
  );
  const keep = async (member: ShownMember) => {
    setPending(member.id);
    try {
      const { answer, fewer } = await send(member, picture, true);
      if (fewer.length > 0) setKept({ name: member.shown_name, fewer });
      else if (answer.state === 'saved') onKept();
    } catch (error) {
      onError(error);
    } finally {
      setPending(undefined);
    }
  };
  if (kept) return <FewerPhotos {...kept} />;
  if (offered.length === 0) return null;
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
