import { type Kysely, sql } from 'kysely';
import { isGlobalAdmin, targetRules, type Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { loadEvent } from '#server/features/galleries/events/load-event.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { isOwner } from '#server/visibility/gallery-visibility.sql.ts';

/** A gallery as a folder in that of its event. */
export type DeliveryFolder = {
  galleryId: string;
  eventId: string;
  /** Slug of the event. */
  event: string;
  /** Of the gallery; where two are alike, with the first characters of its id. */
  name: string;
  createdAt: Date;
  updatedAt: Date;
};

/** The galleries to which the viewer may upload, by event and name. */
export async function listDeliveryFolders(db: Kysely<DB>, viewer: Viewer): Promise<DeliveryFolder[]> {
  const named = viewer.key?.galleryId ?? null;
  const rows = await db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select([
      'gallery.id as galleryId',
      'gallery.name',
      'gallery.created_at as createdAt',
      'gallery.updated_at as updatedAt',
      'event.id as eventId',
      'event.slug as event',
    ])
    .where(
      named
        ? sql<boolean>`gallery.id = ${named}::uuid`
        : isGlobalAdmin(viewer)
          ? sql<boolean>`true`
          : isOwner(viewer.id),
    )
    .orderBy('event.slug')
    .orderBy('gallery.id')
    .execute();
  const allowed = await allowedGalleryIds(
    db,
    viewer,
    rows.map(({ galleryId }) => galleryId),
    'uploadPhotos',
  );
  const folders = rows.filter(({ galleryId }) => allowed.has(galleryId));
  const keyOf = ({ event, name }: { event: string; name: string }) =>
    `${event}/${folderName(name).toLowerCase()}`;
  const alike = new Map<string, number>();
  for (const folder of folders) alike.set(keyOf(folder), (alike.get(keyOf(folder)) ?? 0) + 1);
  return folders.map((folder) => ({
    ...folder,
    name:
      (alike.get(keyOf(folder)) ?? 0) > 1
        ? `${folderName(folder.name)} (${folder.galleryId.slice(-8)})`
        : folderName(folder.name),
  }));
}

/** A name as folders may have it, on every system. */
export const folderName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')
    .replace(/^\.+|[. ]+$/g, '')
    .trim() || 'gallery';

/** The event with this slug, where the viewer may add a gallery. */
export async function findEventToAddTo(db: Kysely<DB>, viewer: Viewer, slug: string) {
  const found = await db
    .selectFrom('event')
    .select(['id', 'slug', 'created_at'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!found) return undefined;
  const event = await loadEvent(db, viewer, found.id);
  return targetRules.event.addGallery(viewer, event.facts) ? found : undefined;
}
