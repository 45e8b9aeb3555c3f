import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnPhotographerRole } from '#client/features/accounts/users/api/own-photographer-role.ts';
import { useUpdateGallery } from '#client/features/galleries/galleries/api/save-gallery.ts';
import type { GalleryValues } from '#client/features/galleries/galleries/components/use-gallery-form.ts';
import { editOf } from '#client/lib/changed-fields.ts';
import { toast } from '#client/lib/toast.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

/** Sends the changed fields; `onSaved` comes after it. The clubs always include those of the event, so the last added one can be removed. */
export function useSaveGallery(
  current: Gallery,
  inheritedOf: (eventId: string) => string[],
  onSaved: () => void,
) {
  const { t } = useTranslation();
  const [gallery, setGallery] = useState(current);
  const update = useUpdateGallery();
  const role = useOwnPhotographerRole();
  const inherited = inheritedOf(gallery.event_id);
  const clubs = [...gallery.club_ids, ...gallery.pending_club_ids];
  const added = clubs.filter((id) => !inherited.includes(id));

  const clubsOf = ({ visibility, event_id, club_ids }: GalleryValues) => {
    const merged = [...inheritedOf(event_id), ...club_ids];
    const same = club_ids.join() === added.join();
    return visibility !== 'club_restricted' || same || merged.length === 0 ? {} : { club_ids: merged };
  };

  const save = (values: GalleryValues) => {
    const { club_ids: _, ...fields } = values;
    const chosen = values.photographer_id === gallery.photographer_id ? undefined : values.photographer_id;
    role.giveIfNeeded(chosen, () =>
      update.mutate(
        { id: gallery.id, ...editOf({ ...gallery, club_ids: clubs }, { ...fields, ...clubsOf(values) }) },
        {
          onSuccess: (saved) => {
            setGallery(saved);
            toast.success(t('gallery_form.updated'));
            onSaved();
          },
        },
      ),
    );
  };
  return { save, pending: update.isPending || role.pending, error: role.error ?? update.error, added };
}
