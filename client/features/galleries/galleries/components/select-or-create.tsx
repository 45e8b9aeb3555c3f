import { Button, Group, Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface SelectOrCreateProps
  extends Pick<SelectProps, 'label' | 'placeholder' | 'data' | 'error' | 'onBlur'> {
  value: string;
  onChange: (value: string) => void;
  /** Creates a new option without leaving the form; undefined if not allowed. */
  quick?: { label: string; onClick: () => void } | undefined;
}

/** A searchable select with a button that creates a missing option. */
export function SelectOrCreate({ value, onChange, quick, ...field }: SelectOrCreateProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end" gap="sm">
      <Select
        allowDeselect={false}
        // The field gets the focus when it is refused: open, it would hide why.
        openOnFocus={false}
        // On a phone the button goes below: beside it a name would be cut after two words.
        flex="1 1 16rem"
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
