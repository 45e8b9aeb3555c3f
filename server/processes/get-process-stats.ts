import type { Kysely } from 'kysely';
import type { AdminStats } from '#server/contract/schemas/stats.ts';
import type { DB } from '#server/db/tables.ts';
import { countProcesses } from './processes.repository.ts';

/** How many processes answer requests and how many work in the background; `all` does both. */
export async function getProcessStats(db: Kysely<DB>): Promise<NonNullable<AdminStats['processes']>> {
  const counted = await countProcesses(db);
  const workers = counted.filter(({ role }) => role !== 'web');
  const sum = (of: typeof counted) => of.reduce((total, { alive }) => total + alive, 0);
  const since = workers.map(({ oldest }) => oldest.getTime());
  return {
    web: sum(counted.filter(({ role }) => role !== 'worker')),
    workers: sum(workers),
    workers_since: since.length > 0 ? new Date(Math.min(...since)).toISOString() : null,
  };
}
