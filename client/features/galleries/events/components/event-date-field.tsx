import { Stack, Switch, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { toast } from '#client/lib/toast.ts';
import { isPastEvent } from '#server/contract/past-events.ts';
import { useAllowPastEvents } from '../api/allow-past-events.ts';

interface EventDateFieldProps extends TextInputProps {
  /** The first date that is allowed; empty: each is. */
  earliest: string;
}

/** The date of an event. Where a past one is refused, administrators may allow them; others read whom to ask. */
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
      {isRefused && <WhoAllowsPastDates />}
    </Stack>
  );
}

function WhoAllowsPastDates() {
  const { t } = useTranslation();
  const isAdmin = useCan('settings.administer');
  const allow = useAllowPastEvents();
  if (!isAdmin)
    return (
      <Text size="sm" c="dimmed">
        {t('events.past_ask_admin')}
      </Text>
    );
  return (
    <>
      <Switch
        label={t('events.past_allow')}
        checked={allow.isPending}
        onChange={() =>
          allow.mutate(
            { allow_past_events: true },
            { onSuccess: () => toast.success(t('installation_settings.saved')) },
          )
        }
      />
      <FormError error={allow.error} title={t('failed.installation_settings')} />
    </>
  );
}
