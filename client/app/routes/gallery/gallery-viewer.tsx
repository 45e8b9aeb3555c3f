import type { ComponentProps } from 'react';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { PeopleInPhoto } from '#client/features/people/components/people-in-photo.tsx';
import { DownloadMenu } from '#client/features/photos/components/download-menu.tsx';
import type { Person } from '#server/contract/schemas/faces.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';

type ViewerProps = Omit<ComponentProps<typeof PhotoViewer<Photo>>, 'toolsOf' | 'footOf'>;

interface GalleryViewerProps extends ViewerProps {
  people: Person[];
  onChoosePerson: (id: string) => void;
}

export default function GalleryViewer({ people, onChoosePerson, ...viewer }: GalleryViewerProps) {
  return (
    <PhotoViewer
      {...viewer}
      toolsOf={(photo) => <DownloadMenu photo={photo} />}
      footOf={(photo) => <PeopleInPhoto photoId={photo.id} people={people} onChoose={onChoosePerson} />}
    />
  );
}
