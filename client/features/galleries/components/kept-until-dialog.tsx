import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/form-dialog.tsx';
import { toast } from '#client/lib/toast.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { addDays, fewestDaysKept } from '#server/contract/retention.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { useKeepGalleryUntil } from '../api/save-gallery.ts';

interface KeptUntilDialogProps {
  gallery: Gallery;
  onClose: () => void;
}

const yearsAhead = [1, 2, 5];

/** The last day of a gallery. An empty field keeps it for good. */
export function KeptUntilDialog({ gallery, onClose }: KeptUntilDialogProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const save = useKeepGalleryUntil();
  const today = new Date().toISOString().slice(0, 10);
  const earliest = addDays(today, fewestDaysKept);
  const before = gallery.kept_until ?? '';
  const [value, setValue] = useState(before);
  const isTooEarly = value !== '' && value !== before && value < earliest;

  const submit = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (isTooEarly) return;
    if (value === before) return onClose();
    save.mutate(
      { id: gallery.id, kept_until: value || null },
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
      submit={t('common.save')}
      failed={t('failed.gallery_update')}
      error={save.error}
      pending={save.isPending}
      dirty={value !== before}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text size="sm">{t('retention.text')}</Text>
      <TextInput
        type="date"
        label={t('retention.last_day')}
        description={t('retention.empty')}
        min={earliest}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        error={
          isTooEarly && t('validation.A gallery is kept for at least # more days', { n: fewestDaysKept })
        }
      />
      <Group gap="xs">
        {yearsAhead.map((years) => (
          <Button
            key={years}
            size="xs"
            variant="default"
            onClick={() => setValue(inYears(gallery.event_date, today, years))}
          >
            {t('retention.years', { count: years })}
          </Button>
        ))}
        <Button size="xs" variant="default" onClick={() => setValue('')}>
          {t('retention.for_good')}
        </Button>
      </Group>
    </FormDialog>
  );
}

/** So many years after the event, or after today where that is over. */
function inYears(eventDate: string, today: string, years: number): string {
  const from = eventDate > today ? eventDate : today;
  const day = new Date(from);
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
}
