import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  /** Foreign key it belongs to, and the table and column it refers to. */
  foreign_key: string | null;
  target: string | null;
  target_column: string | null;
  /** Values that a check of this column allows, as Postgres writes the check. */
  check: string | null;
};

const TRIES_PER_ROW = 30;

/** Texts that formats have lost before: quotes, escapes, line ends of all kinds, names of nothing. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '\\N',
    '"',
    '\\',
    '\n',
    '\r\n',
    '\t',
    '\u0001',
    '\u2028',
    '{"a":1}',
    "'; --",
  ),
  fc.constantFrom('Müller', 'مرحبا', '👩‍👩‍👧', 'é', '\ufeff', 'x'.repeat(9_000)),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
);
const floats = ['0', '-0', 'NaN', 'Infinity', '-Infinity', '1e-45', '3.4028235e38', '0.1', '16777217'];
const json = fc.oneof(
  fc.constantFrom('null', '{}', '[]', '0.10', '1e400', '9007199254740993', '"\\ud83d\\udc69"', '{"a":null}'),
  fc.jsonValue().map((value) => JSON.stringify(value).replaceAll('\\u0000', '')),
);

/** Values as Postgres reads them. */
const VALUES: Record<string, fc.Arbitrary<string>> = {
  text: texts,
  uuid: fc.uuid(),
  boolean: fc.constantFrom('true', 'false'),
  smallint: fc.constantFrom('-32768', '0', '32767'),
  integer: fc.constantFrom('-2147483648', '0', '1', '7', '2147483647'),
  bigint: fc.constantFrom('-9223372036854775808', '0', '9007199254740993', '9223372036854775807'),
  real: fc.oneof(fc.constantFrom(...floats), fc.constantFrom('0.25', '0.5')),
  'double precision': fc.constantFrom(...floats, '5e-324', '1.7976931348623157e308'),
  numeric: fc.constantFrom('NaN', '0.10', '123456789012345678901234567890.123'),
  'real[]': fc.constantFrom('{}', '{NaN,-0,1e-45}', '{1,NULL,3}'),
  'text[]': fc.constantFrom('{}', '{"a,b","",NULL,"\\"\\\\"}'),
  'uuid[]': fc.constantFrom('{}', '{019aa1b2-0000-7000-8000-0000000000ef}'),
  'integer[]': fc.constantFrom('{}', '{1,NULL}'),
  xid8: fc.constantFrom('0', '731', '18446744073709551615'),
  vector: fc
    .array(fc.constantFrom('0', '-1', '0.1', '1e-38', '3.4e38'), { minLength: 1, maxLength: 600 })
    .map((numbers) => `[${numbers.join(',')}]`),
  bytea: fc.uint8Array({ maxLength: 300 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  jsonb: json,
  date: fc.constantFrom('infinity', '-infinity', '4713-01-01 BC', '2024-02-29', '5874897-12-31'),
  'timestamp with time zone': fc.constantFrom(
    'infinity',
    '-infinity',
    '0044-03-15 12:00:00.000001+00 BC',
    '2026-03-29 01:59:59.999999+01',
    '294276-12-31 23:59:59.999999+00',
    '1969-12-31 23:59:59.999999-11:30',
  ),
};

/**
 * Fills every table with random rows that its constraints allow; a row they refuse is tried again with other values.
 * @returns how many rows each table has
 */
export async function insertRandomRows(
  db: Kysely<DB>,
  seed: number,
  rowsPerTable = 4,
): Promise<Map<string, number>> {
  const columns = await describeColumns(db);
  const names = [...new Set(columns.map(({ table }) => table))];
  const values = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 1, seed })[0]!;
  const random = () => values.next().value as number;
  const pick = <T>(items: readonly T[]): T | undefined => items[random() % items.length];
  const inserted = new Map<string, Record<string, string | null>[]>();
  const counts = new Map<string, number>(names.map((name) => [name, 0]));

  const randomValue = (
    column: Column,
    referred: Map<string, Record<string, string | null>>,
  ): string | null => {
    const key = column.foreign_key;
    if (key !== null) {
      // All columns of a foreign key refer to the same row.
      const row = referred.get(key) ?? pick(inserted.get(column.target!) ?? []);
      if (!row || (column.nullable && random() % 3 === 0)) return null;
      referred.set(key, row);
      return row[column.target_column!] ?? null;
    }
    if (column.nullable && random() % 3 === 0) return null;
    const allowed = [...(column.check ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => value!);
    if (allowed.length > 0) return pick(allowed)!;
    const arbitrary = VALUES[column.type];
    if (!arbitrary) throw new Error(`No random values for ${column.table}.${column.column}: ${column.type}`);
    return fc.sample(arbitrary, { numRuns: 1, seed: random() })[0]!;
  };
  const insert = async (table: string): Promise<boolean> => {
    const own = columns.filter((column) => column.table === table);
    const referred = new Map<string, Record<string, string | null>>();
    const row = own.map((column) => sql`${randomValue(column, referred)}::text::${sql.raw(column.type)}`);
    const { rows } = await sql<Record<string, string | null>>`
      insert into ${sql.table(table)} (${sql.join(own.map(({ column }) => sql.ref(column)))})
      overriding system value values (${sql.join(row)})
      returning ${sql.join(own.map(({ column }) => sql`${sql.ref(column)}::text as ${sql.ref(column)}`))}`.execute(
      db,
    );
    inserted.set(table, [...(inserted.get(table) ?? []), ...rows]);
    return true;
  };

  // Tables that refer to others come after them; a pass over all of them settles one level at least.
  for (let pass = 0; pass < names.length && [...counts.values()].some((count) => count === 0); pass += 1)
    for (const table of names) {
      if (counts.get(table)! > 0) continue;
      let count = 0;
      for (let tries = 0; tries < TRIES_PER_ROW && count < rowsPerTable; tries += 1)
        if (await insert(table).catch(refusedRow)) count += 1;
      counts.set(table, count);
    }
  // ReferencePictures that go round in a circle.
  for (const { table, column, type, target, target_column } of columns) {
    const row = target === null ? undefined : pick(inserted.get(target) ?? []);
    if (!row) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${row[target_column!]}::${sql.raw(type)}
      where ${sql.ref(column)} is null`
      .execute(db)
      .catch(refusedRow);
  }
  return counts;
}

/** A constraint, a key that is taken, a value that a generated column cannot take. */
function refusedRow(error: { code?: string }): false {
  if (!/^(23|22)/.test(error.code ?? '')) throw error;
  return false;
}

async function describeColumns(db: Kysely<DB>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, f.conname as foreign_key, f.confrelid::regclass::text as target,
      t.attname as target_column,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as "check"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join lateral (select * from pg_constraint where conrelid = c.oid and contype = 'f' and a.attnum = any(conkey)
      order by cardinality(conkey) desc limit 1) f on true
    left join pg_attribute t
      on t.attrelid = f.confrelid and t.attnum = f.confkey[array_position(f.conkey, a.attnum)]
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'
    order by c.relname, a.attnum`.execute(db);
  return rows;
}
