import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type DownloadSize, forEachRendition } from '#server/contract/rendition-sizes.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import type { sharedPhoto } from '#server/contract/schemas/share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { shownCredit } from '#server/features/galleries/photos/photo-metadata.ts';
import { inGalleryOrder } from '#server/features/galleries/photos/photos.repository.ts';
import {
  isPhotoShownTo,
  type Outsiders,
  thumbhashFor,
  visitorsBy,
} from '#server/visibility/photo-visibility.sql.ts';
import type { OpenedLink } from './check-share-link.ts';
import { clubNamesOfGallery } from './club-names-of-gallery.sql.ts';
import { findSharedName } from './family-share-links.repository.ts';
import type { VisitedLink } from './share-links.repository.ts';

/** What a visitor by link learns about the gallery: names and counts, no ids of people, no addresses. */
export async function getSharedGallery(ctx: Needs<'db' | 'clock'>, link: OpenedLink) {
  if (link.scope === 'club_person') return getSharedPerson(ctx, link);
  const { db, clock } = ctx;
  const row = await db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .leftJoin('app_user as photographer', 'photographer.id', 'gallery.photographer_id')
    .select([
      'gallery.name',
      'gallery.created_at',
      'event.name as event_name',
      'event.event_date',
      clubNamesOfGallery.as('clubs'),
      'photographer.first_name as photographer_first_name',
      'photographer.last_name as photographer_last_name',
      sql<number>`(select count(*)::int from photo where photo.gallery_id = gallery.id and ${isPhotoShownTo(visitorsBy(link, clock.today()))})`.as(
        'photo_count',
      ),
    ])
    .where('gallery.id', '=', link.gallery_id)
    .executeTakeFirst();
  if (!row) throw new AppError('link_not_found');
  return {
    ...row,
    photographer_first_name: row.photographer_first_name ?? '',
    photographer_last_name: row.photographer_last_name ?? '',
  };
}

/** The same of a link to one person of a club: no gallery, event or photographer is named for all of its photos. */
async function getSharedPerson(
  { db, clock }: Needs<'db' | 'clock'>,
  link: Extract<OpenedLink, { scope: 'club_person' }>,
) {
  const name = await findSharedName(db, link.club_person_id);
  if (name === undefined) throw new AppError('link_not_found');
  const { photo_count } = await db
    .selectFrom('photo')
    .select(sql<number>`count(*)::int`.as('photo_count'))
    .where(isPhotoShownTo(visitorsBy(link, clock.today())))
    .executeTakeFirstOrThrow();
  return {
    name,
    photo_count,
    created_at: link.created_at,
    event_name: '',
    event_date: null,
    clubs: [],
    photographer_first_name: '',
    photographer_last_name: '',
  };
}

/** One page of the photos of a link to one person: by event, newest first, then as in the gallery. */
export async function listSharedPersonPhotos(
  db: Kysely<DB> | Transaction<DB>,
  audience: Outsiders,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ photos: PhotoOfLink[]; total: number }> {
  const { total } = await db
    .selectFrom('photo')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(isPhotoShownTo(audience))
    .executeTakeFirstOrThrow();
  const photos = db
    .selectFrom('photo')
    .innerJoin('gallery', 'gallery.id', 'photo.gallery_id')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select([
      'photo.id',
      'photo.filename',
      'photo.width',
      'photo.height',
      thumbhashFor(audience).as('thumbhash'),
      'photo.credit',
      'photo.credit_line',
      'gallery.name as gallery_name',
      'event.name as event_name',
      'event.event_date',
    ])
    .where(isPhotoShownTo(audience))
    .orderBy('event.event_date', 'desc')
    .orderBy('event.id')
    .orderBy('gallery.id');
  const rows = await inGalleryOrder(photos).limit(limit).offset(offset).execute();
  return {
    photos: rows.map(({ gallery_name, event_name, event_date, credit, credit_line, ...photo }) => ({
      ...photo,
      credit: shownCredit({ credit, credit_line }),
      source: { gallery_name, event_name, event_date },
    })),
    total,
  };
}

export function sharedPictureUrl(
  link: Pick<VisitedLink, 'token'>,
  unlock: string | null,
  photoId: string,
  size: DownloadSize,
): string {
  const query = new URLSearchParams({ size, ...(unlock ? { unlock } : {}) });
  return `/api/galleries/shared/${link.token}/photos/${photoId}/download?${query}`;
}

type PhotoOfLink = Pick<Photo, 'id' | 'filename' | 'width' | 'height' | 'thumbhash' | 'credit'> & {
  source?: z.output<typeof sharedPhoto>['source'];
};

/** A photo as a visitor by link gets it; `unlock` travels in the picture addresses of protected links only. */
export function toSharedPhoto(
  photo: PhotoOfLink,
  link: VisitedLink,
  unlock: string | null,
): z.output<typeof sharedPhoto> {
  const url = (size: DownloadSize) => sharedPictureUrl(link, unlock, photo.id, size);
  return {
    id: photo.id,
    filename: photo.filename,
    width: photo.width,
    height: photo.height,
    thumbhash: photo.thumbhash,
    thumbnail_url: url('medium'),
    thumbnail_urls: forEachRendition(url),
    download_url: link.allow_download ? url('original') : null,
    credit: photo.credit,
    source: photo.source ?? null,
  };
}
