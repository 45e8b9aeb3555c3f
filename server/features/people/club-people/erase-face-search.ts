import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { currentConsentOf, isGuarded, keepsAnswers } from '#server/visibility/current-consent.sql.ts';
import { unansweredRefusals } from '#server/visibility/waiting-photos.sql.ts';
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
 * @param today the server's date, YYYY-MM-DD
 * @returns how many there were
 */
export async function eraseReferences(
  trx: Transaction<DB>,
  purpose: ReferencePurpose,
  matches: RawBuilder<boolean>,
  today: string,
): Promise<number> {
  const kind = referenceTables[purpose];
  const { rows } = await sql<{ id: string; club_person_id: string }>`
    delete from ${sql.table(kind)} given where ${matches} returning id, club_person_id`.execute(trx);
  if (purpose === 'guard')
    await compareAgain(
      trx,
      rows.map((row) => row.club_person_id),
      today,
    );
  for (const { id } of rows) await insertErasure(trx, { kind, subject_id: id, counts: { references: 1 } });
  return rows.length;
}

/**
 * Deletes everything by which a person is found, and notes it; the family's answers too, except while a refusal holds for photos by
 * them.
 */
export async function eraseFaceSearch(
  trx: Transaction<DB>,
  clubPersonId: string,
  { keepsAnswers = false } = {},
): Promise<void> {
  const counts = keepsAnswers
    ? { references: await deleteReferences(trx, 'find', clubPersonId) }
    : await deleteFaceSearch(trx, clubPersonId);
  if (Object.values(counts).some((count) => count > 0))
    await insertErasure(trx, { kind: 'find', subject_id: clubPersonId, counts });
}

async function eraseGuardReferences(
  trx: Transaction<DB>,
  clubPersonId: string,
  today: string,
): Promise<void> {
  const references = await deleteGuardReferences(trx, clubPersonId, { today });
  if (references > 0)
    await insertErasure(trx, { kind: 'guard', subject_id: clubPersonId, counts: { references } });
}

/** @param until as in `deleteReferences` */
export async function deleteGuardReferences(
  trx: Transaction<DB>,
  clubPersonId: string,
  { today, until }: { today: string; until?: Date },
): Promise<number> {
  const deleted = await deleteReferences(trx, 'guard', clubPersonId, until);
  await compareAgain(trx, [clubPersonId], today);
  return deleted;
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

const hasNoPicture = (clubPersonId: string) =>
  sql<boolean>`${sql.ref(clubPersonId)} not in (select club_person_id from guard_reference)`;

/** Nothing is kept that was found by pictures of somebody who has none. Photos that waited because of them are left out. */
export async function forgetUnguarded(trx: Transaction<DB>): Promise<void> {
  await leaveOutWaiting(trx, hasNoPicture('waiting.club_person_id'));
  await sql`delete from likely_refusal where ${hasNoPicture('club_person_id')}`.execute(trx);
}

/** Photos that wait for an answer about some people are left out as if by hand: nothing says of whom they may be. */
async function leaveOutWaiting(trx: Transaction<DB>, isMeant: RawBuilder<boolean>): Promise<void> {
  await sql`update photo set is_kept_inside = true where id in (
    select waiting.photo_id from ${unansweredRefusals} waiting where ${isMeant})`.execute(trx);
}

/**
 * After pictures to keep photos inside were deleted: nothing is kept that was found by them. Photos that waited because of somebody
 * who still refuses are left out, those of others are shown, and those of people who have other pictures are compared with these first.
 */
async function compareAgain(
  trx: Transaction<DB>,
  clubPersonIds: readonly string[],
  today: string,
): Promise<void> {
  if (clubPersonIds.length === 0) return;
  const isMeant = sql`waiting.club_person_id = any(${[...clubPersonIds]}::uuid[])`;
  const isRefused = sql`${currentConsentOf(sql.ref('waiting.club_person_id'), 'outside', today)} = 'no'`;
  await leaveOutWaiting(
    trx,
    sql<boolean>`${isMeant} and ${hasNoPicture('waiting.club_person_id')} and ${isRefused}`,
  );
  const { rows } = await sql<{ photo_id: string }>`
    delete from likely_refusal using face
    where face.id = likely_refusal.face_id and likely_refusal.club_person_id = any(${[...clubPersonIds]}::uuid[])
    returning case when likely_refusal.club_person_id in (select club_person_id from guard_reference) then face.photo_id end
      as photo_id`.execute(trx);
  const photoIds = rows.flatMap(({ photo_id }) => photo_id ?? []);
  if (photoIds.length > 0)
    await sql`update photo set awaits_comparison = true where id = any(${photoIds}::uuid[])`.execute(trx);
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
    const { rows } = await sql<{ find: string; keeps_answers: boolean; is_guarded: boolean }>`
      select ${currentConsentOf(person, 'find', today)} as find, ${keepsAnswers(person, today)} as keeps_answers,
        ${isGuarded(person, today)} as is_guarded`.execute(trx);
    if (rows[0]?.find !== 'yes') await eraseFaceSearch(trx, id, { keepsAnswers: rows[0]?.keeps_answers });
    if (!rows[0]?.is_guarded) await eraseGuardReferences(trx, id, today);
  }
}
