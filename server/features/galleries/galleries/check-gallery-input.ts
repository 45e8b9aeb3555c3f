import type { Transaction } from 'kysely';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { isPhotographerFor } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { isId, requireId } from '#server/ids.ts';

/** The rules for a gallery's clubs, event, photographer and cover, for every role that changes them. */

export async function listAdditionalClubIds(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('gallery_club')
    .select('club_id')
    .where('gallery_id', '=', galleryId)
    .execute();
  return rows.map((row) => row.club_id);
}

/**
 * The clubs that a gallery has beside those of its event. The dialog sends the event's clubs too; they are left out here.
 * @throws AppError where clubs would not count: only galleries restricted to clubs have any
 */
export function additionalClubs(
  visibility: string,
  clubIds: readonly string[],
  eventClubs: readonly string[],
): string[] {
  const inherited = new Set(eventClubs);
  const additional = [...new Set(clubIds.map((id) => requireId(id, 'club_not_found')))].filter(
    (id) => !inherited.has(id),
  );
  if (additional.length > 0 && visibility !== 'club_restricted')
    throw fieldError('club_ids', 'Clubs count only with the visibility “Clubs only”');
  return additional;
}

export const needsClub = () =>
  new AppError('gallery_needs_club', {
    fields: [{ field: 'club_ids', msg: 'At least one club is required' }],
  });

export async function requireEvent(
  trx: Transaction<DB>,
  eventId: string,
  currentId: string,
): Promise<string> {
  if (eventId === currentId) return currentId;
  const id = requireId(eventId, 'event_not_found');
  const event = await trx.selectFrom('event').select('id').where('id', '=', id).forShare().executeTakeFirst();
  if (!event) throw new AppError('event_not_found');
  return id;
}

export async function requirePhotographer(
  trx: Transaction<DB>,
  userId: string,
  clubIds: readonly string[],
): Promise<string> {
  const invalid = () =>
    new AppError('gallery_photographer_invalid', {
      fields: [{ field: 'photographer_id', msg: 'The photographer needs the photographer role' }],
    });
  if (!isId(userId)) throw invalid();
  const grants = await trx
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .select(['role_assignment.role_name', 'role_assignment.club_id'])
    .where('role_assignment.user_id', '=', userId)
    .where('app_user.is_active', '=', true)
    .execute();
  if (!isPhotographerFor({ id: userId, grants }, clubIds)) throw invalid();
  return userId.toLowerCase();
}

export async function requireCover(
  trx: Transaction<DB>,
  galleryId: string,
  photoId: string | null,
): Promise<string | null> {
  if (photoId === null) return null;
  const photo = isId(photoId)
    ? await trx
        .selectFrom('photo')
        .select('id')
        .where('id', '=', photoId)
        .where('gallery_id', '=', galleryId)
        .executeTakeFirst()
    : undefined;
  if (photo) return photo.id;
  throw new AppError('gallery_cover_invalid', {
    fields: [{ field: 'cover_photo_id', msg: 'Must be a photo of this gallery' }],
  });
}

export async function replaceClubs(
  trx: Transaction<DB>,
  galleryId: string,
  clubIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('gallery_club').where('gallery_id', '=', galleryId).execute();
  if (clubIds.length > 0)
    await trx
      .insertInto('gallery_club')
      .values(clubIds.map((club_id) => ({ gallery_id: galleryId, club_id })))
      .execute();
}
