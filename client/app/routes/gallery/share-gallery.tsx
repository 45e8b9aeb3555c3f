import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '#client/features/faces/gallery-people/api/list-people.ts';
import { nameOfPerson } from '#client/features/faces/gallery-people/components/person-name.ts';
import { SharingCheckDialog } from '#client/features/faces/gallery-people/components/sharing-check/sharing-check-dialog.tsx';
import { QuickShareDialog } from '#client/features/galleries/galleries/components/quick-share-dialog.tsx';
import { ShareLinksDialog } from '#client/features/galleries/galleries/components/share-links-dialog.tsx';
import type { ShareChoice } from '#client/features/galleries/galleries/components/share-scope-field.tsx';
import type { RenderSharingCheck } from '#client/features/galleries/galleries/components/sharing-check-line.tsx';
import type { Gallery } from '#server/contract/schemas/galleries.ts';

interface ShareGalleryProps {
  gallery: Gallery;
  choice?: ShareChoice;
  /** Begins with one link to all as a code instead of the list of links. */
  quick?: boolean;
  onClose: () => void;
}

/** The share links of a gallery, with the names of its people. */
export default function ShareGallery({ gallery, choice, quick = false, onClose }: ShareGalleryProps) {
  const { t } = useTranslation();
  const people = usePeople(gallery.id).data?.faces ?? [];
  const [edited, setEdited] = useState<ComponentProps<typeof ShareLinksDialog>['edited'] | 'none'>();
  const renderCheck: RenderSharingCheck = (props) => <SharingCheckDialog galleryId={gallery.id} {...props} />;
  if (quick && !edited)
    return (
      <QuickShareDialog
        gallery={gallery}
        onClose={onClose}
        onOptions={(linkId, first) => setEdited(linkId ? { linkId, first } : 'none')}
        renderCheck={renderCheck}
      />
    );
  return (
    <ShareLinksDialog
      gallery={gallery}
      people={people}
      nameOf={(person) => nameOfPerson(t, person)}
      choice={choice}
      edited={edited === 'none' ? undefined : edited}
      renderCheck={renderCheck}
      onClose={onClose}
    />
  );
}
