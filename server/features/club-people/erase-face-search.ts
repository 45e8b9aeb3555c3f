import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { insertErasure } from './erasures.repository.ts';

/** Deletes the reference pictures that satisfy the condition, and notes each deletion. @returns how many there were */
export async function eraseReferences(
  trx: Transaction<DB>,
  matches: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const deleted = await trx.deleteFrom('reference').where(matches).returning('id').execute();
  for (const { id } of deleted)
    await insertErasure(trx, { kind: 'reference', subject_id: id, counts: { references: 1 } });
  return deleted.length;
}

/** Deletes everything by which a person is found, the family's answers included, and notes it. */
export async function eraseFaceSearch(trx: Transaction<DB>, clubPersonId: string): Promise<void> {
  const counts = await deleteFaceSearch(trx, clubPersonId);
  if (counts.references + counts.answers > 0)
    await insertErasure(trx, { kind: 'find', subject_id: clubPersonId, counts });
}

/** @param until only rows up to this time are deleted: after a restore the family may have sent new pictures since */
export async function deleteFaceSearch(
  trx: Transaction<DB>,
  clubPersonId: string,
  until?: Date,
): Promise<{ references: number; answers: number }> {
  let references = trx.deleteFrom('reference').where('club_person_id', '=', clubPersonId);
  let answers = trx.deleteFrom('link_question').where('club_person_id', '=', clubPersonId);
  let before = trx.deleteFrom('link_question_before').where('club_person_id', '=', clubPersonId);
  if (until) {
    references = references.where('created_at', '<=', until);
    answers = answers.where('answered_at', '<=', until);
    before = before.where('answered_at', '<=', until);
  }
  await before.execute();
  const deleted = [await references.executeTakeFirst(), await answers.executeTakeFirst()];
  const [first, second] = deleted.map(({ numDeletedRows }) => Number(numDeletedRows));
  return { references: first ?? 0, answers: second ?? 0 };
}

/** Erases what is kept to find these people, unless the consent to be found is in force. */
export async function eraseFaceSearchUnlessAgreed(
  trx: Transaction<DB>,
  clubPersonIds: readonly string[],
  today: string,
): Promise<void> {
  for (const id of new Set(clubPersonIds)) {
    const { rows } = await sql<{ find: string }>`
      select ${currentConsentOf(sql`${id}::uuid`, 'find', today)} as find`.execute(trx);
    if (rows[0]?.find !== 'yes') await eraseFaceSearch(trx, id);
  }
}
