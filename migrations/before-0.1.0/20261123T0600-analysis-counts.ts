import { type Kysely, sql } from 'kysely';

/**
 * How many analyses there are by status and by the minute in which they ended, and how many faces these found. Triggers on
 * face_job insert the difference that a statement makes, in its transaction: rows that are added up, so that no transaction
 * waits for another. See server/features/faces/recognition/analysis-counts.repository.ts, which alone reads them and adds rows
 * of the same status and minute together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table analysis_count (
    status text not null,
    /* -infinity: not yet ended, or more than two days before the row was written */
    minute timestamptz not null,
    /* of both: how many more, or fewer */
    photos bigint not null,
    faces bigint not null)`.execute(db);
  // First the triggers: until the migration ends they keep other servers from changing analyses.
  await count('insert', 'new table as added', added);
  await count('update', 'old table as removed new table as added', `${added} union all ${removed}`);
  await count('delete', 'old table as removed', removed);
  await sql`insert into analysis_count ${sql.raw(sums('select *, 1 as one from face_job'))}`.execute(db);

  async function count(operation: string, tables: string, changes: string): Promise<void> {
    const name = `count_analyses_after_${operation}`;
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into analysis_count ${sums(changes)};
          return null;
        end $$`)
      .execute(db);
    await sql
      .raw(`create trigger ${name} after ${operation} on face_job
        referencing ${tables} for each statement execute function ${name}()`)
      .execute(db);
  }
}

const added = 'select *, 1 as one from added';
const removed = 'select *, -1 as one from removed';

const sums = (changes: string) => `
  select status,
    case when completed_at >= now() - interval '2 days' then date_trunc('minute', completed_at) else '-infinity' end,
    sum(one), sum(one * coalesce(faces_detected, 0))
  from (${changes}) changes group by 1, 2
  having sum(one) <> 0 or sum(one * coalesce(faces_detected, 0)) <> 0`;
