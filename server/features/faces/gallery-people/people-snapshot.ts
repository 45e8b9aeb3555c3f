import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { restoreNamesOfNobody } from '#server/features/faces/who-is-who/names-of-nobody.repository.ts';

/** The people and faces a decision changes something about. */
export type TouchedIds = { persons: string[]; faces: string[] };

/** A row as the database writes it: a Date would cut its times to the millisecond. */
const asWritten = <T extends keyof DB>(table: T) =>
  sql<Selectable<DB[T]>>`to_jsonb(${sql.ref(table)})`.as('row');
const rowsOf = <R>(found: { row: R }[]): R[] => found.map(({ row }) => row);

/** The rows of what is touched, as they are now; written as JSON and put back by `restoreSnapshot`. */
export async function takeSnapshot(trx: Transaction<DB>, touched: TouchedIds) {
  const { persons, faces } = touched;
  return {
    persons: rowsOf(
      await trx.selectFrom('person').select(asWritten('person')).where('id', 'in', orNone(persons)).execute(),
    ),
    assignments: rowsOf(
      await trx
        .selectFrom('assignment')
        .select(asWritten('assignment'))
        .where('face_id', 'in', orNone(faces))
        .execute(),
    ),
    rejections: rowsOf(
      await trx
        .selectFrom('rejection')
        .select(asWritten('rejection'))
        .where('person_id', 'in', orNone(persons))
        .execute(),
    ),
    keptApart: rowsOf(
      await trx
        .selectFrom('kept_apart')
        .select(asWritten('kept_apart'))
        .where((eb) => eb.or([eb('first_id', 'in', orNone(persons)), eb('second_id', 'in', orNone(persons))]))
        .execute(),
    ),
    clubPersonLinks: rowsOf(
      await trx
        .selectFrom('club_person_link')
        .select(asWritten('club_person_link'))
        .where('person_id', 'in', orNone(persons))
        .execute(),
    ),
    declinedLinks: rowsOf(
      await trx
        .selectFrom('declined_link')
        .select(asWritten('declined_link'))
        .where('person_id', 'in', orNone(persons))
        .execute(),
    ),
    namesOfNobody: rowsOf(
      await trx
        .selectFrom('name_of_nobody')
        .select(asWritten('name_of_nobody'))
        .where('person_id', 'in', orNone(persons))
        .execute(),
    ),
    sharedPeople: rowsOf(
      await trx
        .selectFrom('share_link_person')
        .select(asWritten('share_link_person'))
        .where('person_id', 'in', orNone(persons))
        .execute(),
    ),
  };
}
type Taken = Awaited<ReturnType<typeof takeSnapshot>>;
type Added = 'clubPersonLinks' | 'declinedLinks' | 'namesOfNobody' | 'sharedPeople';
/** Snapshots of older releases have no links to people of clubs, declined or not, no names of nobody, and no share links to people. */
export type Snapshot = Omit<Taken, Added> & Partial<Taken>;

/**
 * Restores the touched rows. What was deleted for good meanwhile (a photo, or a person that clustering made
 * and dissolved) stays deleted.
 */
