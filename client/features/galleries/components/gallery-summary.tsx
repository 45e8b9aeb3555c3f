import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/lib/use-format.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './gallery-summary.module.css';
import { photographerName } from './photographer-name.ts';

interface RecognitionProgress {
  unique_faces: number;
  pending_photos: number;
  failed_photos: number;
  processing: boolean;
}

interface GallerySummaryProps {
  gallery: Gallery;
  /** Undefined while loading. */
  faces: RecognitionProgress | undefined;
  open: boolean;
  onToggle: () => void;
}

/** Photographer, event, date and the progress of face recognition. */
export function GallerySummary({ gallery, faces, open, onToggle }: GallerySummaryProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const pending = faces?.pending_photos ?? 0;
  const empty = gallery.photo_count === 0 && pending === 0;
  return (
    <div className={classes.facts}>
      <dl className={classes.list}>
        <div className={classes.cell}>
          <dt className={classes.label}>{t('galleries.photographer')}</dt>
          <dd className={classes.value}>{photographerName(gallery) || t('galleries.not_set')}</dd>
        </div>
        <div className={classes.cell}>
          <dt className={classes.label}>{t('galleries.event')}</dt>
          <dd className={classes.value}>{gallery.event_name || t('galleries.not_set')}</dd>
        </div>
        <div className={classes.cell}>
          <dt className={classes.label}>{t('galleries.created')}</dt>
          <dd className={classes.value}>{date(gallery.created_at)}</dd>
        </div>
      </dl>
      <UnstyledButton
        className={classes.faces}
        aria-expanded={open}
        aria-controls="people"
        onClick={onToggle}
      >
        <span className={classes.figure}>{faces ? number(faces.unique_faces) : '–'}</span>
        <span className={classes.words}>
          <span className={classes.value}>
            {t('galleries.people_word', { count: faces?.unique_faces ?? 0 })}
          </span>
          <span className={classes.hint} role="status" data-live={pending > 0 || undefined}>
            {faces && (empty ? t('galleries.people_later') : progressOf(t, number, faces))}
          </span>
        </span>
        <IconChevronDown
          size={20}
          stroke={1.8}
          aria-hidden="true"
          className={classes.chevron}
          data-open={open || undefined}
        />
      </UnstyledButton>
    </div>
  );
}

/** The progress of face recognition in one line. */
function progressOf(t: TFunction, number: (value: number) => string, faces: RecognitionProgress): string {
  const { pending_photos, failed_photos, processing } = faces;
  if (pending_photos > 0) return t('galleries.pending', { count: pending_photos, n: number(pending_photos) });
  if (processing) return t('galleries.grouping');
  if (failed_photos > 0) return t('galleries.failed', { count: failed_photos, n: number(failed_photos) });
  return t('galleries.all_looked_at');
}
