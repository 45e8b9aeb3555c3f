import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { retentionMonths } from '#server/contract/lifetimes.ts';

interface MonthsSelectProps {
  label: string;
  description?: string;
  /** The label of the choice of no limit. */
  never: string;
  value: number | null;
  onChange: (months: number | null) => void;
}

const NEVER = '';

/** After how many months something ends, or never. */
export function MonthsSelect({ label, description, never, value, onChange }: MonthsSelectProps) {
  const { t } = useTranslation();
  const offered: readonly number[] = retentionMonths.choices;
  const months = value === null || offered.includes(value) ? offered : [...offered, value];
  return (
    <Select
      maw={420}
      label={label}
      description={description}
      data={[
        { value: NEVER, label: never },
        ...months
          .toSorted((a, b) => a - b)
          .map((count) => ({ value: String(count), label: t('retention.months', { count }) })),
      ]}
      value={value === null ? NEVER : String(value)}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : null)}
      allowDeselect={false}
    />
  );
}
