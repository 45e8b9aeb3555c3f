import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import classes from './gallery-form.module.css';
import { SelectOrCreate } from './select-or-create.tsx';
import { type GalleryValues, useGalleryForm } from './use-gallery-form.ts';
import { VisibilityField } from './visibility-field.tsx';

const CaptionsSwitch = lazyPart(() => import('./captions-switch.tsx'));

export interface Choice {
  value: string;
  label: string;
}

interface GalleryFormProps extends Omit<Parameters<typeof useGalleryForm>[0], 'error'> {
  events: Choice[];
  photographersOf: (clubIds: readonly string[]) => Choice[];
  clubs: Choice[];
  /** For a new gallery, which is called as its event until somebody types a name. */
  nameOfEvent?: (id: string) => string | undefined;
  onQuickEvent?: (() => void) | undefined;
  onQuickPhotographer?: (() => void) | undefined;
  onSubmit: (values: GalleryValues) => void;
  pending: boolean;
  error: unknown;
  /** The title of the error message. */
  failed: string;
  submitLabel: string;
  onCancel: () => void;
  /** Fields that are saved elsewhere. */
  children?: ReactNode;
}

export function GalleryForm(props: GalleryFormProps) {
  const { events, photographersOf, clubs, nameOfEvent, onQuickEvent, onQuickPhotographer, onSubmit, error } =
    props;
  const { t } = useTranslation();
  const form = useGalleryForm(props);
  const { event_id, photographer_id, visibility } = form.values;
  const inherited = props.inheritedOf(event_id);
  const nameOf = (id: string) => clubs.find((club) => club.value === id)?.label ?? '';

  return (
    <form
      onSubmit={form.onSubmit((values) => onSubmit({ ...values, name: values.name.trim() }))}
      noValidate
      className={classes.form}
    >
      <Stack gap="lg">
        <FormError error={error} title={props.failed} />
        <TextInput label={t('gallery_form.name')} required {...form.getInputProps('name')} />
        <SelectOrCreate
          label={t('galleries.event')}
          placeholder={t('gallery_form.choose_event')}
          data={events}
          {...form.getInputProps('event_id')}
          value={event_id}
          onChange={(id) => {
            form.setFieldValue('event_id', id);
            if (!form.values.name.trim()) form.setFieldValue('name', nameOfEvent?.(id) ?? '');
          }}
          quick={onQuickEvent && { label: t('gallery_form.quick_event'), onClick: onQuickEvent }}
        />
        <SelectOrCreate
          label={t('galleries.photographer')}
          placeholder={t('gallery_form.choose_photographer')}
          data={photographersOf([...inherited, ...form.values.club_ids])}
          {...form.getInputProps('photographer_id')}
          value={photographer_id}
          onChange={(id) => form.setFieldValue('photographer_id', id)}
          quick={onQuickPhotographer && { label: t('users.new_photographer'), onClick: onQuickPhotographer }}
        />
        <VisibilityField
          value={visibility}
          onChange={(chosen) => {
            form.setFieldValue('visibility', chosen);
            if (chosen !== 'club_restricted') form.setFieldValue('club_ids', []);
          }}
        />
        {visibility === 'club_restricted' && (
          <MultiSelect
            label={t('gallery_form.clubs')}
            description={
              inherited.length > 0
                ? t('gallery_form.inherited', { clubs: inherited.map(nameOf).filter(Boolean).join(', ') })
                : t(event_id ? 'gallery_form.clubs_hint' : 'gallery_form.clubs_first')
            }
            data={clubs.filter((club) => !inherited.includes(club.value))}
            searchable
            openOnFocus={false}
            nothingFoundMessage={t('picker.nothing')}
            {...form.getInputProps('club_ids')}
          />
        )}
        <Suspense>
          {form.values.shows_captions !== undefined && (
            <CaptionsSwitch {...form.getInputProps('shows_captions', { type: 'checkbox' })} />
          )}
        </Suspense>
        {props.children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={props.pending}>
            {props.submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
