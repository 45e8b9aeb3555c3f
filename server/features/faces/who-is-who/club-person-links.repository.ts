import { sql, type Transaction } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isAnsweredByEditor } from '#server/visibility/who-is-who.sql.ts';
import { type HeldFace, successorsOf } from './successors-of-dissolved-people.sql.ts';

/** Which people of clubs the persons of galleries are. Written by decisions alone, so that each link can be undone. */

export async function saveClubPersonLink(
  trx: Transaction<DB>,
  link: { person_id: string; club_id: string; club_person_id: string },
): Promise<void> {
  await trx
    .insertInto('club_person_link')
    .values(link)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'club_id']).doUpdateSet({
        club_person_id: link.club_person_id,
        created_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .execute();
}

/** Whether the person is linked in that club, but to a namesake, or it was said that they are not that person of it. */
export async function isLinkAnswered(
  trx: Transaction<DB>,
  personId: string,
  { id }: { id: string },
): Promise<boolean> {
  const answered = await trx
    .selectFrom('club_person')
    .select('id')
    .where('id', '=', id)
    .where(isAnsweredByEditor(sql`${personId}::uuid`, 'club_person'))
    .executeTakeFirst();
  return answered !== undefined;
}

/** The persons of a gallery who are linked to this person of a club. */
export async function listLinkedTo(
  trx: Transaction<DB>,
  galleryId: string,
  clubPersonId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('club_person_link')
    .innerJoin('person', 'person.id', 'club_person_link.person_id')
    .where('person.gallery_id', '=', galleryId)
    .where('club_person_link.club_person_id', '=', clubPersonId)
    .select('person.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A person of one of the gallery's clubs whose name the viewer may read, locked; undefined where there is none. */
export async function findLinkable(
  trx: Transaction<DB>,
  viewer: Viewer,
  galleryId: string,
  clubPersonId: string,
) {
  return trx
    .selectFrom('club_person')
    .select(['club_person.id', 'club_person.club_id'])
    .where('club_person.id', '=', clubPersonId)
    .where(isClubOfGallery(sql.ref('club_person.club_id'), galleryId))
    .where(readsNamesIn(viewer, sql.ref('club_person.club_id')))
    .forShare()
    .executeTakeFirst();
}

/** The links of merged persons go to the one that remains, except where it is linked in that club already. */
export async function moveClubPersonLinks(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  const links = await trx
    .selectFrom('club_person_link')
    .select(['club_id', 'club_person_id'])
    .where('person_id', 'in', [...fromIds])
    .orderBy('created_at')
    .orderBy('person_id')
    .execute();
  for (const link of links)
    await trx
      .insertInto('club_person_link')
      .values({ person_id: personId, ...link })
      .onConflict((conflict) => conflict.columns(['person_id', 'club_id']).doNothing())
      .execute();
}

/** "This is not Mia", said by editors about merged persons, goes to the one that remains. */
export async function moveDeclinedLinks(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  await sql`insert into declined_link (person_id, club_person_id, declined_by, declined_at)
    select distinct on (club_person_id) ${personId}::uuid, club_person_id, declined_by, declined_at
    from declined_link where person_id = any(${[...fromIds]}::uuid[]) order by club_person_id, declined_at
    on conflict do nothing`.execute(trx);
}

/**
 * "This is not Mia", said about people that a plan dissolved, goes to the person that has most of their faces. It is dated anew:
 * undoing an earlier decision about that person removes what was declined before the decision.
 */
export async function moveDeclinedLinksToSuccessors(
  trx: Transaction<DB>,
  before: readonly HeldFace[],
): Promise<void> {
  if (before.length === 0) return;
  await sql`insert into declined_link (person_id, club_person_id, declined_by, declined_at)
    select distinct on (follows.successor, follows.holder) follows.successor, follows.holder, was.declined_by, now()
    from (${successorsOf(before)}) follows
      join declined_link was on was.person_id = follows.person_id and was.club_person_id = follows.holder
    order by follows.successor, follows.holder, was.declined_at
    on conflict (person_id, club_person_id) do update set declined_at = excluded.declined_at`.execute(trx);
}
