import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { editOf } from '#client/lib/changed-fields.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { createEventInput, type Event } from '#server/contract/schemas/events.ts';
import { slugFromName } from '#server/contract/slug.ts';
import { useCreateEvent, useUpdateEvent } from '../api/save-event.ts';
import { EventDateField } from './event-date-field.tsx';
import { SlugField } from './slug-field.tsx';
import { useEarliestDate } from './use-earliest-date.ts';

interface EventDialogProps {
  event?: Event;
  /** The clubs to choose from for a new event. */
  clubs?: { value: string; label: string }[];
  /** The one that a new event is of at first. */
  clubId?: string | undefined;
  onClose: () => void;
  onCreated?: (event: Event) => void;
}

/**
 * Creates or edits an event. The slug of a new event follows the name until it is edited. The only club of an
 * installation is chosen already.
 */
export const EventDialog = reopenable(function EventDialog({
  event: current,
  clubs = [],
  clubId,
  onClose,
  onCreated,
}: EventDialogProps) {
  const { t } = useTranslation();
  const [event] = useState(current);
  const create = useCreateEvent();
  const update = useUpdateEvent();
  const mutation = event ? update : create;
  const earliest = useEarliestDate(event?.event_date);
  const slugTouched = useRef(event !== undefined);
  const form = useForm({
    initialValues: {
      name: event?.name ?? '',
      slug: event?.slug ?? '',
      description: event?.description ?? '',
      event_date: event?.event_date ?? '',
      location: event?.location ?? '',
      club_ids: clubs
        .map(({ value }) => value)
        .filter((id) => !event && (clubs.length === 1 || id === clubId)),
    },
    validate: (values) => ({
      ...schemaErrors(t, createEventInput, values),
      ...(values.event_date && values.event_date < earliest && values.event_date !== event?.event_date
        ? { event_date: t('validation.The date cannot be in the past') }
        : {}),
      ...(values.event_date ? {} : { event_date: t('validation.Date is required') }),
    }),
  });
  useDraft(form, `event:${event?.id ?? 'new'}`);

  const rename = (name: string) => {
    form.setFieldValue('name', name);
    if (!slugTouched.current) form.setFieldValue('slug', slugFromName(name));
  };

  const submit = form.onSubmit((values) => {
    const input = {
      name: values.name.trim(),
      slug: values.slug.trim(),
      description: values.description.trim(),
      event_date: values.event_date,
      location: values.location.trim() || null,
    };
    const handlers = {
      onSuccess: (saved: Event) => {
        toast.success(t(event ? 'events.updated' : 'events.was_created', { name: saved.name }));
        onClose();
        if (!event) onCreated?.(saved);
      },
      onError: (failure: unknown) => form.setErrors(fieldErrors(t, failure)),
    };
    if (event) update.mutate({ id: event.id, ...editOf(event, input) }, handlers);
    else create.mutate({ ...input, club_ids: values.club_ids }, handlers);
  });

  return (
    <FormDialog
      title={event ? t('events.edit_title') : t('events.create_title')}
      submit={event ? t('common.save') : t('events.create')}
      onClose={onClose}
      onSubmit={submit}
      mutation={mutation}
      failed={t(event ? 'failed.event_update' : 'failed.event_create')}
      form={form}
    >
      <TextInput
        label={t('events.name')}
        required
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(change) => rename(change.currentTarget.value)}
      />
      <SlugField
        {...form.getInputProps('slug')}
        onChange={(slug) => {
          slugTouched.current = true;
          form.setFieldValue('slug', slug);
        }}
      />
      <EventDateField earliest={earliest} {...form.getInputProps('event_date')} />
      {!event && clubs.length > 0 && (
        <MultiSelect
          label={t('events.participating_clubs')}
          data={clubs}
          searchable
          nothingFoundMessage={t('picker.nothing')}
          {...form.getInputProps('club_ids')}
        />
      )}
      <TextInput label={t('events.location')} {...form.getInputProps('location')} />
      <Textarea label={t('events.description')} {...form.getInputProps('description')} />
    </FormDialog>
  );
});
