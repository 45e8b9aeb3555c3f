import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import {
  hasEndedHere,
  isClubOfGallery,
  isPhotographerHere,
  sharesGallery,
} from '#server/visibility/gallery-visibility.sql.ts';
import { isLinkInForce } from '#server/visibility/is-gallery-shown-outside.sql.ts';

/** Creator and photographer of a gallery, as far as their rights have not ended, they are active and the photographer has the role. */
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
    .where((eb) => eb.not(hasEndedHere(sql.ref('app_user.id'))))
    .execute();
  return active.map(({ id }) => id);
}

/**
 * The users notified of decisions that a gallery needs: its creator and photographer, else the administrators of its clubs and the
 * global ones.
 */
export async function listGalleryDeciders(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const owners = await listActiveOwnerIds(trx, galleryId);
  if (owners.length > 0) return owners;
  return [
    ...new Set([...(await listActiveClubAdminIdsOf(trx, galleryId)), ...(await listActiveAdminIds(trx))]),
  ];
}

/** The administrators of a gallery's clubs. */
export async function listActiveClubAdminIdsOf(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from role_assignment held join app_user u on u.id = held.user_id and u.is_active
    where held.role_name = 'club_admin' and ${isClubOfGallery(sql.ref('held.club_id'), galleryId)}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
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
      join gallery on gallery.id = l.gallery_id and ${sharesGallery(sql.ref('u.id'))}
    where l.gallery_id = ${galleryId}::uuid and l.scope in ('gallery', 'people')
      and ${isLinkInForce('l', sql`${now}::timestamptz`)}`.execute(trx);
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
  gallery: { id: string },
): Promise<string[]> {
  const owners = await listActiveOwnerIds(trx, gallery.id);
  const managers = new Set([...owners, ...(await listActiveClubAdminIdsOf(trx, gallery.id))]);
  return managers.size > 0 ? [...managers] : listActiveAdminIds(trx);
}
