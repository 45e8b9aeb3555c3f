import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { ViewerDownloadButtons } from '#client/features/photos/components/viewer-download-buttons.tsx';
import { ViewerTakedownButton } from '#client/features/takedowns/components/viewer-takedown-button.tsx';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-viewer.module.css';

interface FoundViewerProps
  extends Omit<ComponentProps<typeof PhotoViewer<FoundPhoto>>, 'toolsOf' | 'footOf'> {
  onAskTakedown: (photo: FoundPhoto) => void;
  /** Asks whether the photo shows who is looked for. */
  answerOf?: (photo: FoundPhoto) => ReactNode;
}

/** A found photo with the gallery it is from. */
export default function FoundViewer({ onAskTakedown, answerOf, ...viewer }: FoundViewerProps) {
  return (
    <PhotoViewer
      {...viewer}
      toolsOf={(photo) => (
        <>
          {!photo.is_taken_down && <ViewerTakedownButton onAsk={() => onAskTakedown(photo)} />}
          <ViewerDownloadButtons photo={photo} />
        </>
      )}
      footOf={(photo) => (
        <div className={classes.foot}>
          <Link to="/gallery/$galleryId" params={{ galleryId: photo.gallery_id }}>
            <bdi>{photo.gallery_name}</bdi> · <bdi>{photo.event_name}</bdi>
          </Link>
          {answerOf?.(photo)}
        </div>
      )}
    />
  );
}
