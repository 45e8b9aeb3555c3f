import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { PhotoActions } from './photo-actions.tsx';

/** What is rendered on each photo; the functions are stable while the gallery stays the same. */
export function useTileExtras(gallery: Gallery) {
  const { t } = useTranslation();
  const { can_upload_photos, can_delete_photos, can_set_cover } = gallery.permissions;
  const badgeOf = useCallback(
    ({ face_status, face_error, is_taken_down, damage }: Photo) =>
      is_taken_down ? (
        <StatusBadge tone="waiting">{t('takedowns.badge')}</StatusBadge>
      ) : damage ? (
        <StatusBadge tone="waiting">{t(`photos.damage.${damage}`)}</StatusBadge>
      ) : (
        can_upload_photos &&
        face_status === 'failed' && (
          <StatusBadge tone="bad">
            <span title={face_error ? t(`errors.${face_error}` as never, { defaultValue: '' }) : undefined}>
              {t('photos.unreadable')}
            </span>
          </StatusBadge>
        )
      ),
    [can_upload_photos, t],
  );
  const actionsOf = useCallback(
    (photo: Photo) => <PhotoActions gallery={gallery} photo={photo} />,
    [gallery],
  );
  return { badgeOf, actionsOf: can_delete_photos || can_set_cover ? actionsOf : undefined };
}
