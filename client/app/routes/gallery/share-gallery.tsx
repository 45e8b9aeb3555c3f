import { useTranslation } from 'react-i18next';
import { ShareLinksDialog } from '#client/features/galleries/components/share-links-dialog.tsx';
import type { ShareChoice } from '#client/features/galleries/components/share-scope-field.tsx';
import { usePeople } from '#client/features/gallery-people/api/list-people.ts';
import { nameOfPerson } from '#client/features/gallery-people/components/person-name.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

interface ShareGalleryProps {
  gallery: Gallery;
  choice?: ShareChoice;
  onClose: () => void;
}

/** The share links of a gallery, with the names of its people. */
export default function ShareGallery({ gallery, choice, onClose }: ShareGalleryProps) {
  const { t } = useTranslation();
  const people = usePeople(gallery.id).data?.faces ?? [];
  return (
    <ShareLinksDialog
      gallery={gallery}
      people={people}
      nameOf={(person) => nameOfPerson(t, person)}
      choice={choice}
      onClose={onClose}
    />
  );
}
