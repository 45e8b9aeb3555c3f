import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { DB } from '#server/db/tables.ts';

/**
 * Every photo has the faces its analysis counted, photos of one file name have equally many, and no face belongs to two
 * people. Answers the photos.
 */
export async function requireAnalysedOnce(
  db: Kysely<DB>,
): Promise<{ id: string; filename: string; original_key: string }[]> {
  const rows = await db
    .selectFrom('photo_analysis')
    .innerJoin('photo', 'photo.id', 'photo_analysis.photo_id')
    .leftJoin('face', (join) => join.onRef('face.photo_id', '=', 'photo.id').on('face.is_current', '=', true))
    .select([
      'photo.id',
      'photo.filename',
      'photo.original_key',
      'photo_analysis.faces_detected',
      'photo_analysis.attempts',
    ])
    .select((eb) => eb.fn.count<number>('face.id').as('faces'))
    .groupBy(['photo.id', 'photo_analysis.photo_id'])
    .execute();
  const expected = new Map<string, number>();
  for (const row of rows) {
    expect(Number(row.faces), row.filename).toBe(row.faces_detected);
    // Copies of one picture have as many faces each: none was found twice.
    expect(row.faces_detected, row.filename).toBe(
      expected.get(row.filename) ?? (row.faces_detected as number),
    );
    expected.set(row.filename, row.faces_detected as number);
    expect(row.attempts).toBeLessThanOrEqual(3);
  }
  const { twice } = await db
    .selectFrom('assignment')
    .select((eb) => eb.fn.count<number>('face_id').as('twice'))
    .groupBy('face_id')
    .orderBy('twice', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(Number(twice)).toBe(1);
  return rows;
}
