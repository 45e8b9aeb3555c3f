import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';

/** What ends for the children of the viewer with a membership or the account, and what stays at the club. */
export function EndOfGuardianships({ people }: { people: readonly FamilyPerson[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
      <List spacing="sm" withPadding={false}>
        {people.map(({ id, name, club_name, is_only_guardian }) => (
          <List.Item key={id}>
            <Text fw={550}>{t('family.ends.guardian', { name, club: club_name })}</Text>
            <Text>{t(is_only_guardian ? 'family.ends.only' : 'family.ends.shared', { name })}</Text>
          </List.Item>
        ))}
      </List>
      <Text>{t('family.ends.pictures')}</Text>
      {people.some(({ is_only_guardian }) => is_only_guardian) && <Text>{t('family.ends.entry')}</Text>}
    </Stack>
  );
}
