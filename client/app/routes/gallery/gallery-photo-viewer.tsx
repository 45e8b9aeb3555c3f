import type { ComponentProps } from 'react';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { PeopleOfPhotoList } from '#client/features/gallery-people/components/people-of-photo-list.tsx';
import { ViewerDownloadTool } from '#client/features/photos/components/viewer-download-tool.tsx';
import { TakedownTool } from '#client/features/takedowns/components/takedown-tool.tsx';
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
          {!photo.is_taken_down && <TakedownTool onAsk={() => onAskTakedown(photo)} />}
          <ViewerDownloadTool photo={photo} />
        </>
      )}
      footOf={(photo) => <PeopleOfPhotoList photoId={photo.id} people={people} onChoose={onChoosePerson} />}
    />
  );
}
