/** `npm run faces:stats`: how many photos, faces and people there are, and how recognition is getting on. */
import { sql } from 'kysely';
import { asCommand, withInstallation } from './operator/run.ts';

await asCommand(() =>
  withInstallation(async ({ db, kind }) => {
    const counts = await sql<Record<string, number | string>>`select
      (select count(*) from gallery)::int as galleries,
      (select count(*) from photo)::int as photos,
      (select coalesce(round(sum(bytes) / 1e6), 0) from photo)::int as "megabytes of originals",
      (select count(*) from face where is_current)::int as faces,
      (select count(*) from face where is_current and grade = 'core')::int as "  good enough to found a group",
      (select count(*) from face where is_current and grade = 'weak')::int as "  may join one",
      (select count(*) from face where is_current and grade = 'ignore')::int as "  left out",
      (select count(*) from assignment)::int as "faces of a person",
      (select count(*) from assignment where source = 'manual')::int as "  put there by hand",
      (select count(*) from person)::int as people,
      (select count(*) from person where name <> '')::int as "  named",
      (select count(*) from people_decision where undone_at is null)::int as "decisions in force"`.execute(
      db,
    );
    console.log(`database: ${kind}`);
    show(Object.entries(counts.rows[0] ?? {}));

    const jobs = await sql<{ status: string; count: number; attempts: number; seconds: number | null }>`
      select status, count(*)::int as count, round(avg(attempts), 2)::float8 as attempts,
        round(percentile_cont(0.5) within group (order by extract(epoch from completed_at - started_at)) filter (where completed_at > started_at)::numeric, 2)::float8
          as seconds
      from face_job group by status order by status`.execute(db);
    console.log('\nphotos by state (tries on average, seconds in the middle)');
    show(jobs.rows.map((row) => [row.status, `${row.count}  (${row.attempts}, ${row.seconds ?? '–'} s)`]));

    const versions = await sql<{ version: string; count: number }>`
      select coalesce(pipeline_version, 'not yet') as version, count(*)::int as count from face_job group by 1 order by 2 desc`.execute(
      db,
    );
    console.log('\nphotos by version of recognition');
    show(versions.rows.map((row) => [row.version, row.count]));

    const reasons = await sql<{ code: string; count: number }>`
      select coalesce(error_code, 'unknown') as code, count(*)::int as count from face_job
      where status = 'failed' group by 1 order by 2 desc`.execute(db);
    if (reasons.rows.length > 0) console.log('\nfailed because of');
    show(reasons.rows.map((row) => [row.code, row.count]));
    return 0;
  }),
);

function show(rows: [string, unknown][]): void {
  for (const [name, value] of rows) console.log(`  ${name.padEnd(32)} ${value}`);
}