export async function restoreSnapshot(
  trx: Transaction<DB>,
  touched: TouchedIds,
  before: Snapshot,
  decidedAt: Date,
): Promise<void> {
  await trx
    .deleteFrom('kept_apart')
    .where((eb) =>
      eb.or([eb('first_id', 'in', orNone(touched.persons)), eb('second_id', 'in', orNone(touched.persons))]),
    )
    .execute();
  await trx.deleteFrom('rejection').where('person_id', 'in', orNone(touched.persons)).execute();
  await trx.deleteFrom('club_person_link').where('person_id', 'in', orNone(touched.persons)).execute();
  const existing = new Set(before.persons.map((person) => person.id));
  const pictures = await existingFaces(
    trx,
    before.persons.flatMap((person) => person.representative_face_id ?? []),
  );
  for (const person of before.persons) {
    const { id: _, gallery_id: __, number: ___, ...values } = person;
    const picture = person.representative_face_id;
    const representative_face_id = picture !== null && pictures.has(picture) ? picture : null;
    await trx
      .insertInto('person')
      .values({ ...person, representative_face_id })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, representative_face_id }))
      .execute();
  }
  const faces = await existingFaces(trx, touched.faces);
  await trx.deleteFrom('assignment').where('face_id', 'in', orNone(touched.faces)).execute();
  const owners = new Set(
    await existingPersons(
      trx,
      before.assignments.map((row) => row.person_id),
    ),
  );
  const assignments = before.assignments.filter((row) => faces.has(row.face_id) && owners.has(row.person_id));
  if (assignments.length > 0) await trx.insertInto('assignment').values(assignments).execute();
  const made = touched.persons.filter((id) => !existing.has(id));
  await trx.deleteFrom('person').where('id', 'in', orNone(made)).execute();
  const rejectedFaces = await existingFaces(
    trx,
    before.rejections.map((row) => row.face_id),
  );
  const rejections = before.rejections.filter((row) => rejectedFaces.has(row.face_id));
  if (rejections.length > 0) await trx.insertInto('rejection').values(rejections).execute();
  const others = new Set(
    await existingPersons(
      trx,
      before.keptApart.flatMap((row) => [row.first_id, row.second_id]),
    ),
  );
  const keptApart = before.keptApart.filter((row) => others.has(row.first_id) && others.has(row.second_id));
  if (keptApart.length > 0) await trx.insertInto('kept_apart').values(keptApart).execute();
  const known = await lockKnown(trx, [...(before.clubPersonLinks ?? []), ...(before.declinedLinks ?? [])]);
  const links = (before.clubPersonLinks ?? []).filter((link) => known.has(link.club_person_id));
  if (links.length > 0) await trx.insertInto('club_person_link').values(links).execute();
  if (before.declinedLinks) {
    // What was declined since then stays declined.
    await trx
      .deleteFrom('declined_link')
      .where('person_id', 'in', orNone(touched.persons))
      .where('declined_at', '<=', decidedAt)
      .execute();
    const declined = before.declinedLinks.filter((link) => known.has(link.club_person_id));
    if (declined.length > 0)
      await trx
        .insertInto('declined_link')
        .values(declined)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  if (before.namesOfNobody) await restoreNamesOfNobody(trx, touched.persons, before.namesOfNobody);
  await restoreSharedPeople(trx, touched, before.sharedPeople ?? []);
}

/** People that the club deleted meanwhile stay deleted, and so does what was said about them. */
async function lockKnown(
  trx: Transaction<DB>,
  links: readonly { club_person_id: string }[],
): Promise<Set<string>> {
  const known = await trx
    .selectFrom('club_person')
    .select('id')
    .where('id', 'in', orNone(links.map((link) => link.club_person_id)))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(known.map((row) => row.id));
}

/** Share links that were deleted meanwhile stay deleted; those made meanwhile keep their people. */
async function restoreSharedPeople(
  trx: Transaction<DB>,
  touched: TouchedIds,
  rows: Taken['sharedPeople'],
): Promise<void> {
  if (rows.length === 0) return;
  const known = await trx
    .selectFrom('share_link')
    .select('id')
    .where(
      'id',
      'in',
      rows.map((row) => row.share_link_id),
    )
    .forKeyShare()
    .execute();
  const ids = new Set(known.map((row) => row.id));
  await trx
    .deleteFrom('share_link_person')
    .where('share_link_id', 'in', orNone([...ids]))
    .where('person_id', 'in', orNone(touched.persons))
    .execute();
  const values = rows.filter((row) => ids.has(row.share_link_id));
  if (values.length > 0) await trx.insertInto('share_link_person').values(values).execute();
}

async function existingFaces(trx: Transaction<DB>, faceIds: readonly string[]): Promise<Set<string>> {
  if (faceIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('face')
    .select('id')
    .where('id', 'in', [...faceIds])
    .execute();
  return new Set(rows.map((row) => row.id));
}

async function existingPersons(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('person')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => row.id);
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** SQL has no empty IN list; no row has the nil UUID as its id. */
const orNone = (ids: readonly string[]): string[] => (ids.length === 0 ? [NIL_UUID] : [...ids]);
