import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';

/** What was signed on paper: when it was written down and by whom, until when it counts, and the note. */
export function PaperConsents({ papers }: { papers: PaperConsent[] }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  if (papers.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('guardians.papers')}</Text>
      {papers.map(({ purpose, answer, said_at, recorded_by, valid_until, note }) => (
        <div key={purpose}>
          <Text>
            {t(`family.purpose.${purpose}`)}: {t(`guardians.state.${answer === 'yes' ? 'yes' : 'no'}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('guardians.paper_recorded', {
              date: date(said_at),
              user: recorded_by || t('common.unknown'),
            })}{' '}
            {valid_until && t('guardians.paper_valid_until', { date: date(valid_until) })}
          </Text>
          {note && (
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
