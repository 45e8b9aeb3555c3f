import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ViewerOfList } from '#client/components/photo-browser/photo-browser.tsx';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { galleryAndEvent } from '#client/features/my-photos/gallery-and-event.ts';
import { ViewerDownloadButtons } from '#client/features/photos/components/viewer-download-buttons.tsx';
import { ViewerTakedownButton } from '#client/features/takedowns/components/viewer-takedown-button.tsx';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-viewer.module.css';

interface FoundViewerProps extends ViewerOfList<FoundPhoto> {
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
            {galleryAndEvent(photo)}
          </Link>
          {answerOf?.(photo)}
        </div>
      )}
    />
  );
}
