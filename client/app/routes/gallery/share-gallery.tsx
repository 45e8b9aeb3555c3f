import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '#client/features/faces/gallery-people/api/list-people.ts';
import { nameOfPerson } from '#client/features/faces/gallery-people/components/person-name.ts';
import { SharingCheckDialog } from '#client/features/faces/gallery-people/components/sharing-check/sharing-check-dialog.tsx';
import { ShareDialog } from '#client/features/galleries/galleries/components/share-dialog.tsx';
import type { ShareChoice } from '#client/features/galleries/galleries/components/share-scope-field.tsx';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

interface ShareGalleryProps {
  gallery: Gallery;
  choice?: ShareChoice | undefined;
  edited?: ComponentProps<typeof ShareDialog>['edited'];
  onClose: () => void;
}

/** The share links of a gallery, with the names of its people. */
export default function ShareGallery({ gallery, choice, edited, onClose }: ShareGalleryProps) {
  const { t } = useTranslation();
  const people = usePeople(gallery.id).data?.faces ?? [];
  return (
    <ShareDialog
      gallery={gallery}
      people={people}
      nameOf={(person) => nameOfPerson(t, person)}
      choice={choice}
      edited={edited}
      renderCheck={(props) => <SharingCheckDialog galleryId={gallery.id} {...props} />}
      onClose={onClose}
    />
  );
}
