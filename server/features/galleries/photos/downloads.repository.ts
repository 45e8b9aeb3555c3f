import { type Kysely, sql } from 'kysely';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { isId, newId } from '#server/ids.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { blurredFor, isPhotoShownTo, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import { fileColumns } from './photo-files.repository.ts';
import { inGalleryOrder, withPerson } from './photos.repository.ts';

/** What to download from a gallery: everything, the photos of a person, or a selection. */
export type DownloadFilter = { personId?: string | undefined; selectionId?: string | undefined };

/** The gallery whose photos are downloaded, null for all galleries, and those of them that are shown. */
export type DownloadScope = { galleryId: string | null; audience: PhotoAudience };

const oldestSelection = (now: Date) => new Date(now.getTime() - lifetimes.downloadSelectionMs);

/**
 * Stores a selection of photos of this scope that the audience is shown, without photos of other galleries. Answers how
 * many there are.
 */
export async function saveSelection(
  db: Kysely<DB>,
  { galleryId, audience }: DownloadScope,
  photoIds: readonly string[],
): Promise<{ id: string; photos: number }> {
  const known = photoIds.filter(isId);
  const rows =
    known.length === 0
      ? []
      : await db
          .selectFrom('photo')
          .select('id')
          .where(ofGallery(galleryId))
          .where(sql<boolean>`id = any(${known}::uuid[])`)
          .where(isPhotoShownTo(audience))
          .execute();
  const id = newId();
  const photo_ids = rows.map((row) => row.id);
  if (rows.length > 0)
    await db.insertInto('download_selection').values({ id, gallery_id: galleryId, photo_ids }).execute();
  return { id, photos: rows.length };
}

const ofGallery = (galleryId: string | null) =>
  galleryId === null ? sql<boolean>`true` : sql<boolean>`photo.gallery_id = ${galleryId}::uuid`;

export async function removeOldSelections(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('download_selection').where('created_at', '<=', oldestSelection(now)).execute();
}

/**
 * The photo ids to download, in the gallery's order. Whoever sees photos that are to be hidden gets those only by choosing them. None when person or selection do not belong to the gallery, or the
 * selection is too old.
 */
export async function listDownloadIds(
  db: Kysely<DB>,
  { galleryId, audience }: DownloadScope,
  { personId, selectionId }: DownloadFilter,
  now: Date,
): Promise<string[]> {
  if ((personId !== undefined && !isId(personId)) || (selectionId !== undefined && !isId(selectionId)))
    return [];
  let query = db
    .selectFrom('photo')
    .select('photo.id')
    .where(ofGallery(galleryId))
    .where(withPerson(personId, audience))
    .where(isPhotoShownTo(audience));
  query = query.where(
    selectionId
      ? sql<boolean>`exists (select 1 from download_selection s
        where s.id = ${selectionId}::uuid and s.gallery_id is not distinct from ${galleryId}::uuid and photo.id = any(s.photo_ids)
          and s.created_at > ${oldestSelection(now)}::timestamptz)`
      : sql<boolean>`not ${isTakenDown()}`,
  );
  return (await inGalleryOrder(query).execute()).map((row) => row.id);
}

export type DownloadRow = Awaited<ReturnType<typeof findDownloads>>[number];

/** Photos by id, without deleted ones and those no longer shown, in the order asked for. */
export async function findDownloads(db: Kysely<DB>, audience: PhotoAudience, ids: readonly string[]) {
  const rows = await db
    .selectFrom('photo')
    .select([...fileColumns, 'created_at', blurredFor(audience).as('blurred_faces')])
    .where('id', 'in', [...ids])
    .where(isPhotoShownTo(audience))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
