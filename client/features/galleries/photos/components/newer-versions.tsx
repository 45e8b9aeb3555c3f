import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { UploadItem } from '#client/lib/upload/queue.ts';
import { askForNewerVersions, dropOffers, replaceByAdded, useOffers } from '../api/newer-versions.ts';
import classes from './newer-versions.module.css';

/** Pairs on the screen. */
const shown = 30;

interface NewerVersionsProps {
  galleryIds: readonly string[];
  /** What was uploaded. */
  items: readonly UploadItem[];
  running: boolean;
}

/** After an upload: photos that look like newer versions of others may take their places. Of none nothing. */
export function NewerVersions({ galleryIds, items, running }: NewerVersionsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const utils = trpc.useUtils();
  const showError = useErrorToast(t('failed.photo_replace'));
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // Both stay where it cannot be asked.
    if (!running) askForNewerVersions(items).catch(() => undefined);
  }, [items, running]);
  const versions = useOffers().filter(({ galleryId }) => galleryIds.includes(galleryId));
  if (versions.length === 0) return null;

  const replace = async () => {
    setPending(true);
    let [replaced, held] = [0, 0];
    for (const version of versions) {
      try {
        if ((await replaceByAdded(version)).held) held += 1;
        replaced += 1;
      } catch (error) {
        showError(error);
      }
      dropOffers([version]);
    }
    setPending(false);
    const say = (key: 'upload.newer_replaced' | 'deleted_photos.held', count: number) =>
      t(key, { count, n: number(count) });
    if (replaced > 0) toast.success(say('upload.newer_replaced', replaced));
    if (held > 0) toast.info(say('deleted_photos.held', held));
    await Promise.all([utils.photos, utils.galleryPeople, utils.galleries].map((each) => each.invalidate()));
  };
  const title = t('upload.newer', { count: versions.length, n: number(versions.length) });
  return (
    <section className={classes.newer} aria-label={title}>
      <p className={classes.title} role="status">
        {title}
      </p>
      <ul className={classes.pairs}>
        {versions.slice(0, shown).map(({ photo_id, filename, thumbnail_url, earlier }) => (
          <li
            key={photo_id}
            className={classes.pair}
            title={t('upload.newer_pair', { earlier: earlier.filename, name: filename })}
          >
            <img
              src={earlier.thumbnail_url}
              alt={t('upload.newer_pair', { earlier: earlier.filename, name: filename })}
            />
            <img src={thumbnail_url} alt="" />
          </li>
        ))}
      </ul>
      {versions.length > shown && (
        <p className={classes.hint}>{t('upload.and_more', { count: versions.length - shown })}</p>
      )}
      <p className={classes.hint}>{t('upload.newer_hint', { count: versions[0]?.keptDays ?? 0 })}</p>
      <div className={classes.answers}>
        <Button loading={pending} onClick={() => void replace()}>
          {t('upload.newer_replace')}
        </Button>
        <Button variant="default" disabled={pending} onClick={() => dropOffers(versions)}>
          {t('upload.newer_keep')}
        </Button>
      </div>
    </section>
  );
}
