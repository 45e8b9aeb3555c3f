import { UnstyledButton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconChevronDown } from '#client/icons/chevron-down.ts';
import classes from './people-toggle.module.css';

interface RecognitionProgress {
  unique_faces: number;
  pending_photos: number;
  failed_photos: number;
  processing: boolean;
}

interface PeopleToggleProps {
  photoCount: number;
  /** Undefined while loading. */
  faces: RecognitionProgress | undefined;
  open: boolean;
  onToggle: () => void;
}

/** How many people were found and how far recognition is; a press shows or hides them. */
export function PeopleToggle({ photoCount, faces, open, onToggle }: PeopleToggleProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const count = faces?.unique_faces ?? 0;
  const pending = faces?.pending_photos ?? 0;
  const empty = photoCount === 0 && pending === 0;
  const waitsFor = empty ? t('galleries.people_later') : faces && progressOf(t, number, faces);
  return (
    <UnstyledButton className={classes.toggle} aria-expanded={open} aria-controls="people" onClick={onToggle}>
      <IconChevronDown size={18} stroke={1.8} className={classes.chevron} data-open={open || undefined} />
      <span className={classes.people}>
        {t('galleries.people', { count, n: faces ? number(count) : '–' })}
      </span>
      <span
        className={classes.hint}
        role="status"
        data-live={pending > 0 || undefined}
        data-done={waitsFor === undefined || undefined}
      >
        {faces && (waitsFor ?? t('galleries.all_looked_at'))}
      </span>
    </UnstyledButton>
  );
}

/** The progress of face recognition in one line; undefined where all photos were looked at. */
function progressOf(
  t: TFunction,
  number: (value: number) => string,
  faces: RecognitionProgress,
): string | undefined {
  const { pending_photos, failed_photos, processing } = faces;
  if (pending_photos > 0) return t('galleries.pending', { count: pending_photos, n: number(pending_photos) });
  if (processing) return t('galleries.grouping');
  if (failed_photos > 0) return t('galleries.failed', { count: failed_photos, n: number(failed_photos) });
  return undefined;
}
