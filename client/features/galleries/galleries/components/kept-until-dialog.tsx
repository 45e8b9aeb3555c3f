import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldText } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { addDays, addYears } from '#server/contract/calendar-dates.ts';
import { lastDayFault, latestLastDay } from '#server/contract/date-limits.ts';
import { FIRST_NOTICE_DAYS, fewestDaysKept, LAST_NOTICE_DAYS } from '#server/contract/expiry-notices.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { useKeepGalleryUntil } from '../api/save-gallery.ts';

interface KeptUntilDialogProps {
  gallery: Gallery;
  onClose: () => void;
}

const yearsAhead = [1, 2, 5];

/** The last day of a gallery. An empty field keeps it for good. */
export const KeptUntilDialog = reopenable(function KeptUntilDialog({
  gallery,
  onClose,
}: KeptUntilDialogProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { date } = useFormat();
  const save = useKeepGalleryUntil();
  const earliest = addDays(today, fewestDaysKept);
  /** Years are counted from the event, or from today where that is over. */
  const from = gallery.event_date > today ? gallery.event_date : today;
  const [before] = useState(gallery.kept_until ?? '');
  const [value, setValue] = useState(before);
  const isNew = value !== '' && value !== before;
  const tooLate = isNew ? lastDayFault(value, today) : null;
  const fault =
    isNew && value < earliest ? `A gallery is kept for at least ${fewestDaysKept} more days` : tooLate;

  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (fault) return;
    if (value === before) return onClose();
    save.mutate(
      { id: gallery.id, kept_until: value || null, seen: { kept_until: before } },
      {
        onSuccess: () => {
          toast.success(
            value ? t('retention.saved', { gallery: gallery.name, date: date(value) }) : t('retention.kept'),
          );
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('retention.title')}
      failed={t('failed.gallery_update')}
      mutation={save}
      dirty={value !== before}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('retention.text', { first: FIRST_NOTICE_DAYS, last: LAST_NOTICE_DAYS })}</Text>
      <TextInput
        type="date"
        label={t('retention.last_day')}
        description={t('retention.empty')}
        min={earliest}
        max={latestLastDay(today)}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={fault && fieldText(t, fault)}
      />
      <Group gap="xs">
        {yearsAhead.map((years) => (
          <Button key={years} size="xs" variant="default" onClick={() => setValue(addYears(from, years))}>
            {t('retention.years', { count: years })}
          </Button>
        ))}
        <Button size="xs" variant="default" onClick={() => setValue('')}>
          {t('retention.for_good')}
        </Button>
      </Group>
    </FormDialog>
  );
});
