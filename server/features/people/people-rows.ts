import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/errors.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';

/** The rows that decisions about people lock and write; always inside the transaction of `recordDecision`. */

/** Locks people of the gallery; answers them in the order asked for. */
export async function lockPeople(trx: Transaction<DB>, galleryId: string, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('person')
    .select(['id', 'name', 'gallery_id'])
    .where('id', 'in', [...ids])
    .forUpdate()
    .execute();
  if (rows.length !== ids.length) throw new AppError('person_not_found');
  if (rows.some((row) => row.gallery_id !== galleryId)) throw new AppError('people_other_gallery');
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export async function lockPerson(trx: Transaction<DB>, galleryId: string, id: string) {
  const [person] = await lockPeople(trx, galleryId, [id]);
  return person!;
}

export async function lockFaces(
  trx: Transaction<DB>,
  galleryId: string,
  faceIds: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(faceIds.map((id) => requireId(id, 'face_not_found')))];
  const rows = await trx
    .selectFrom('face')
    .select(['id', 'gallery_id'])
    .where('id', 'in', ids)
    .forShare()
    .execute();
  if (rows.length !== ids.length) throw new AppError('face_not_found');
  if (rows.some((row) => row.gallery_id !== galleryId)) throw new AppError('people_other_gallery');
  return ids;
}

export async function facesOf(trx: Transaction<DB>, personIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('assignment')
    .select('face_id')
    .where('person_id', 'in', [...personIds])
    .execute();
  return rows.map((row) => row.face_id);
}

/** The faces of a person in photos that also show one of the others. */
export async function facesInSamePhotos(
  trx: Transaction<DB>,
  personId: string,
  otherIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'assignment.face_id')
    .select('assignment.face_id')
    .where('assignment.person_id', '=', personId)
    .where('face.photo_id', 'in', (eb) =>
      eb
        .selectFrom('assignment as other')
        .innerJoin('face as theirs', 'theirs.id', 'other.face_id')
        .select('theirs.photo_id')
        .where('other.person_id', 'in', [...otherIds]),
    )
    .execute();
  return rows.map((row) => row.face_id);
}

export async function assign(
  trx: Transaction<DB>,
  faceIds: readonly string[],
  personId: string,
): Promise<void> {
  if (faceIds.length === 0) return;
  await trx
    .insertInto('assignment')
    .values(faceIds.map((face_id) => ({ face_id, person_id: personId, source: 'manual' as const })))
    .onConflict((conflict) =>
      conflict.column('face_id').doUpdateSet({ person_id: personId, source: 'manual' }),
    )
    .execute();
}

/** Rejections of the merged persons become rejections of the person that remains. */
export async function moveRejections(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('rejection')
    .select('face_id')
    .where('person_id', 'in', [...fromIds])
    .execute();
  if (rows.length > 0)
    await trx
      .insertInto('rejection')
      .values(rows.map((row) => ({ face_id: row.face_id, person_id: personId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // If one of the merged persons had rejected a face that another owned, the rejection is dropped: the merge is newer.
  await trx
    .deleteFrom('rejection')
    .where('person_id', '=', personId)
    .where('face_id', 'in', trx.selectFrom('assignment').select('face_id').where('person_id', '=', personId))
    .execute();
}

/** People kept apart from a merged person are kept apart from the person that remains. */
export async function moveKeptApart(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('kept_apart')
    .select(['first_id', 'second_id'])
    .where((eb) => eb.or([eb('first_id', 'in', [...fromIds]), eb('second_id', 'in', [...fromIds])]))
    .execute();
  const merged = new Set(fromIds);
  const others = rows.flatMap((row) => [row.first_id, row.second_id]).filter((id) => !merged.has(id));
  for (const other of new Set(others)) await keepApart(trx, other, personId);
}

/**
 * The number in the name "Person 12" of a new person. Numbers of deleted people who come back when a decision is undone are
 * not given again.
 */
export async function nextPersonNumber(trx: Transaction<DB>, galleryId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(
      (select coalesce(max(number), 0) from person where gallery_id = ${galleryId}::uuid),
      (select coalesce(max((gone ->> 'number')::int), 0)
        from people_decision, jsonb_array_elements(before -> 'rows' -> 'persons') gone
        where gallery_id = ${galleryId}::uuid)
    ) as last`.execute(trx);
  return rows[0]!.last + 1;
}

/** A person without faces and without human decisions is an orphan and is deleted; for queries on `person`. */
export const isOrphan = sql<boolean>`(person.name = '' and not person.is_hidden and not person.representative_chosen
  and not exists (select 1 from assignment a where a.person_id = person.id)
  and not exists (select 1 from rejection r where r.person_id = person.id)
  and not exists (select 1 from kept_apart k where k.first_id = person.id or k.second_id = person.id))`;

export async function insertPerson(trx: Transaction<DB>, galleryId: string, id: string): Promise<void> {
  const number = await nextPersonNumber(trx, galleryId);
  await trx.insertInto('person').values({ id, gallery_id: galleryId, number }).execute();
}

export async function keepApart(trx: Transaction<DB>, a: string, b: string): Promise<void> {
  if (a === b) return;
  const [first_id, second_id] = a < b ? [a, b] : [b, a];
  await trx
    .insertInto('kept_apart')
    .values({ first_id, second_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
