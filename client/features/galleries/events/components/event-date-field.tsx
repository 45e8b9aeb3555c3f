import { Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useToday } from '#client/hooks/use-today.ts';
import { isPastEvent } from '#server/contract/past-events.ts';
import { AskForPastEvents } from './ask-for-past-events.tsx';

interface EventDateFieldProps extends TextInputProps {
  /** The first date that is allowed; empty: each is. */
  earliest: string;
}

/** The date of an event. Where a past one is refused, administrators may allow them; others may ask them. */
export function EventDateField({ earliest, error, ...props }: EventDateFieldProps) {
  const { t } = useTranslation();
  const date = String(props.value ?? '');
  const today = useToday();
  // While a year is typed it is one of the first centuries.
  const isRefused = date >= '1900' && date < earliest;
  const isAllowedNow = Boolean(error) && earliest === '' && date !== '' && isPastEvent(date, today);
  return (
    <Stack gap="xs">
      <TextInput
        {...props}
        type="date"
        label={t('events.date')}
        required
        min={earliest}
        error={isAllowedNow ? null : (error ?? (isRefused && t('validation.The date cannot be in the past')))}
      />
      {isRefused && <AskForPastEvents />}
    </Stack>
  );
}
