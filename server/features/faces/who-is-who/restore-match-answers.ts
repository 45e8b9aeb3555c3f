import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { keepsAnswers } from '#server/visibility/current-consent.sql.ts';
import { lockAnswered } from './match-answers.repository.ts';

/** Times as the database writes them: a Date would cut them to the millisecond. */
type Answer = { club_person_id: string; answer: string; answered_by: string | null; answered_at: string };
type AnswerAbout = Answer & { person_id: string };
const answer = sql`club_person_id, answer, answered_by, answered_at::text as answered_at`;

/**
 * Removes what was said about these people. Returns a function that restores what families had said before a decision, once
 * the people are there again. What a family said since then was about all of these people: where it differs from what it had
 * said about one of them, the question about that one is open. Answers whose consent has ended stay deleted.
 */
export async function resetMatchAnswers(
  { clock }: Needs<'clock'>,
  trx: Transaction<DB>,
  decision: { id: string; created_at: Date },
  personIds: readonly string[],
): Promise<() => Promise<void>> {
  await lockAnswered(trx, personIds, decision.id);
  const people = sql`${[...personIds]}::uuid[]`;
  const before = await sql<AnswerAbout>`
    delete from link_question_before where decision_id = ${decision.id}::uuid
    returning person_id, ${answer}`.execute(trx);
  const newer = await sql<Answer>`
    select ${answer} from link_question
    where person_id = any(${people}) and answered_at > ${decision.created_at}::timestamptz
    order by link_question.answered_at`.execute(trx);
  await sql`delete from link_question where person_id = any(${people})`.execute(trx);
  return async () => {
    const there = await sql<{ id: string }>`select id from person where id = any(${people})`.execute(trx);
    const open = { answer: 'open', answered_by: null, answered_at: clock.now().toISOString() };
    const rows = there.rows.flatMap(({ id }) => {
      const own = before.rows.filter(({ person_id }) => person_id === id);
      const asked = new Set([...own, ...newer.rows].map(({ club_person_id }) => club_person_id));
      return [...asked].map((club_person_id): AnswerAbout => {
        const said = own.find((each) => each.club_person_id === club_person_id);
        const since = newer.rows.filter((each) => each.club_person_id === club_person_id);
        const isSame = said !== undefined && since.every((each) => each.answer === said.answer);
        // Said again since then, it is as new as that, for the decisions before this one.
        return { ...(isSame ? (since.at(-1) ?? said) : { ...open, club_person_id }), person_id: id };
      });
    });
    await insertAgreed(trx, rows, clock.today());
  };
}

async function insertAgreed(trx: Transaction<DB>, rows: AnswerAbout[], today: string): Promise<void> {
  await sql`insert into link_question (person_id, club_person_id, answer, answered_by, answered_at)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as said (person_id uuid, club_person_id uuid, answer text, answered_by uuid, answered_at timestamptz)
    where ${keepsAnswers(sql.ref('said.club_person_id'), today)}`.execute(trx);
}
