import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { quickSlugFromName } from '#server/contract/slug.ts';
import { useCreateEvent } from '../api/save-event.ts';
import { EventDateField } from './event-date-field.tsx';
import { useEarliestDate } from './use-earliest-date.ts';

interface QuickEventDialogProps {
  /** The clubs that the event gets. */
  clubIds: string[];
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** Creates an event with name and date only; the rest can be added on the event's page. */
export function QuickEventDialog({ clubIds, onClose, onCreated }: QuickEventDialogProps) {
  const { t } = useTranslation();
  const today = useToday();
  const create = useCreateEvent();
  const earliest = useEarliestDate();
  const form = useForm({
    initialValues: { name: '', event_date: today, location: '' },
    validate: {
      name: (value) => (value.trim() ? null : t('validation.Name is required')),
      event_date: (value) => {
        if (!value) return t('validation.Date is required');
        return value < earliest ? t('validation.The date cannot be in the past') : null;
      },
    },
  });
  useDraft(form, 'quick-event');

  const submit = form.onSubmit(({ name, event_date, location }) =>
    create.mutate(
      {
        name: name.trim(),
        slug: quickSlugFromName(name, Date.now()),
        description: '',
        event_date,
        club_ids: clubIds,
        ...(location.trim() ? { location: location.trim() } : {}),
      },
      {
        onSuccess: (event) => {
          toast.success(t('events.was_created', { name: event.name }));
          onCreated(event.id);
          onClose();
        },
        onError: (error) => form.setErrors(fieldErrors(t, error)),
      },
    ),
  );

  return (
    <FormDialog
      title={t('events.quick_title')}
      submit={t('events.create')}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      mutation={create}
      failed={t('failed.event_create')}
      form={form}
    >
      <TextInput label={t('events.name')} required data-autofocus {...form.getInputProps('name')} />
      <EventDateField earliest={earliest} {...form.getInputProps('event_date')} />
      <TextInput label={t('events.location')} {...form.getInputProps('location')} />
    </FormDialog>
  );
}
