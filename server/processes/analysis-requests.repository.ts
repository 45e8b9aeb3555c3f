import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

type Outcome = { answer: Record<string, unknown> | null; error: string | null };

/** After this long a request and its picture are removed, answered or not. */
const KEPT_MS = 60_000;
const isOld = sql<boolean>`asked_at < now() - ${KEPT_MS} * interval '1 millisecond'`;

export async function insertAnalysisRequest(
  db: Kysely<DB>,
  id: string,
  picture: Buffer,
  request: Record<string, unknown>,
): Promise<void> {
  await db
    .insertInto('asked_analysis')
    .values({ id, picture, request: JSON.stringify(request) })
    .execute();
}

export async function findAnalysisOutcome(db: Kysely<DB>, id: string): Promise<Outcome | undefined> {
  return db
    .selectFrom('asked_analysis')
    .select(['answer', 'error'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('answer', 'is not', null), eb('error', 'is not', null)]))
    .executeTakeFirst();
}

export async function removeAnalysisRequest(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom('asked_analysis').where('id', '=', id).execute();
}

/** Claims one request that no worker works on, and removes those that no process waits for any more. */
export async function claimAnalysisRequest(
  db: Kysely<DB>,
): Promise<{ id: string; picture: Buffer; request: Record<string, unknown> } | undefined> {
  await db.deleteFrom('asked_analysis').where(isOld).execute();
  return db
    .updateTable('asked_analysis')
    .set({ taken_at: sql<Date>`now()` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('asked_analysis')
        .select('id')
        .where('taken_at', 'is', null)
        .orderBy('asked_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'picture', 'request'])
    .executeTakeFirst();
}

export async function saveAnalysisOutcome(
  db: Kysely<DB>,
  id: string,
  { answer, error }: Outcome,
): Promise<void> {
  await db
    .updateTable('asked_analysis')
    .set({ answer: answer && JSON.stringify(answer), error })
    .where('id', '=', id)
    .execute();
}
