import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';

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

/** @throws AppError people_together where two of these people are on one photo */
export async function requireApart(trx: Transaction<DB>, personIds: readonly string[]): Promise<void> {
  const { photos } = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom('assignment')
        .innerJoin('face', 'face.id', 'assignment.face_id')
        .where('assignment.person_id', 'in', [...personIds])
        .groupBy('face.photo_id')
        .having((group) => group.fn.count('assignment.person_id').distinct(), '>', 1)
        .select('face.photo_id')
        .as('shared'),
    )
    .select(({ fn }) => fn.countAll<string>().as('photos'))
    .executeTakeFirstOrThrow();
  if (Number(photos) > 0) throw new AppError('people_together', { params: { photos: Number(photos) } });
}

/** The ids of those people who have no other faces than these. */
export async function peopleWithoutOtherFaces(
  trx: Transaction<DB>,
  personIds: readonly string[],
  faceIds: readonly string[],
): Promise<string[]> {
  if (personIds.length === 0) return [];
  const others = await trx
    .selectFrom('assignment')
    .select('person_id')
    .distinct()
    .where('person_id', 'in', [...personIds])
    .where('face_id', 'not in', [...faceIds])
    .execute();
  const left = new Set(others.map((row) => row.person_id));
  return personIds.filter((id) => !left.has(id));
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
