import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#client/components/ui/layout/panel.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import type { RouterOutputs } from '#client/lib/trpc.ts';
import { type FaceSettings, useSettingsPreview } from '../api/face-settings.ts';
import { GalleryPicker } from './gallery-picker.tsx';
import { isRatio, parseRatio } from './ratio.ts';
import classes from './settings-form.module.css';
import { effectiveThreshold, type SettingsValues } from './settings-values.ts';

const pauseMs = 400;

type Preview = RouterOutputs['recognition']['previewSettings'];

interface SettingsPreviewProps {
  settings: FaceSettings;
  values: SettingsValues;
  lookAlikes: (of: Preview['look_alikes']) => ReactNode;
}

/** A preview of what the settings in the form would do to the people of one gallery. It changes nothing. */
export function SettingsPreview({ settings, values, lookAlikes }: SettingsPreviewProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [galleryId, setGalleryId] = useState<string>();
  const [debounced] = useDebouncedValue(values, pauseMs);
  const otherModel =
    debounced.recognition_model !== settings.recognition_model ||
    debounced.detector_backend !== settings.detector_backend;
  const ready = galleryId && !otherModel && isRatio(debounced.match_threshold);
  const { data, error, isFetching } = useSettingsPreview(
    ready
      ? {
          gallery_id: galleryId,
          distance_metric: debounced.distance_metric,
          match_threshold: parseRatio(debounced.match_threshold) ?? effectiveThreshold(debounced, settings),
        }
      : undefined,
  );

  const sentences = () => {
    if (!data) return [];
    const { people_now, people_then, would_merge, would_split, threshold_in_force } = data;
    const { named_people_affected, faces_added_to_named_people: added } = data;
    if (people_now + people_then === 0) return [t('recognition.preview_empty')];
    return [
      would_merge > 0 && t('recognition.preview_merge', { count: would_merge }),
      would_split > 0 && t('recognition.preview_split', { count: would_split }),
      would_merge + would_split === 0 && t('recognition.preview_same'),
      named_people_affected > 0
        ? t('recognition.preview_named', { count: named_people_affected })
        : t('recognition.preview_named_none'),
      added > 0 && t('recognition.preview_added', { count: added }),
      threshold_in_force &&
        t(`recognition.threshold_${threshold_in_force.reason}`, {
          threshold: number(threshold_in_force.threshold),
        }),
    ].filter((sentence) => typeof sentence === 'string');
  };

  return (
    <Panel
      as="aside"
      heading="h3"
      aria-label={t('recognition.preview')}
      title={
        <>
          {t('recognition.preview')} {isFetching && <Loader size={16} />}
        </>
      }
    >
      <GalleryPicker onPick={(gallery) => setGalleryId(gallery.id)} />
      <div role="status">
        {otherModel && <p className={classes.note}>{t('recognition.preview_model')}</p>}
        {!galleryId && !otherModel && <p className={classes.note}>{t('recognition.preview_pick')}</p>}
        {ready && error && <p className={classes.note}>{errorMessage(t, error)}</p>}
        {ready && !error && data && (
          <>
            <p className={classes.people}>
              {t('recognition.preview_people')}: <b>{number(data.people_now)}</b>{' '}
              {t('recognition.preview_now')}, <b>{number(data.people_then)}</b>{' '}
              {t('recognition.preview_then')}
            </p>
            <ul className={classes.sentences}>
              {sentences().map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p className={classes.note}>{t('recognition.preview_text')}</p>
          </>
        )}
      </div>
      {ready && !error && data && lookAlikes(data.look_alikes)}
    </Panel>
  );
}
