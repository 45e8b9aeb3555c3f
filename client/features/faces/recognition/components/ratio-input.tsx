import { TextInput, type TextInputProps } from '@mantine/core';
import { useFormat } from '#client/hooks/use-format.ts';
import { formatRatio, parseRatio, stepRatio } from './ratio.ts';

interface RatioInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange?: (value: string) => void;
  /** The value from which the arrow keys step if the field is empty. */
  start: number;
}

/** An input for a number from 0 to 1, with comma or point; the arrow keys change it by `ARROW_KEY_STEP` (ratio.ts). */
export function RatioInput({ value = '', onChange = () => {}, start, ...rest }: RatioInputProps) {
  const { number } = useFormat();
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        const from = parseRatio(value) ?? start;
        if (!Number.isNaN(from))
          onChange(formatRatio(stepRatio(from, event.key === 'ArrowUp' ? 1 : -1), number));
      }}
    />
  );
}
