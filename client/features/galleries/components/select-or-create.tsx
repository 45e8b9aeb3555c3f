import { Button, Group, Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface SelectOrCreateProps
  extends Pick<SelectProps, 'label' | 'placeholder' | 'data' | 'error' | 'onBlur'> {
  value: string;
  onChange: (value: string) => void;
  /** Makes a new one without leaving the form; nothing where one may not. */
  quick?: { label: string; onClick: () => void } | undefined;
}

/** One of many, found by typing, with a way beside it to make the one that is missing. */
export function SelectOrCreate({ value, onChange, quick, ...field }: SelectOrCreateProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <Select
        flex={1}
        searchable
        required
        nothingFoundMessage={t('picker.nothing')}
        {...field}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      {quick && (
        <Button variant="default" onClick={quick.onClick}>
          {quick.label}
        </Button>
      )}
    </Group>
  );
}
