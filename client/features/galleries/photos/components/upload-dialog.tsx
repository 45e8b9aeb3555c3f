import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import {
  addFiles,
  clearUploads,
  forgetIfAllWell,
  retryFailed,
  showUploadsInDialog,
  startUploads,
  stopUploads,
  useUploads,
} from '#client/lib/upload/queue.ts';
import type { Picked, PickedFile } from '#client/lib/upload/read-picked-files.ts';
import { forgetRefusedFiles, useRefusedBefore } from '#client/lib/upload/refused-files.ts';
import { summaryOf } from '#client/lib/upload/summary.ts';
import { isOfferDue, useOffers } from '../api/newer-versions.ts';
import { useQuotasOfGallery } from '../api/quotas-of-gallery.ts';
import { DropArea } from './drop-area.tsx';
import { NewerVersions } from './newer-versions.tsx';
import { PhotosToChooseAgain } from './photos-to-choose-again.tsx';
import { RefusedBefore } from './refused-before.tsx';
import classes from './upload-dialog.module.css';
import { UploadList } from './upload-list.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { quotaTooSmall, UploadQuotas } from './upload-quotas.tsx';

interface UploadDialogProps {
  gallery: { id: string; name: string };
  /** Dropped on the page, which opened the dialog. */
  dropped?: Picked | undefined;
  onClose: () => void;
  /** Leads to the photos; without it they are behind the dialog. */
  onShow?: () => void;
}

/** Choosing files starts the upload. Closing it does not stop uploads: the tray shows them. */
export function UploadDialog({ gallery, dropped, onClose, onShow = onClose }: UploadDialogProps) {
  const { t } = useTranslation();
  const { items, running, speed, resumed } = useUploads();
  useEffect(showUploadsInDialog, []);
  useEffect(
    () => () => {
      // The tray then asks.
      if (!isOfferDue(gallery.id)) forgetIfAllWell();
    },
    [gallery.id],
  );
  const mine = items.filter((item) => item.galleryId === gallery.id);
  const refused = useRefusedBefore().filter((file) => file.galleryId === gallery.id);
  const summary = summaryOf(mine, resumed);
  const quotas = useQuotasOfGallery(gallery.id, running);
  const short = running ? undefined : quotaTooSmall(quotas, mine);
  const chosen = mine.some(({ status, begun }) => status === 'pending' && !begun);
  const isDone = !running && summary.done > 0 && summary.waiting === 0 && summary.retryable === 0;
  const isOffered = useOffers().some(({ galleryId }) => galleryId === gallery.id);
  const choose = (files: PickedFile[]) => {
    forgetRefusedFiles(gallery.id);
    addFiles(gallery, files);
  };
  // What does not fit is read first.
  useEffect(() => {
    if (chosen && !short) startUploads();
  }, [chosen, short]);

  return (
    <Dialog opened onClose={onClose} title={t('upload.title', { gallery: gallery.name })} size="lg">
      <div className={classes.body}>
        <PhotosToChooseAgain count={resumed?.notKept[gallery.id] ?? 0} />
        <RefusedBefore files={refused} />
        <NewerVersions galleryIds={[gallery.id]} items={mine} running={running} />
        <DropArea compact={mine.length > 0} dropped={dropped} onFiles={choose} />
        <UploadQuotas quotas={quotas} items={mine} tooSmall={short} />
        {mine.length > 0 && (
          <>
            <UploadProgress summary={summary} running={running} speed={speed} />
            {summary.retryable > 0 && !running && (
              <Button onClick={() => retryFailed()} justify="center">
                {t('upload.retry_failed', { count: summary.retryable })}
              </Button>
            )}
            <UploadList items={mine} />
          </>
        )}
        <div className={classes.foot}>
          <Button
            variant="default"
            onClick={() => {
              forgetRefusedFiles(gallery.id);
              clearUploads(gallery.id);
            }}
            disabled={(mine.length === 0 && refused.length === 0) || running}
          >
            {t('upload.clear')}
          </Button>
          <Button variant={running ? 'filled' : 'default'} onClick={onClose}>
            {running ? t('upload.shrink') : t('common.close')}
          </Button>
          {isDone ? (
            <Button variant={isOffered ? 'default' : 'filled'} onClick={onShow}>
              {t('upload.show')}
            </Button>
          ) : running ? (
            <Button variant="default" onClick={stopUploads}>
              {t('upload.stop')}
            </Button>
          ) : (
            summary.waiting > 0 && <Button onClick={startUploads}>{t('upload.start')}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
