import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '#client/hooks/use-draft.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import type { Visibility } from '#server/contract/schemas/galleries.ts';

export interface GalleryValues {
  name: string;
  event_id: string;
  photographer_id: string;
  visibility: Visibility;
  club_ids: string[];
  /** Undefined where no file says anything. */
  shows_captions?: boolean;
}

interface Surroundings {
  initial: GalleryValues;
  /** Clubs of the chosen event; they are included automatically. */
  inheritedOf: (eventId: string) => string[];
  /** Set by the dialogs that create an event or photographer: the new one is chosen at once. */
  picked: Partial<Pick<GalleryValues, 'event_id' | 'photographer_id'>>;
  /** The name of the draft that survives a reload. */
  draft: string;
  /** The error of the last attempt. */
  error: unknown;
}

/** The form state of a gallery, with validation. */
export function useGalleryForm({ initial, inheritedOf, picked, draft, error }: Surroundings) {
  const { t } = useTranslation();
  const form = useForm<GalleryValues>({
    initialValues: initial,
    validate: {
      name: (value) => (value.trim() ? null : t('validation.Name is required')),
      event_id: (value) => (value ? null : t('validation.Event is required')),
      photographer_id: (value) => (value ? null : t('validation.Photographer is required')),
      // The clubs of the event count too, so nothing is missing before an event is chosen.
      club_ids: (value, all) =>
        all.visibility !== 'club_restricted' ||
        !all.event_id ||
        value.length > 0 ||
        inheritedOf(all.event_id).length > 0
          ? null
          : t('validation.Select at least one club'),
    },
  });
  useDraft(form, draft);
  const { event_id, photographer_id } = picked;

  // The form's functions change at every render; only a new pick or error matters.
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

  const { event_id: chosenEvent } = form.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another event may have the clubs that were missing
  useEffect(() => latest.current.clearFieldError('club_ids'), [chosenEvent]);

  return form;
}
