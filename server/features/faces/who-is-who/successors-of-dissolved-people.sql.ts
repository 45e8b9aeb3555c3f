import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isOrphanedPerson } from '#server/features/faces/gallery-people/orphaned-people.sql.ts';

/**
 * Tables whose rows name a person, with the column that says what refers to the person: a share link, or somebody of a club
 * about whom a family answered or whom an editor declined. Where a cluster plan dissolves the person, the row moves to the
 * person that has its faces then.
 */
const holders = {
  share_link_person: sql.ref('share_link_id'),
  link_question: sql.ref('club_person_id'),
  declined_link: sql.ref('club_person_id'),
} as const;
export type HeldFace = { holder: string; person_id: string; face_id: string };

/** The faces of the people of a gallery that rows of the table name, before a plan is written. */
export async function listHeldFaces(
  trx: Transaction<DB>,
  table: keyof typeof holders,
  galleryId: string,
): Promise<HeldFace[]> {
  const { rows } = await sql<HeldFace>`
    select held.${holders[table]} as holder, person.id as person_id, a.face_id
    from ${sql.table(table)} held join person on person.id = held.person_id
      join assignment a on a.person_id = person.id
    where person.gallery_id = ${galleryId}::uuid`.execute(trx);
  return rows;
}

/**
 * Rows `(holder, person_id, successor)` after the plan: for each dissolved person, the person that now has most of its faces;
 * none where no person has any.
 */
export function successorsOf(before: readonly HeldFace[]): RawBuilder<unknown> {
  const column = (key: keyof HeldFace) => sql`${before.map((row) => row[key])}::uuid[]`;
  return sql`
    select distinct on (was.holder, was.person_id) was.holder, was.person_id, a.person_id as successor
    from unnest(${column('holder')}, ${column('person_id')}, ${column('face_id')})
        as was (holder, person_id, face_id)
      join person on person.id = was.person_id and ${isOrphanedPerson}
      join assignment a on a.face_id = was.face_id
    group by was.holder, was.person_id, a.person_id
    order by was.holder, was.person_id, count(*) desc, a.person_id`;
}
