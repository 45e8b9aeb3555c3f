import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewerOfList } from '#client/components/photo-browser/photo-browser.tsx';
import PhotoViewer from '#client/components/viewer/photo-viewer.tsx';
import { galleryAndEvent } from '#client/features/faces/my-photos/gallery-and-event.ts';
import {
  originalFile,
  originalToShow,
  savedCopy,
} from '#client/features/galleries/photos/components/original-file.ts';
import { useShareFiles } from '#client/hooks/use-share-files.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconExternalLink } from '#client/icons/external-link.ts';
import { IconShare } from '#client/icons/share.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import classes from './found-viewer.module.css';

interface FoundViewerProps extends ViewerOfList<FoundPhoto> {
  /** Asks whether the photo shows who is looked for. */
  answerOf?: (photo: FoundPhoto) => ReactNode;
  /** Shares all photos of somebody by link; offered where the system's share sheet takes no files. */
  byLink?: { label: string; onShare: () => void } | undefined;
}

/** A found photo with the gallery it is from. */
export default function FoundViewer({ answerOf, byLink, ...viewer }: FoundViewerProps) {
  const { t } = useTranslation();
  const { share, pending } = useShareFiles();
  return (
    <PhotoViewer
      {...viewer}
      originalOf={originalToShow}
      actionsOf={(photo) => [
        {
          label: t('photos.open_original'),
          icon: IconExternalLink,
          run: () => window.open(originalToShow(photo), '_blank', 'noopener'),
        },
      ]}
      footOf={(photo) => (
        <div className={classes.foot}>
          <Button
            component="a"
            href={savedCopy(photo.id, 'large')}
            download
            variant="white"
            size="sm"
            leftSection={<IconDownload size={18} />}
          >
            {t('photos.save')}
          </Button>
          {share && (
            <Button
              variant="white"
              size="sm"
              leftSection={<IconShare size={18} />}
              loading={pending}
              onClick={() => void share([originalFile(photo)])}
            >
              {t('photos.share')}
            </Button>
          )}
          <Link to="/gallery/$galleryId" params={{ galleryId: photo.gallery_id }} className={classes.gallery}>
            {galleryAndEvent(photo)}
          </Link>
          {answerOf?.(photo)}
          {byLink && !share && (
            <Button
              variant="subtle"
              color="gray.0"
              size="sm"
              leftSection={<IconShare size={18} />}
              onClick={byLink.onShare}
            >
              {byLink.label}
            </Button>
          )}
        </div>
      )}
    />
  );
}
