import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { listActiveClubAdminIds } from '#server/features/clubs/members.repository.ts';
import { listEventClubIds } from '#server/features/events/events.repository.ts';
import { listActiveAdminIds } from '#server/features/users/users.repository.ts';
import { isPhotographerHere } from '#server/visibility/gallery-visibility.sql.ts';
import { listAdditionalClubIds } from './check-gallery-input.ts';

/** Creator and photographer of a gallery, as far as their accounts are active and the photographer has the role. */
async function listActiveOwnerIds(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const active = await trx
    .selectFrom('gallery')
    .innerJoin('app_user', (join) =>
      join.on(sql<boolean>`(app_user.id = gallery.created_by
        or app_user.id = gallery.photographer_id and ${isPhotographerHere(sql.ref('app_user.id'))})`),
    )
    .select('app_user.id')
    .where('gallery.id', '=', galleryId)
    .where('app_user.is_active', '=', true)
    .execute();
  return active.map(({ id }) => id);
}

/** The users notified of decisions that a gallery needs: its creator and photographer, else the global administrators. */
export async function listGalleryDeciders(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const owners = await listActiveOwnerIds(trx, galleryId);
  return owners.length > 0 ? owners : listActiveAdminIds(trx);
}

/**
 * Those who made the links by which people outside the clubs see a gallery, and its deciders where it is public or nobody of
 * them is left.
 */
export async function listShowingOutside(
  trx: Transaction<DB>,
  galleryId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from share_link l join app_user u on u.id = l.created_by and u.is_active
    where l.gallery_id = ${galleryId}::uuid and l.scope in ('gallery', 'people') and l.is_active
      and (l.expires_at is null or l.expires_at > ${now}::timestamptz)`.execute(trx);
  const creators = rows.map(({ id }) => id);
  const { visibility } = await trx
    .selectFrom('gallery')
    .select('visibility')
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const isTheirs = visibility === 'public' || creators.length === 0;
  return [...new Set([...creators, ...(isTheirs ? await listGalleryDeciders(trx, galleryId) : [])])];
}

/** Creator and photographer of a gallery and the administrators of its clubs; without any, the global ones. */
export async function listGalleryManagerIds(
  trx: Transaction<DB>,
  gallery: { id: string; event_id: string },
): Promise<string[]> {
  const managers = new Set(await listActiveOwnerIds(trx, gallery.id));
  const clubs = [
    ...(await listEventClubIds(trx, gallery.event_id)),
    ...(await listAdditionalClubIds(trx, gallery.id)),
  ];
  for (const club of new Set(clubs))
    for (const admin of await listActiveClubAdminIds(trx, club)) managers.add(admin);
  return managers.size > 0 ? [...managers] : listActiveAdminIds(trx);
}
