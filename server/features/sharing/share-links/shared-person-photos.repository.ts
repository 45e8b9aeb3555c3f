import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { shownCredit } from '#server/features/galleries/photos/photo-metadata.ts';
import { inGalleryOrder } from '#server/features/galleries/photos/photos.repository.ts';
import { isPhotoShownTo, type Outsiders, thumbhashFor } from '#server/visibility/photo-visibility.sql.ts';
import type { PhotoOfLink } from './shared-photo.ts';

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
