import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { ErasureReceipt } from '#server/contract/schemas/erasures.ts';
import { useErasures } from '../api/erasures.ts';

const counted = [
  'references',
  'answers',
  'links',
  'guardianships',
  'consents',
  'names',
  'decisions',
  'claims',
  'invitations',
  'notifications',
  'mails',
  'photos_hidden',
] as const;

/** The latest receipts of erased people, without names. Empty where there are none. */
export function ErasureReceipts({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { data } = useErasures(clubId);
  if (!data || data.receipts.length === 0) return null;
  return (
    <Section title={t('club_people.receipts')} text={t('club_people.receipts_text')} stacked>
      <Stack gap="md">
        {data.receipts.map((receipt) => (
          <Receipt key={receipt.id} receipt={receipt} />
        ))}
      </Stack>
    </Section>
  );
}

function Receipt({ receipt: { erased_at, erased_by, counts, files_cleaned } }: { receipt: ErasureReceipt }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const facts = counted.flatMap((key) => {
    const count = counts[key] ?? 0;
    return count === 0 ? [] : [`${t(`club_people.receipt_count.${key}`)}: ${number(count)}`];
  });
  const date = dateTime(erased_at);
  return (
    <div>
      <Text fw={550}>{erased_by ? t('club_people.receipt', { date, user: erased_by }) : date}</Text>
      {facts.length > 0 && <Text size="sm">{facts.join(' · ')}</Text>}
      {!files_cleaned && <Text size="sm">{t('club_people.receipt_files')}</Text>}
    </div>
  );
}
