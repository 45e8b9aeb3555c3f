import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { type HeldFace, successorsOf } from './successors-of-dissolved-people.sql.ts';

/**
 * What families said about persons of a gallery, when these change. An answer is never lost and never becomes a yes
 * about faces of which the family said something else: where answers differ, the question is open and is asked again.
 */
const uuids = (ids: readonly string[]) => sql`${[...ids]}::uuid[]`;

/**
 * Locks the people of the clubs that these answers are about. A withdrawal of consent locks the same people before it touches
 * answers; the same order here, so that there is no deadlock.
 */
export async function lockAnswered(
  trx: Transaction<DB>,
  personIds: readonly string[],
  decisionId: string,
): Promise<void> {
  await sql`select id from club_person where id in (
      select club_person_id from link_question where person_id = any(${uuids(personIds)})
      union select club_person_id from link_question_before where decision_id = ${decisionId}::uuid)
    order by id for key share`.execute(trx);
}

/** Keeps what was said about these persons, for the undoing of a decision that is about to change it. */
export async function saveAnswersBefore(
  trx: Transaction<DB>,
  decisionId: string,
  personIds: readonly string[],
): Promise<void> {
  await lockAnswered(trx, personIds, decisionId);
  await sql`insert into link_question_before
      (decision_id, person_id, club_person_id, answer, answered_by, answered_at)
    select ${decisionId}::uuid, person_id, club_person_id, answer, answered_by, answered_at
    from link_question where person_id = any(${uuids(personIds)})`.execute(trx);
}

/** What was said about the others is said about the person that remains. */
export async function mergeAnswers(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
  now: Date,
): Promise<void> {
  await sql`insert into link_question (person_id, club_person_id, answer, answered_by, answered_at)
    select ${personId}::uuid, club_person_id,
      case when count(distinct answer) = 1 then min(answer) else 'open' end,
      case when count(distinct answer) = 1 then (array_agg(answered_by order by answered_at desc))[1] end,
      case when count(distinct answer) = 1 then max(answered_at) else ${now}::timestamptz end
    from link_question where person_id = any(${uuids([personId, ...fromIds])}) group by club_person_id
    on conflict (person_id, club_person_id) do update set answer = excluded.answer,
      answered_by = excluded.answered_by, answered_at = excluded.answered_at`.execute(trx);
  await sql`delete from link_question where person_id = any(${uuids(fromIds)})`.execute(trx);
}

/** What was said about a person stays with it; about a person that is split off it, the family is asked. */
export async function askAboutSplit(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
  now: Date,
): Promise<void> {
  await sql`insert into link_question (person_id, club_person_id, answer, answered_at)
    select distinct ${personId}::uuid, club_person_id, 'open', ${now}::timestamptz
    from link_question where person_id = any(${uuids(fromIds)})
    on conflict do nothing`.execute(trx);
}

/**
 * What was said about people that a plan dissolved is asked again about the person that has most of their faces; where
 * the same was said about that one, it stays said.
 */
export async function moveAnswersToSuccessors(
  trx: Transaction<DB>,
  before: readonly HeldFace[],
): Promise<void> {
  if (before.length === 0) return;
  await sql`insert into link_question (person_id, club_person_id, answer, answered_at)
    select distinct on (follows.successor, follows.holder) follows.successor, follows.holder, 'open', now()
    from (${successorsOf(before)}) follows
      join link_question was on was.person_id = follows.person_id and was.club_person_id = follows.holder
      left join link_question kept on kept.person_id = follows.successor and kept.club_person_id = follows.holder
    where kept.answer is distinct from was.answer
    on conflict (person_id, club_person_id) do update set answer = excluded.answer,
      answered_by = excluded.answered_by, answered_at = excluded.answered_at`.execute(trx);
}
