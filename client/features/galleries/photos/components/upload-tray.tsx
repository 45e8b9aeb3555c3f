import { ActionIcon, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '#client/icons/chevron-down.ts';
import { IconChevronUp } from '#client/icons/chevron-up.ts';
import { IconX } from '#client/icons/x.ts';
import {
  clearUploads,
  countNotKept,
  forgetIfAllWell,
  isAllWell,
  retryFailed,
  startUploads,
  stopUploads,
  useUploads,
} from '#client/lib/upload/queue.ts';
import { forgetRefusedFiles, noteRefusedFiles, useRefusedBefore } from '#client/lib/upload/refused-files.ts';
import { summaryOf } from '#client/lib/upload/summary.ts';
import { useIsAskingForNewer, useOffers } from '../api/newer-versions.ts';
import { NewerVersions } from './newer-versions.tsx';
import { PhotosToChooseAgain } from './photos-to-choose-again.tsx';
import { RefusedBefore } from './refused-before.tsx';
import { UploadList } from './upload-list.tsx';
import { UploadProgress } from './upload-progress.tsx';
import classes from './upload-tray.module.css';

/** How long the tray says that all photos are there. */
const goesAfterMs = 8_000;

/** The upload progress in a corner of every page. It goes by itself unless something is left to do or to read. */
export function UploadTray() {
  const { t } = useTranslation();
  const uploads = useUploads();
  const { items, running, dialogOpen, speed, resumed } = uploads;
  const [open, setOpen] = useState(false);
  const isOffered = useOffers().some((offer) => items.some(({ galleryId }) => galleryId === offer.galleryId));
  const isAsking = useIsAskingForNewer();
  const goes = isAllWell(uploads) && !open && !dialogOpen && !isOffered && !isAsking;
  useEffect(() => {
    if (!goes) return;
    const timer = setTimeout(forgetIfAllWell, goesAfterMs);
    return () => clearTimeout(timer);
  }, [goes]);
  const refused = useRefusedBefore();
  // Also while the dialog is open.
  useEffect(() => {
    noteRefusedFiles(refused, items);
  }, [items, refused]);
  const begun = items.filter((item) => item.begun);
  const notKept = countNotKept(resumed);
  if (dialogOpen || (begun.length === 0 && notKept === 0 && refused.length === 0)) return null;
  const summary = summaryOf(begun, resumed);
  const names = [...new Set([...begun, ...refused].map((item) => item.galleryName))];
  const dismiss = () => {
    forgetRefusedFiles();
    clearUploads();
  };
  const Toggle = open ? IconChevronDown : IconChevronUp;
  return (
    <section className={classes.tray} data-foot-in-use aria-label={t('upload.tray')}>
      <div className={classes.head}>
        <p className={classes.title}>{names.join(', ') || t('upload.tray')}</p>
        {begun.length > 0 && (
          <ActionIcon
            aria-label={open ? t('upload.hide_list') : t('upload.show_list')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Toggle size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {!running && (
          <ActionIcon aria-label={t('upload.dismiss')} onClick={dismiss}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      <PhotosToChooseAgain count={notKept} />
      <RefusedBefore files={refused} />
      {begun.length > 0 && <UploadProgress summary={summary} running={running} speed={speed} />}
      <NewerVersions galleryIds={begun.map(({ galleryId }) => galleryId)} items={begun} running={running} />
      {open && <UploadList items={begun} />}
      {!running && summary.retryable > 0 && (
        <Button variant="default" size="sm" onClick={() => retryFailed()}>
          {t('upload.retry_failed', { count: summary.retryable })}
        </Button>
      )}
      {summary.waiting > 0 && (
        <Button variant="default" size="sm" onClick={running ? stopUploads : startUploads}>
          {t(running ? 'upload.stop' : 'upload.start')}
        </Button>
      )}
    </section>
  );
}
