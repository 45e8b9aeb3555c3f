import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { DB } from '#server/db/tables.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { refusersOfClubsOf } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isShownOutside } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { hasFailed, photosOfUnknownPeople } from '#server/visibility/photo-analyses.sql.ts';

/** Which photos wait until it is known who is in them, before people outside the club see them: waiting-photos.sql.ts. */

/**
 * Whether photos that are added to the gallery wait: people outside see it, and somebody of its clubs is not to be shown to them.
 * Its row has to be held against changes of links.
 */
export const holdsBackAdded = (galleryId: string, clock: Clock): RawBuilder<boolean> => {
  const id = sql`${galleryId}::uuid`;
  return sql<boolean>`(${isShownOutside(id, clock.now())} and exists ${refusersOfClubsOf(galleryId, clock.today())})`;
};

/** Whether photos that are added wait because photos of people who refused were deleted (removed-refusers.repository.ts). */
export const awaitsAnswer = (galleryId: string, now: Date): RawBuilder<boolean> => sql<boolean>`(
  exists (select from removed_refuser removed where removed.gallery_id = ${galleryId}::uuid)
  and ${isShownOutside(sql`${galleryId}::uuid`, now)})`;

/**
 * After the links or the visibility of a gallery changed. Where people outside the club begin to see it, photos wait that the
 * check could ask nothing about, because they are being analysed or grouped. Where they see it no more, nothing waits. The row
 * of the gallery has to be held.
 */
export async function holdBackUnknown(trx: Transaction<DB>, galleryId: string, clock: Clock): Promise<void> {
  const now = clock.now();
  await sql`update photo set awaits_comparison = true
    where gallery_id = ${galleryId}::uuid and not awaits_comparison and ${holdsBackAdded(galleryId, clock)}
      and id in (${photosOfUnknownPeople(sql`${galleryId}::uuid`)}) and not ${hasFailed(sql.ref('photo.id'))}`.execute(
    trx,
  );
  await sql`update photo set awaits_answer = true
    where gallery_id = ${galleryId}::uuid and not awaits_answer and ${awaitsAnswer(galleryId, now)}
      and created_at > (select min(removed_at) from removed_refuser removed where removed.gallery_id = ${galleryId}::uuid)`.execute(
    trx,
  );
  await forgetUnlessShownOutside(trx, galleryId, now);
}

/** Whether a row of `likely_refusal` has ended by that, or with the gallery's club; `face` and `known` must be in scope. */
export const isOver = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  not ${isShownOutside(sql.ref('face.gallery_id'), now)}
  or not ${isClubOfGallery(sql.ref('known.club_id'), sql.ref('face.gallery_id'))})`;

export async function forgetUnlessShownOutside(
  trx: Transaction<DB>,
  galleryId: string,
  now: Date,
): Promise<void> {
  const id = sql`${galleryId}::uuid`;
  await sql`update photo set awaits_comparison = false
    where awaits_comparison and gallery_id = ${id} and not ${isShownOutside(id, now)}`.execute(trx);
  await sql`delete from likely_refusal using face, club_person known
    where face.id = likely_refusal.face_id and known.id = likely_refusal.club_person_id and face.gallery_id = ${id}
      and ${isOver(now)}`.execute(trx);
}

/** Photos are added: nobody has said of them that people who refused are on none (features/sharing/share-links/absent-refusers). */
export const forgetAbsent = (trx: Transaction<DB>, galleryId: string): Promise<unknown> =>
  trx.deleteFrom('absent_refuser').where('gallery_id', '=', galleryId).execute();
