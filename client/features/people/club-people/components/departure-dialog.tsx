import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { lastDayFault, latestLastDay } from '#server/contract/date-limits.ts';
import { fewestDaysKept } from '#server/contract/expiry-notices.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { useSaveDeparture } from '../api/former-people.ts';

interface DepartureDialogProps {
  clubId: string;
  person: ClubPerson;
  onClose: () => void;
}

/** When a person left the club, and until when the data is kept. Without a day the person is still of the club. */
export default reopenable(function DepartureDialog({ clubId, person, onClose }: DepartureDialogProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { date } = useFormat();
  const { save, remove } = useSaveDeparture();
  const [{ name, left }] = useState(person);
  const keptUntilFault = (day: string) => {
    const fault = day !== '' && day !== left?.kept_until && lastDayFault(day, today);
    return fault ? fieldText(t, fault) : null;
  };
  const form = useForm({
    initialValues: { left_on: left?.left_on ?? '', kept_until: left?.kept_until ?? '' },
    validate: { kept_until: (day) => keptUntilFault(day) },
  });
  const { left_on, kept_until } = form.values;
  const handlers = (message: string) => ({
    onSuccess: () => {
      toast.success(message);
      onClose();
    },
    onError: (failure: unknown) => form.setErrors(fieldErrors(t, failure)),
  });
  const submit = form.onSubmit(() => {
    if (!form.isDirty()) return onClose();
    const target = { id: clubId, club_person_id: person.id };
    if (left_on === '') remove.mutate(target, handlers(t('former_people.removed', { name })));
    else
      save.mutate(
        { ...target, left_on, kept_until: kept_until || null, seen: form.getInitialValues() },
        handlers(t('former_people.saved', { name })),
      );
  });
  return (
    <FormDialog
      title={t('former_people.edit_named', { name })}
      failed={t('failed.departure')}
      mutation={{
        error: left_on === '' ? remove.error : save.error,
        isPending: save.isPending || remove.isPending,
      }}
      form={form}
      onClose={onClose}
      onSubmit={submit}
    >
      {left && <Text size="sm">{t('former_people.last_day', { date: date(left.last_day) })}</Text>}
      <TextInput
        type="date"
        label={t('former_people.left_on')}
        description={t('former_people.left_on_hint')}
        max={today}
        data-autofocus
        {...form.getInputProps('left_on')}
      />
      {left_on !== '' && (
        <TextInput
          type="date"
          label={t('former_people.kept_until')}
          description={t('former_people.kept_until_hint')}
          min={addDays(today, fewestDaysKept)}
          max={latestLastDay(today)}
          {...form.getInputProps('kept_until')}
        />
      )}
    </FormDialog>
  );
});
