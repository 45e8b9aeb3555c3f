import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { editOf } from '#client/lib/changed-fields.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { createEventInput, type EventDetail } from '#server/contract/schemas/events.ts';
import { useUpdateEvent } from '../api/save-event.ts';
import { EventDateField } from './event-date-field.tsx';
import { SlugField } from './slug-field.tsx';
import { useEarliestDate } from './use-earliest-date.ts';

/** Edits the details in place. A past date may stay but cannot be newly chosen. */
export const EventEditForm = reopenable(function EventEditForm({
  event: current,
  onClose,
}: {
  event: EventDetail;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [event] = useState(current);
  const update = useUpdateEvent();
  const earliest = useEarliestDate(event.event_date);
  const form = useForm({
    initialValues: {
      name: event.name,
      slug: event.slug,
      event_date: event.event_date,
      location: event.location ?? '',
      description: event.description,
    },
    validate: (values) => ({
      ...schemaErrors(t, createEventInput, values),
      ...(values.event_date < earliest && values.event_date !== event.event_date
        ? { event_date: t('validation.The date cannot be in the past') }
        : {}),
    }),
  });
  useDraft(form, `event:${event.id}`);
  const { name, event_date } = form.values;

  const submit = form.onSubmit((values) =>
    update.mutate(
      {
        id: event.id,
        ...editOf(event, {
          name: values.name.trim(),
          slug: values.slug.trim(),
          event_date: values.event_date,
          location: values.location.trim() || null,
          description: values.description.trim(),
        }),
      },
      {
        onSuccess: (saved) => {
          toast.success(t('events.updated', { name: saved.name }));
          onClose();
        },
        onError: (failure) => form.setErrors(fieldErrors(t, failure)),
      },
    ),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <FormError error={update.error} title={t('failed.event_update')} />
        <TextInput label={t('events.name')} required autoFocus {...form.getInputProps('name')} />
        <SlugField {...form.getInputProps('slug')} />
        <EventDateField earliest={earliest} {...form.getInputProps('event_date')} />
        <TextInput label={t('events.location')} {...form.getInputProps('location')} />
        <Textarea label={t('events.description')} {...form.getInputProps('description')} />
        <Group gap="sm" mt="xs">
          <Button type="submit" loading={update.isPending} disabled={!name.trim() || !event_date}>
            {t('common.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
});
