import { Anchor, Box, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { today } from '#client/lib/format.ts';
import { useCan } from '#client/lib/use-can.ts';
import { isPastEvent } from '#server/contract/past-events.ts';

interface EventDateFieldProps extends TextInputProps {
  /** The first date that is allowed. */
  earliest: string;
}

/** The date of an event. Where a past one is refused, it says who can allow it. */
export function EventDateField({ earliest, error, ...props }: EventDateFieldProps) {
  const { t } = useTranslation();
  const date = String(props.value ?? '');
  const isPast = Boolean(error) && date !== '' && isPastEvent(date, today());
  return (
    <TextInput
      {...props}
      type="date"
      label={t('events.date')}
      required
      min={earliest}
      error={
        isPast ? (
          <>
            <span>{error}</span>
            <Box component="span" display="block">
              <WhoAllowsPastDates />
            </Box>
          </>
        ) : (
          error
        )
      }
    />
  );
}

/** The link opens beside the form, so that what was typed stays. */
function WhoAllowsPastDates() {
  const { t } = useTranslation();
  const isAdmin = useCan('settings.administer');
  if (!isAdmin) return t('events.past_ask_admin');
  return (
    <Anchor href="/admin/settings" target="_blank" inherit underline="always">
      {t('events.past_allow')}
    </Anchor>
  );
}
