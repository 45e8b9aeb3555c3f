import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlaceholder } from '#client/components/photo-grid/thumbhash.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './gallery-card.module.css';
import { photographerName } from './photographer-name.ts';
import { VisibilityBadge } from './visibility-badge.tsx';

interface GalleryCardProps {
  gallery: Gallery;
  base?: '/gallery' | '/admin/gallery';
  chosen?: boolean;
  /** The checkbox of selectable cards; passed in, because most cards have none. */
  choice?: ReactNode;
}

/** A gallery card: the cover photo with the text on or below it. */
export function GalleryCard({ gallery, base = '/gallery', chosen = false, choice }: GalleryCardProps) {
  const { t } = useTranslation();
  const { number, date } = useFormat();
  return (
    <li className={classes.card} data-chosen={chosen || undefined}>
      <div className={classes.cover} ref={usePlaceholder(gallery.preview_thumbhash)}>
        {gallery.preview_url ? (
          <img src={gallery.preview_url} alt="" loading="lazy" decoding="async" className={classes.image} />
        ) : (
          <span className={classes.initial} aria-hidden="true">
            {gallery.name.slice(0, 1).toLocaleUpperCase()}
          </span>
        )}
        <div className={classes.over}>
          <h2 className={classes.name}>
            <Link
              to={base === '/gallery' ? '/gallery/$galleryId' : '/admin/gallery/$galleryId'}
              params={{ galleryId: gallery.id }}
              className={classes.link}
            >
              {gallery.name}
            </Link>
          </h2>
          <p className={classes.event}>{`${isolate(gallery.event_name)} · ${date(gallery.event_date)}`}</p>
        </div>
        <span className={classes.corner}>
          {gallery.cover_photo_id && <span className={classes.badge}>{t('galleries.cover')}</span>}
          <VisibilityBadge visibility={gallery.visibility} />
        </span>
        {choice && <span className={classes.choose}>{choice}</span>}
      </div>
      <p className={classes.facts}>
        <b>{t('galleries.photos', { count: gallery.photo_count, n: number(gallery.photo_count) })}</b>
        {gallery.people_count > 0 && (
          <span>
            {t('galleries.people', { count: gallery.people_count, n: number(gallery.people_count) })}
          </span>
        )}
        <span className={classes.date}>{date(gallery.created_at)}</span>
      </p>
      <p className={classes.by}>{photographerName(gallery) || t('galleries.no_photographer')}</p>
    </li>
  );
}
