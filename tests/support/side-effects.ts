import { sql } from 'kysely';
import { beforeAll, expect, vi } from 'vitest';
import type { LiveMessage } from '#server/live/bus.ts';
import type { EnqueuedJob, TestApp } from '#tests/support/test-app.ts';

type Rows = Map<string, string>;
/** Every row of every table, by table and primary key. */
export async function readRows(app: TestApp): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as key
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary and n.nspname = current_schema() and c.relname not like 'kysely%'
    group by 1`.execute(app.ctx.db);
  const each = tables.map(
    ({ name, key }) =>
      sql`select ${sql.lit(name)} || ' ' || (${sql.join(
        key.map((column) => sql`t.${sql.ref(column)}::text`),
        sql` || ' ' || `,
      )}) as key, row_to_json(t)::text as row from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ key: string; row: string }>`${sql.join(each, sql` union all `)}`.execute(
    app.ctx.db,
  );
  return new Map(rows.map(({ key, row }) => [key, row]));
}

const counted = (names: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

function differences(before: Rows, after: Rows): string[] {
  const marks = [
    ...[...after.keys()].filter((key) => !before.has(key)).map((key) => `+ ${key}`),
    ...[...after]
      .filter(([key, row]) => before.has(key) && before.get(key) !== row)
      .map(([key]) => `~ ${key}`),
    ...[...before.keys()].filter((key) => !after.has(key)).map((key) => `- ${key}`),
  ];
  return [...counted(marks.map((mark) => mark.split(' ', 2).join(' ')))].map(
    ([mark, count]) => `${mark[0]}${count} ${mark.slice(2)}`,
  );
}

/** Whoever has another membership or role than before is told, except accounts that are new and have no page open. */
function expectToldOfRights(name: string, before: Rows, after: Rows, published: readonly LiveMessage[]) {
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => /^(club_membership|role_assignment) /.test(key) && before.get(key) !== after.get(key),
  );
  const users = changed.map((key) => {
    const row = JSON.parse(after.get(key) ?? before.get(key) ?? '') as { user_id: string };
    return row.user_id;
  });
  const told = published.filter(({ kind }) => kind === 'session').map(({ topic }) => topic);
  const open = users.filter((id) => before.has(`app_user ${id}`));
  for (const id of open) expect([name, told]).toEqual([name, expect.arrayContaining([`user:${id}`])]);
}

/** Files are counted: a neighbour's must not be among them. */
const jobName = (job: EnqueuedJob): string =>
  job.name === 'remove-files' ? `job ${job.name} (${job.payload.keys.length})` : `job ${job.name}`;

const times = (names: string[], count: Map<string, number> = counted(names)): string[] =>
  [...count].map(([name, n]) => (n === 1 ? name : `${name} x${n}`));

/**
 * Records the side effects of acts, in a database where everything has a neighbour of its kind: rows (+ new, ~ changed,
 * - gone), background jobs and live events. An act that writes one row too many or forgets the notification, the audit
 * entry or the end of a session is noticed by comparing the side effects.
 */
export function recordSideEffects(app: TestApp) {
  const sideEffects: string[] = [];
  const published: LiveMessage[] = [];
  beforeAll(() => {
    const publish = app.ctx.bus.publish.bind(app.ctx.bus);
    vi.spyOn(app.ctx.bus, 'publish').mockImplementation((message) => {
      published.push(message);
      publish(message);
    });
  });

  /** Runs an act that has to succeed, and records its side effects. */
  async function note<T>(
    name: string,
    act: () => Promise<{ status: number; body: { data: T } }>,
  ): Promise<T> {
    const before = await readRows(app);
    app.jobs.length = 0;
    published.length = 0;
    const { status, body } = await act();
    expect([name, status < 300, body]).toEqual([name, true, body]);
    const after = await readRows(app);
    expectToldOfRights(name, before, after, published);
    const parts = [
      ...differences(before, after).sort((a, b) => a.slice(2).localeCompare(b.slice(2))),
      ...times(app.jobs.map(jobName)),
      ...times(published.map(({ topic, kind }) => `tells ${topic.split(':')[0]} of ${kind}`)),
    ];
    sideEffects.push(`${name}: ${parts.join(', ') || 'nothing'}`);
    return body.data;
  }

  return { sideEffects, note };
}
