/** `npm run faces:stats`: how many photos, faces and people there are, and how recognition is getting on. */
import { sql } from 'kysely';
import { analysisFigures } from '#server/features/faces/recognition/photo-analysis-reports.repository.ts';
import { asCommand, withInstallation } from './support/run-operator-command.ts';

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

    const { byStatus, byVersion, byError } = await analysisFigures(db);
    console.log('\nphotos by state (tries on average, seconds in the middle)');
    show(byStatus.map((row) => [row.status, `${row.count}  (${row.attempts}, ${row.seconds ?? '–'} s)`]));

    console.log('\nphotos by version of recognition');
    show(byVersion.map((row) => [row.version, row.count]));

    if (byError.length > 0) console.log('\nfailed because of');
    show(byError.map((row) => [row.code, row.count]));
    return 0;
  }),
);

function show(rows: [string, unknown][]): void {
  for (const [name, value] of rows) console.log(`  ${name.padEnd(32)} ${value}`);
}
