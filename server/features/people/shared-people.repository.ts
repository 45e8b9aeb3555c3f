import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isOrphanedPerson } from './orphaned-persons.ts';

/** People that share links show. A link follows the faces: what is grouped anew is shown where the faces are now. */

/** The links to merged people go to the one that remains. */
export async function moveSharedPeople(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  await sql`insert into share_link_person (share_link_id, person_id)
    select distinct share_link_id, ${personId}::uuid from share_link_person
    where person_id = any(${[...fromIds]}::uuid[])
    on conflict do nothing`.execute(trx);
}

export type SharedFace = { share_link_id: string; person_id: string; face_id: string };

/** The faces of all people of a gallery that links show, before a plan is written. */
export async function listSharedFaces(trx: Transaction<DB>, galleryId: string): Promise<SharedFace[]> {
  return trx
    .selectFrom('share_link_person')
    .innerJoin('person', 'person.id', 'share_link_person.person_id')
    .innerJoin('assignment', 'assignment.person_id', 'person.id')
    .select(['share_link_id', 'person.id as person_id', 'face_id'])
    .where('person.gallery_id', '=', galleryId)
    .execute();
}

/** Links to people whom a plan dissolved go to the person that has most of their faces; nobody where none has any. */
export async function followSharedFaces(trx: Transaction<DB>, before: readonly SharedFace[]): Promise<void> {
  if (before.length === 0) return;
  const column = (key: keyof SharedFace) => sql`${before.map((row) => row[key])}::uuid[]`;
  await sql`
    insert into share_link_person (share_link_id, person_id)
    select distinct on (was.share_link_id, was.person_id) was.share_link_id, a.person_id
    from unnest(${column('share_link_id')}, ${column('person_id')}, ${column('face_id')})
        as was (share_link_id, person_id, face_id)
      join person on person.id = was.person_id and ${isOrphanedPerson}
      join assignment a on a.face_id = was.face_id
    group by was.share_link_id, was.person_id, a.person_id
    order by was.share_link_id, was.person_id, count(*) desc, a.person_id
    on conflict do nothing`.execute(trx);
}
