import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/dialog.tsx';
import {
  addFiles,
  clearUploads,
  retryFailed,
  showUploadsInDialog,
  startUploads,
  useUploads,
} from '#client/lib/upload/queue.ts';
import { summaryOf } from '#client/lib/upload/summary.ts';
import { DropArea } from './drop-area.tsx';
import { PhotosToChooseAgain } from './photos-to-choose-again.tsx';
import classes from './upload-dialog.module.css';
import { UploadList } from './upload-list.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { UploadQuotas } from './upload-quotas.tsx';

interface UploadDialogProps {
  gallery: { id: string; name: string };
  onClose: () => void;
}

/** Choose files and watch the upload. Closing it does not stop uploads: the tray shows them. */
export function UploadDialog({ gallery, onClose }: UploadDialogProps) {
  const { t } = useTranslation();
  const { items, running, speed, resumed } = useUploads();
  useEffect(showUploadsInDialog, []);
  const mine = items.filter((item) => item.galleryId === gallery.id);
  const summary = summaryOf(mine, resumed);
  return (
    <Dialog opened onClose={onClose} title={t('upload.title', { gallery: gallery.name })} size="lg">
      <div className={classes.body}>
        <PhotosToChooseAgain count={resumed?.notKept[gallery.id] ?? 0} />
        <DropArea compact={mine.length > 0} onFiles={(files) => addFiles(gallery, files)} />
        <UploadQuotas galleryId={gallery.id} items={mine} running={running} />
        {mine.length > 0 && (
          <>
            <UploadProgress summary={summary} running={running} speed={speed} />
            {summary.retryable > 0 && !running && (
              <Button variant="default" onClick={() => retryFailed()} justify="center">
                {t('upload.retry_failed', { count: summary.retryable })}
              </Button>
            )}
            <UploadList items={mine} />
          </>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={() => clearUploads(gallery.id)} disabled={mine.length === 0}>
            {t('upload.clear')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {running ? t('upload.shrink') : t('common.close')}
          </Button>
          <Button onClick={startUploads} disabled={summary.waiting === 0 || running} loading={running}>
            {t('upload.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
