import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { currentConsentOf, isGuarded } from '#server/visibility/current-consent.sql.ts';
import { insertErasure } from './erasures.repository.ts';

/**
 * Pictures that a family gave, by what they are for. Searches read those of `find`; those of `guard` are read by the check before
 * photos leave the club alone (likely-refusers.sql.ts).
 */
export const referenceTables = { find: 'reference', guard: 'guard_reference' } as const;
export type ReferencePurpose = keyof typeof referenceTables;

/**
 * Deletes the pictures that satisfy the condition, and notes each deletion.
 * @param matches a condition on `given`
 * @returns how many there were
 */
export async function eraseReferences(
  trx: Transaction<DB>,
  purpose: ReferencePurpose,
  matches: RawBuilder<boolean>,
): Promise<number> {
  const kind = referenceTables[purpose];
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(kind)} given where ${matches} returning id`.execute(trx);
  for (const { id } of rows) await insertErasure(trx, { kind, subject_id: id, counts: { references: 1 } });
  return rows.length;
}

/** Deletes everything by which a person is found, the family's answers included, and notes it. */
export async function eraseFaceSearch(trx: Transaction<DB>, clubPersonId: string): Promise<void> {
  const counts = await deleteFaceSearch(trx, clubPersonId);
  if (counts.references + counts.answers > 0)
    await insertErasure(trx, { kind: 'find', subject_id: clubPersonId, counts });
}

async function eraseGuardReferences(trx: Transaction<DB>, clubPersonId: string): Promise<void> {
  const references = await deleteReferences(trx, 'guard', clubPersonId);
  if (references > 0)
    await insertErasure(trx, { kind: 'guard', subject_id: clubPersonId, counts: { references } });
}

/** @param until only rows up to this time are deleted: after a restore the family may have sent new pictures since */
export async function deleteReferences(
  trx: Transaction<DB>,
  purpose: ReferencePurpose,
  clubPersonId: string,
  until?: Date,
): Promise<number> {
  let query = trx.deleteFrom(referenceTables[purpose]).where('club_person_id', '=', clubPersonId);
  if (until) query = query.where('created_at', '<=', until);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** @param until as in `deleteReferences` */
export async function deleteFaceSearch(
  trx: Transaction<DB>,
  clubPersonId: string,
  until?: Date,
): Promise<{ references: number; answers: number }> {
  let answers = trx.deleteFrom('link_question').where('club_person_id', '=', clubPersonId);
  let before = trx.deleteFrom('link_question_before').where('club_person_id', '=', clubPersonId);
  if (until) {
    answers = answers.where('answered_at', '<=', until);
    before = before.where('answered_at', '<=', until);
  }
  await before.execute();
  return {
    references: await deleteReferences(trx, 'find', clubPersonId, until),
    answers: Number((await answers.executeTakeFirst()).numDeletedRows),
  };
}

/** Erases what is kept to find these people, and to keep their photos inside, unless the consent to that is in force. */
export async function eraseFaceSearchUnlessAgreed(
  trx: Transaction<DB>,
  clubPersonIds: readonly string[],
  today: string,
): Promise<void> {
  for (const id of new Set(clubPersonIds)) {
    const person = sql`${id}::uuid`;
    const { rows } = await sql<{ find: string; is_guarded: boolean }>`
      select ${currentConsentOf(person, 'find', today)} as find, ${isGuarded(person, today)} as is_guarded`.execute(
      trx,
    );
    if (rows[0]?.find !== 'yes') await eraseFaceSearch(trx, id);
    if (!rows[0]?.is_guarded) await eraseGuardReferences(trx, id);
  }
}
