import { type Kysely, sql } from 'kysely';
import type { AnalysisStatus } from '#server/contract/schemas/photo-analyses.ts';
import type { DB } from '#server/db/tables.ts';

/**
 * Analyses by status and, of those that ended since a moment, by the hour after it; hour is null for all others.
 * @param since the beginning of a minute, at most two days ago
 */
export async function countAnalyses(db: Kysely<DB>, since: Date) {
  const { rows } = await sql<{ status: AnalysisStatus; hour: number | null; photos: number; faces: number }>`
    select status, case when minute >= ${since}::timestamptz
        then floor(extract(epoch from minute - ${since}::timestamptz) / 3600)::int end as hour,
      sum(photos)::bigint as photos, sum(faces)::bigint as faces
    from analysis_count group by 1, 2`.execute(db);
  return rows;
}

/**
 * Every change of an analysis inserts a row of `analysis_count`, so that no two wait for one counter. This adds the rows of the
 * same status and minute together, and those of minutes more than two days ago to the earlier ones. It may be left out at any
 * time: sums stay right, and get slower. Rows that other transactions insert meanwhile stay for the next time.
 */
export async function foldAnalysisCounts(db: Kysely<DB>): Promise<void> {
  const kept = sql`case when minute >= now() - interval '2 days' then minute else '-infinity' end`;
  const { rows } = await sql<{ folded: number }>`
    with several as (
      select status, ${kept} as kept from analysis_count group by 1, 2 having count(*) > 1 or bool_or(minute <> ${kept})),
    gone as (
      delete from analysis_count using several
      where analysis_count.status = several.status and ${kept} = several.kept
      returning analysis_count.status, several.kept, photos, faces),
    inserted as (
      insert into analysis_count
      select status, kept, sum(photos), sum(faces) from gone group by 1, 2 having sum(photos) <> 0 or sum(faces) <> 0)
    select count(*)::int as folded from gone`.execute(db);
  // Not left to vacuumTables or autovacuum: the table would grow with every analysis until then, and each fold reads all of it.
  if (rows[0]?.folded) await sql`vacuum analysis_count`.execute(db);
}
