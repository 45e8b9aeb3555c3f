import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '#client/lib/error-message.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import type { Visibility } from '#server/contract/schemas/galleries.ts';

export interface GalleryValues {
  name: string;
  event_id: string;
  photographer_id: string;
  visibility: Visibility;
  club_ids: string[];
}

interface Surroundings {
  initial: GalleryValues;
  /** Clubs that come with the chosen event; they need not be chosen again. */
  inheritedOf: (eventId: string) => string[];
  /** Set by the quick forms: the new event or photographer is chosen at once. */
  picked: Partial<Pick<GalleryValues, 'event_id' | 'photographer_id'>>;
  /** Under which name what is typed is kept over a reload. */
  draft: string;
  /** What the server last refused. */
  error: unknown;
}

/** The values of a gallery while they are edited, and what may be wrong with them. */
export function useGalleryForm({ initial, inheritedOf, picked, draft, error }: Surroundings) {
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
  useDraft(form, draft);
  const { event_id, photographer_id } = picked;

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

  return form;
}
