import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { useConfirm } from '#client/components/ui/use-confirm.ts';
import {
  addFiles,
  clearUploads,
  isUnsent,
  retryFailed,
  showUploadsInDialog,
  startUploads,
  useUploads,
} from '#client/lib/upload/queue.ts';
import { summaryOf } from '#client/lib/upload/summary.ts';
import { useFormat } from '#client/lib/use-format.ts';
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
  const { number } = useFormat();
  const confirm = useConfirm();
  const { items, running, speed, resumed } = useUploads();
  useEffect(showUploadsInDialog, []);
  const mine = items.filter((item) => item.galleryId === gallery.id);
  const summary = summaryOf(mine, resumed);
  const unsent = mine.filter((item) => item.begun && isUnsent(item)).length;
  const sending = running && unsent > 0;

  const clear = async () => {
    const stop =
      !sending ||
      (await confirm({
        title: t('upload.stop_title'),
        body: t('upload.stop_body', { count: unsent, n: number(unsent) }),
        confirm: t('upload.stop'),
        danger: true,
      }));
    if (stop) clearUploads(gallery.id);
  };

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
          <Button variant="default" onClick={() => void clear()} disabled={mine.length === 0}>
            {sending ? t('upload.stop') : t('upload.clear')}
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
