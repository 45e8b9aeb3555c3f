import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { isRefusing } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import {
  askedPhotos,
  askedPhotosOfNobody,
  unansweredRefusals,
} from '#server/visibility/waiting-photos.sql.ts';

/** Once somebody has answered about all photos that waited, later ones do not wait. */
export const endAnswered = (trx: Transaction<DB>, galleryId: string): Promise<unknown> =>
  sql`delete from removed_refuser where gallery_id = ${galleryId}::uuid and not exists (
    select from photo where gallery_id = ${galleryId}::uuid and awaits_answer and not is_kept_inside)`.execute(
    trx,
  );

/** Faces of a photo that was replaced are not found again: as for deleted photos. */
export async function noteRefusersOf(
  trx: Transaction<DB>,
  faceIds: readonly string[],
  clock: Needs<'clock'>['clock'],
): Promise<void> {
  if (faceIds.length === 0) return;
  await sql`
    insert into removed_refuser (gallery_id, club_person_id, removed_at)
    select distinct face.gallery_id, known.club_person_id, now()
    from ${refusersOnFaces} where face.id = any(${[...faceIds]}::uuid[])
      and ${isRefusing(sql.ref('known.club_person_id'), clock.today())}
    on conflict (gallery_id, who) do update set removed_at = excluded.removed_at`.execute(trx);
}

/** Whether `photo` waits for what somebody says of the people on it. */
const awaitsSomebody = sql<boolean>`(photo.awaits_answer or photo.id in (
  select photo_id from ${unansweredRefusals} unanswered
  union all select photo_id from ${askedPhotos} asked
  union all select photo_id from ${askedPhotosOfNobody} lone))`;

/** Whether somebody who refused is on a photo, or may be. */
export const showsRefusers = (
  photoId: string,
  clock: Needs<'clock'>['clock'],
): RawBuilder<boolean> => sql<boolean>`(
  exists (select from ${refusersOnFaces} where face.photo_id = ${photoId}::uuid
    and ${isRefusing(sql.ref('known.club_person_id'), clock.today())})
  or exists (select from photo where photo.id = ${photoId}::uuid and ${awaitsSomebody}))`;

const refusersOnFaces = sql`face join assignment on assignment.face_id = face.id
  join who_is_who known on known.for_refusal and known.person_id = assignment.person_id`;

/**
 * Before photos are deleted: notes in their galleries who of those who refused was on them, and that some were left out or waited for
 * an answer. Photos that are added afterwards wait for one question (features/sharing/share-links/answer-added.ts): they may be the same ones,
 * exported again, and nothing is kept by which a face could be compared.
 * @param options.stillOn a photo that shows the same: who is found on it is not gone
 */
export async function noteRemovedRefusers(
  { clock }: Needs<'clock'>,
  trx: Transaction<DB>,
  photoIds: readonly string[],
  { stillOn = null }: { stillOn?: string | null } = {},
): Promise<void> {
  const ids = sql`any(${[...photoIds]}::uuid[])`;
  await sql`
    insert into removed_refuser (gallery_id, club_person_id, removed_at)
    select removed.gallery_id, removed.club_person_id, now() from (
      select face.gallery_id, known.club_person_id
      from ${refusersOnFaces}
      where face.photo_id = ${ids} and ${isRefusing(sql.ref('known.club_person_id'), clock.today())}
        and not exists (
          select from face there join assignment named on named.face_id = there.id
            join who_is_who same on same.for_refusal and same.person_id = named.person_id
          where there.photo_id = ${stillOn}::uuid and same.club_person_id = known.club_person_id)
      union
      select photo.gallery_id, null::uuid from photo
      where photo.id = ${ids} and (photo.is_kept_inside or ${awaitsSomebody})) removed
    on conflict (gallery_id, who) do update set removed_at = excluded.removed_at`.execute(trx);
}
