import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';

/** Locks people of the gallery; answers them in the order asked for. */
export async function lockPeople(trx: Transaction<DB>, galleryId: string, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('person')
    .selectAll()
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
