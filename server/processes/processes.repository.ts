import { type Kysely, sql } from 'kysely';
import type { FaceEngineInfo } from '#server/app-context.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { ProcessRole } from '#server/contract/process-roles.ts';
import type { DB } from '#server/db/tables.ts';

/** A process that was not seen for this long is taken for dead. */
const DEAD_AFTER_MS = 20_000;

/** What the face engine of a worker process offers, as reported to processes without one. */
export type EngineFacts = Omit<FaceEngineInfo, 'obtain' | 'pipelineVersion' | 'modelsWithLicenceToAccept'> & {
  /** `modelsWithLicenceToAccept` under its name in the table, which processes of an earlier release use too. */
  reserved: FaceEngineInfo['modelsWithLicenceToAccept'];
  /** By detector and model. */
  pipelineVersions: Record<string, Record<string, string>>;
};
export interface ServerProcess {
  id: string;
  role: ProcessRole;
  /** The same for all processes that share secret and store. */
  shares: string;
  startedAt: Date;
}

const isAlive = sql<boolean>`ended_at is null and seen_at > now() - ${DEAD_AFTER_MS} * interval '1 millisecond'`;

/** Says that the process runs, and what its engine offers. */
export async function reportProcess(
  db: Kysely<DB>,
  { id, role, shares, startedAt }: ServerProcess,
  facts: EngineFacts | null,
): Promise<void> {
  const engine = facts && JSON.stringify(facts);
  const now = sql<Date>`now()`;
  await db
    .insertInto('server_process')
    .values({ id, role, shares, started_at: startedAt, seen_at: now, engine })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now, engine }))
    .execute();
}

export async function endProcess(db: Kysely<DB>, id: string): Promise<void> {
  await db.updateTable('server_process').set({ ended_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Whether a process runs with another secret or another store: it belongs to another installation. */
export async function hasProcessOfOtherInstallation(
  db: Kysely<DB>,
  { id, shares }: ServerProcess,
): Promise<boolean> {
  const row = await db
    .selectFrom('server_process')
    .select('id')
    .where(isAlive)
    .where('id', '!=', id)
    .where('shares', '!=', shares)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The processes that run: how many of each role, and since when the oldest of them does. */
export async function countProcesses(
  db: Kysely<DB>,
): Promise<{ role: ProcessRole; alive: number; oldest: Date }[]> {
  return db
    .selectFrom('server_process')
    .select((eb) => ['role', eb.fn.countAll<number>().as('alive'), eb.fn.min('started_at').as('oldest')])
    .where(isAlive)
    .groupBy('role')
    .execute();
}

/** What the engine of the process seen last offers, also when that process has ended since. */
export async function findEngineFacts(db: Kysely<DB>): Promise<EngineFacts | undefined> {
  const row = await db
    .selectFrom('server_process')
    .select('engine')
    .where('engine', 'is not', null)
    .orderBy('seen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.engine as EngineFacts | undefined;
}

/** Removes processes that ended long ago; what the engine of the last one offered stays for a day. */
export async function removeOldProcesses(db: Kysely<DB>, now: Date): Promise<void> {
  await db
    .deleteFrom('server_process')
    .where('seen_at', '<', new Date(now.getTime() - dayMs))
    .execute();
}
