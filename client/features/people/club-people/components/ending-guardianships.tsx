import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Ending } from '#server/contract/schemas/family.ts';

interface EndingGuardianshipsProps extends Ending {
  /** How many members are removed. */
  members: number;
}

/** What ends for the children of members who are removed. */
export function EndingGuardianships({ children, total, members }: EndingGuardianshipsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const more = total - children.length;
  return (
    <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text>{t('guardians.ends', { count: members })}</Text>
      <List>
        {children.map(({ id, name, is_last }) => (
          <List.Item key={id}>
            {t(is_last ? 'guardians.ends_last' : 'guardians.ends_shared', { name })}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{t('guardians.ends_more', { count: more, n: number(more) })}</List.Item>}
      </List>
      <Text>{t('guardians.end_body', { count: members })}</Text>
    </Stack>
  );
}
