import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import type { ShownMember } from '../shown-names.ts';

/** Leads to the question whether the club may look for somebody before it shows photos: a refusal acts on known faces alone. */
export function GuardOffer({ member: { id, outside, guard, shown_name } }: { member: ShownMember }) {
  const { t } = useTranslation();
  if (outside !== 'no' || guard !== 'unknown') return null;
  return (
    <Group gap="sm" mb="md">
      <Text size="sm">{t('my_photos.guard_offer', { name: shown_name })}</Text>
      <ButtonLink to="/family" hash={`${id}-guard`} variant="default">
        {t('my_photos.guard_answer')}
      </ButtonLink>
    </Group>
  );
}
