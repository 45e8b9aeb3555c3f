import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#client/components/ui/panel.tsx';
import { errorMessage } from '#client/lib/error-message.ts';
import { useFormat } from '#client/lib/use-format.ts';
import { type FaceSettings, useSettingsPreview } from '../api/face-settings.ts';
import { GalleryPicker } from './gallery-picker.tsx';
import { isRatio, ratioOf } from './ratio.ts';
import classes from './settings-form.module.css';
import { type SettingsValues, thresholdWithout } from './settings-values.ts';

const pauseMs = 400;

/** A preview of what the settings in the form would do to the people of one gallery. It changes nothing. */
export function SettingsPreview({ settings, values }: { settings: FaceSettings; values: SettingsValues }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [galleryId, setGalleryId] = useState<string>();
  const [settled] = useDebouncedValue(values, pauseMs);
  const otherEyes =
    settled.recognition_model !== settings.recognition_model ||
    settled.detector_backend !== settings.detector_backend;
  const ready = galleryId && !otherEyes && isRatio(settled.match_threshold);
  const { data, error, isFetching } = useSettingsPreview(
    ready
      ? {
          gallery_id: galleryId,
          distance_metric: settled.distance_metric,
          match_threshold: ratioOf(settled.match_threshold) ?? thresholdWithout(settled, settings),
        }
      : undefined,
  );

  const sentences = () => {
    if (!data) return [];
    const { people_now, people_then, would_merge, would_split, named_people_affected } = data;
    if (people_now + people_then === 0) return [t('recognition_admin.preview_empty')];
    return [
      would_merge > 0 && t('recognition_admin.preview_merge', { count: would_merge }),
      would_split > 0 && t('recognition_admin.preview_split', { count: would_split }),
      would_merge + would_split === 0 && t('recognition_admin.preview_same'),
      named_people_affected > 0
        ? t('recognition_admin.preview_named', { count: named_people_affected })
        : t('recognition_admin.preview_named_none'),
    ].filter((sentence) => sentence !== false);
  };

  return (
    <Panel
      as="aside"
      heading="h3"
      aria-label={t('recognition_admin.preview')}
      title={
        <>
          {t('recognition_admin.preview')} {isFetching && <Loader size={16} />}
        </>
      }
    >
      <GalleryPicker onPick={(gallery) => setGalleryId(gallery.id)} />
      <div role="status">
        {otherEyes && <p className={classes.note}>{t('recognition_admin.preview_model')}</p>}
        {!galleryId && !otherEyes && <p className={classes.note}>{t('recognition_admin.preview_pick')}</p>}
        {ready && error && <p className={classes.note}>{errorMessage(t, error)}</p>}
        {ready && !error && data && (
          <>
            <p className={classes.people}>
              {t('recognition_admin.preview_people')}: <b>{number(data.people_now)}</b>{' '}
              {t('recognition_admin.preview_now')}, <b>{number(data.people_then)}</b>{' '}
              {t('recognition_admin.preview_then')}
            </p>
            <ul className={classes.sentences}>
              {sentences().map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p className={classes.note}>{t('recognition_admin.preview_text')}</p>
          </>
        )}
      </div>
    </Panel>
  );
}
