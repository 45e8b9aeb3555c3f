import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FilterSelectProps extends Pick<SelectProps, 'searchable'> {
  label: string;
  /** The label of the empty choice. */
  all: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter of a list: everything, or one of the options. */
export function FilterSelect({ label, all, data, value, onChange, ...rest }: FilterSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={[{ value: '', label: all }, ...data]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen || undefined)}
      clearable
      nothingFoundMessage={t('picker.nothing')}
      {...rest}
    />
  );
}
