import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { jobNames } from './registry.ts';

export interface QueueFigures {
  name: string;
  /** Due and not begun. */
  waiting: number;
  running: number;
  /** How long the oldest due job has waited. */
  oldestSeconds: number;
}

/** The queue by kind of job; kinds without a job too. Jobs for a later time do not count yet. */
export async function listQueueFigures(db: Kysely<DB>): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select name,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'running')::int as running,
      coalesce(extract(epoch from now() - min(run_at) filter (where state = 'waiting')), 0)::float8 as "oldestSeconds"
    from job where state = 'running' or run_at <= now() group by name`.execute(db);
  const none = { waiting: 0, running: 0, oldestSeconds: 0 };
  return jobNames.map((name) => rows.find((row) => row.name === name) ?? { name, ...none });
}
