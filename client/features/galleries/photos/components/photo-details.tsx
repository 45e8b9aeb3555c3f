import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { useCaption, useFileMetadata } from '../api/list-photos.ts';
import classes from './photo-details.module.css';

interface PhotoDetailsProps {
  photo: Photo;
  people: readonly string[];
  /** What its file says of what is to be seen: all, or what readers are shown. */
  words: 'all' | 'caption' | 'none';
}

/** What the server knows of a photo. */
export function PhotoDetails({ photo, people, words }: PhotoDetailsProps) {
  const { t } = useTranslation();
  const { date, dateTime, bytes, list } = useFormat();
  // What the clock showed at the place; of a day without a time the day alone.
  const local = photo.taken_at_local;
  const { data: file } = useFileMetadata(photo.id, words === 'all');
  const { data: shown } = useCaption(photo.id, words === 'caption');
  const facts = [
    [t('photos.details.name'), photo.filename],
    [t('photos.details.taken'), local && (local.includes('T') ? dateTime : date)(local)],
    [t('photos.details.added'), dateTime(photo.created_at)],
    [t('photos.details.size'), `${photo.width} × ${photo.height}, ${bytes(photo.bytes)}`],
    [t('photos.details.people'), people.length > 0 && list([...people])],
    [t('photos.details.credit'), photo.credit],
    [t('photos.details.headline'), file?.headline],
    [t('photos.details.caption'), (file ?? shown)?.caption],
    [t('photos.details.keywords'), file?.keywords.join(', ')],
    [t('photos.details.rating'), file?.rating && t('photos.details.stars', { count: file.rating })],
    [t('photos.details.label'), file?.label],
    [t('photos.details.people_in_file'), file?.people.join(', ')],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label as string}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.value}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
