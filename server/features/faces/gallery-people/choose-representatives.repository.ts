import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** Orders faces `f` of one person by how well they represent the person: grade `core` first, then large, sharp and frontal. */
export const bestRepresentativeFirst: RawBuilder<unknown> = sql`(f.grade = 'core') desc,
  f.score * least(f.size_px, 160) * (1 - f.blur) * cos(radians(least(abs(f.yaw), 80))) desc, f.id`;

/**
 * Chooses the face that represents each person. A picture chosen by a human stays while its face belongs to the person.
 * @param changed faces that came, that have changed or gone, or that came to another person since it was chosen last; absent: perhaps
 *   all. Others are looked at only where one of these represented their person, or nobody does.
 */
export async function chooseRepresentatives(
  trx: Transaction<DB>,
  galleryId: string,
  changed?: readonly string[],
): Promise<void> {
  await sql`
    update person set representative_face_id = null, representative_chosen = false
    where gallery_id = ${galleryId}::uuid and (representative_face_id is not null or representative_chosen)
      and (select a.person_id from assignment a where a.face_id = representative_face_id) is distinct from person.id`.execute(
    trx,
  );
  await sql`
    update person set representative_face_id = best.face_id
    from (
      select distinct on (a.person_id) a.person_id, f.id as face_id
      from assignment a join face f on f.id = a.face_id
      where f.gallery_id = ${galleryId}::uuid and f.is_current
        ${changed ? sql`and f.id = any(array(${candidates(galleryId, changed)}))` : sql``}
      order by a.person_id, ${bestRepresentativeFirst}
    ) best
    where person.id = best.person_id and not person.representative_chosen
      and person.representative_face_id is distinct from best.face_id`.execute(trx);
}

/**
 * What has changed and who represents these people; all faces of people whom nobody represents, or one that has changed. Arrays:
 * the planner would read all faces, to join them.
 */
const candidates = (galleryId: string, changed: readonly string[]) => sql`
  select unnest(${[...changed]}::uuid[])
  union select person.representative_face_id from assignment a join person on person.id = a.person_id
    where a.face_id = any(${[...changed]}::uuid[])
  union select a.face_id from assignment a where a.person_id = any(array(select person.id from person
    where person.gallery_id = ${galleryId}::uuid and not person.representative_chosen and (
      person.representative_face_id is null or person.representative_face_id = any(${[...changed]}::uuid[]))))`;
