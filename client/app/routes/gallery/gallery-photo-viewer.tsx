import type { ComponentProps } from 'react';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { PeopleOfPhotoList } from '#client/features/gallery-people/components/people-of-photo-list.tsx';
import { ViewerDownloadButtons } from '#client/features/photos/components/viewer-download-buttons.tsx';
import { ViewerTakedownButton } from '#client/features/takedowns/components/viewer-takedown-button.tsx';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';

type ViewerProps = Omit<ComponentProps<typeof PhotoViewer<Photo>>, 'toolsOf' | 'footOf'>;

interface GalleryPhotoViewerProps extends ViewerProps {
  people: Person[];
  onChoosePerson: (id: string) => void;
  onAskTakedown: (photo: Photo) => void;
}

export default function GalleryPhotoViewer({
  people,
  onChoosePerson,
  onAskTakedown,
  ...viewer
}: GalleryPhotoViewerProps) {
  return (
    <PhotoViewer
      {...viewer}
      toolsOf={(photo) => (
        <>
          {!photo.is_taken_down && <ViewerTakedownButton onAsk={() => onAskTakedown(photo)} />}
          <ViewerDownloadButtons photo={photo} />
        </>
      )}
      footOf={(photo) => <PeopleOfPhotoList photoId={photo.id} people={people} onChoose={onChoosePerson} />}
    />
  );
}
