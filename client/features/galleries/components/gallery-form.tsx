import { Button, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { fieldErrors } from '#client/lib/error-message.ts';
import type { Visibility } from '#server/contract/schemas/galleries.ts';
import classes from './gallery-form.module.css';
import { VisibilityField } from './visibility-field.tsx';

export interface GalleryValues {
  name: string;
  event_id: string;
  photographer_id: string;
  visibility: Visibility;
  club_ids: string[];
}

export interface Choice {
  value: string;
  label: string;
}

interface GalleryFormProps {
  initial: GalleryValues;
  events: Choice[];
  photographers: Choice[];
  clubs: Choice[];
  /** Clubs that come with the chosen event; they need not be chosen again. */
  inheritedOf: (eventId: string) => string[];
  onQuickEvent?: (() => void) | undefined;
  onQuickPhotographer?: (() => void) | undefined;
  /** Set by the quick forms: the new event or photographer is chosen at once. */
  picked: Partial<Pick<GalleryValues, 'event_id' | 'photographer_id'>>;
  onSubmit: (values: GalleryValues) => void;
  pending: boolean;
  error: unknown;
  submitLabel: string;
  onCancel: () => void;
}

export function GalleryForm(props: GalleryFormProps) {
  const { initial, events, photographers, clubs, inheritedOf, picked, onSubmit, pending, error } = props;
  const { t } = useTranslation();
  const form = useForm<GalleryValues>({
    initialValues: initial,
    validate: {
      name: (value) => (value.trim() ? null : t('validation.Name is required')),
      event_id: (value) => (value ? null : t('validation.Event is required')),
      photographer_id: (value) => (value ? null : t('validation.Photographer is required')),
      club_ids: (value, all) =>
        all.visibility !== 'club_restricted' || value.length > 0 || inheritedOf(all.event_id).length > 0
          ? null
          : t('validation.Select at least one club'),
    },
  });
  const { event_id, photographer_id } = picked;
  const inherited = inheritedOf(form.values.event_id);
  const nameOf = (id: string) => clubs.find((club) => club.value === id)?.label ?? '';

  // The form's own functions are new at every render; only what was picked or refused is news.
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (event_id) latest.current.setFieldValue('event_id', event_id);
    if (photographer_id) latest.current.setFieldValue('photographer_id', photographer_id);
  }, [event_id, photographer_id]);
  useEffect(() => {
    if (error) latest.current.setErrors(fieldErrors(t, error));
  }, [error, t]);

  return (
    <form
      onSubmit={form.onSubmit((values) => onSubmit({ ...values, name: values.name.trim() }))}
      noValidate
      className={classes.form}
    >
      <Stack gap="lg">
        <FormError error={error} />
        <TextInput label={t('galleries.name')} required {...form.getInputProps('name')} />
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <Select
            flex={1}
            label={t('galleries.event')}
            placeholder={t('galleries.choose_event')}
            data={events}
            searchable
            required
            nothingFoundMessage={t('picker.nothing')}
            {...form.getInputProps('event_id')}
            value={form.values.event_id || null}
            onChange={(value) => form.setFieldValue('event_id', value ?? '')}
          />
          {props.onQuickEvent && (
            <Button variant="default" onClick={props.onQuickEvent}>
              {t('galleries.quick_event')}
            </Button>
          )}
        </Group>
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <Select
            flex={1}
            label={t('galleries.photographer')}
            placeholder={t('galleries.choose_photographer')}
            data={photographers}
            searchable
            required
            nothingFoundMessage={t('picker.nothing')}
            {...form.getInputProps('photographer_id')}
            value={form.values.photographer_id || null}
            onChange={(value) => form.setFieldValue('photographer_id', value ?? '')}
          />
          {props.onQuickPhotographer && (
            <Button variant="default" onClick={props.onQuickPhotographer}>
              {t('galleries.quick_photographer')}
            </Button>
          )}
        </Group>
        <VisibilityField
          value={form.values.visibility}
          onChange={(visibility) => {
            form.setFieldValue('visibility', visibility);
            if (visibility !== 'club_restricted') form.setFieldValue('club_ids', []);
          }}
        />
        {form.values.visibility === 'club_restricted' && (
          <MultiSelect
            label={t('galleries.clubs')}
            description={
              inherited.length > 0
                ? t('galleries.inherited', { clubs: inherited.map(nameOf).filter(Boolean).join(', ') })
                : t(form.values.event_id ? 'galleries.clubs_hint' : 'galleries.clubs_first')
            }
            data={clubs.filter((club) => !inherited.includes(club.value))}
            searchable
            nothingFoundMessage={t('picker.nothing')}
            {...form.getInputProps('club_ids')}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
