import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import type { OpenBackup } from '../backup-folder.ts';
import { linesOf, parseRow } from '../backup-rows.ts';
import { importTable } from '../import-tables.ts';
import { describeTables, type TableShape } from '../table-shapes.ts';

/** Names that older releases wrote. */
const formerNames: Record<string, string> = { stored_gallery: 'gallery' };

/** Of large tables, the columns that are read. */
const onlyColumns: Record<string, string[]> = { face: ['id', 'photo_id'] };

/** The rows of the newest backup, beside those that are restored: table `consent` as `newer_consent`, without constraints. */
export class NewerRows {
  readonly trx: Transaction<DB>;
  readonly #shapes: Map<string, TableShape>;
  readonly #tables: Set<string>;
  /** Those of tables that the backup does not have are empty. */
  readonly #created: string[];

  private constructor(
    trx: Transaction<DB>,
    shapes: Map<string, TableShape>,
    tables: Set<string>,
    created: string[],
  ) {
    this.trx = trx;
    this.#shapes = shapes;
    this.#tables = tables;
    this.#created = created;
  }

  static async load(
    trx: Transaction<DB>,
    { folder, manifest }: OpenBackup,
    tables: readonly string[],
  ): Promise<NewerRows> {
    const shapes = new Map((await describeTables(trx)).map((shape) => [shape.name, shape]));
    const loaded = new Set<string>();
    const created: string[] = [];
    for (const name of tables) {
      const shape = shapes.get(name);
      const file = manifest.tables.find(({ table }) => table === name || table === formerNames[name]);
      if (!shape) continue;
      const only = onlyColumns[name];
      const columns = shape.columns.filter((column) => !only || only.includes(column.name));
      const newer = { ...shape, name: `newer_${name}`, columns };
      await sql`create temporary table ${sql.table(newer.name)} on commit drop as
        select ${sql.join(columns.map((column) => sql.ref(column.name)))} from ${sql.table(name)} with no data`.execute(
        trx,
      );
      created.push(newer.name);
      if (!file) continue;
      const lines = linesOf(folder.read(file));
      await importTable(trx, newer, only ? pick(lines, name, only) : lines);
      await fillDefaults(trx, name, columns);
      loaded.add(name);
    }
    return new NewerRows(trx, shapes, loaded, created);
  }

  /** Whether the backup has these tables: an older release did not write all of them. */
  has(...tables: string[]): boolean {
    return tables.every((table) => this.#tables.has(table));
  }

  /**
   * Inserts rows of the newest backup, unless they are there.
   * @param required columns with the table that must have what they name; without it a row is left out
   * @param optional the same; without it the column becomes null
   * @param where a condition on `n`
   * @param values what is written in place of some columns
   */
  async insert(
    table: keyof DB & string,
    {
      required = {},
      optional = {},
      where = sql`true`,
      values = {},
    }: {
      required?: Record<string, string>;
      optional?: Record<string, string>;
      where?: RawBuilder<unknown>;
      values?: Record<string, RawBuilder<unknown>>;
    },
  ): Promise<number> {
    if (!this.has(table)) return 0;
    const columns = this.#shapes.get(table)!.columns.map(({ name }) => name);
    const of = (name: string) => {
      const known = optional[name];
      const own = sql.ref(`n.${name}`);
      return (
        values[name] ??
        (known ? sql`(select id from ${sql.table(known)} known where known.id = ${own})` : own)
      );
    };
    const there = Object.entries(required).map(
      ([name, other]) =>
        sql`exists (select from ${sql.table(other)} known where known.id = ${sql.ref(`n.${name}`)})`,
    );
    return this.run(sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(columns.map(of))} from ${sql.table(`newer_${table}`)} n
      where ${sql.join([...there, where], sql` and `)} on conflict do nothing`);
  }

  /** Deletes rows that the newest backup has no more. @param key the columns that tell a row from others */
  async deleteGone(table: keyof DB & string, key: readonly string[], where = sql`true`): Promise<number> {
    if (!this.has(table)) return 0;
    return this.run(sql`delete from ${sql.table(table)} r where ${where} and ${this.isGone(table, key)}`);
  }

  /** Whether a row `r` is not in the newest backup. */
  isGone(table: string, key: readonly string[]): RawBuilder<boolean> {
    const same = key.map(
      (name) => sql`${sql.ref(`gone.${name}`)} is not distinct from ${sql.ref(`r.${name}`)}`,
    );
    return sql<boolean>`not exists (select from ${sql.table(`newer_${table}`)} gone where ${sql.join(same, sql` and `)})`;
  }

  /** @returns how many rows the statement has changed */
  async run(statement: RawBuilder<unknown>): Promise<number> {
    const { numAffectedRows } = await statement.execute(this.trx);
    return Number(numAffectedRows ?? 0);
  }

  async drop(): Promise<void> {
    for (const table of this.#created) await sql`drop table ${sql.table(table)}`.execute(this.trx);
  }
}

async function* pick(lines: AsyncIterable<string>, table: string, names: string[]): AsyncGenerator<string> {
  for await (const line of lines) {
    const row = parseRow(table, line);
    yield JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
  }
}

/** What a later release has added gets its default, as the migration gave it. */
async function fillDefaults(
  trx: Transaction<DB>,
  table: string,
  columns: TableShape['columns'],
): Promise<void> {
  const { rows } = await sql<{ name: string; standard: string }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as standard
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnotnull and a.attgenerated = ''`.execute(trx);
  const known = new Set(columns.map(({ name }) => name));
  const filled = rows.filter(({ name }) => known.has(name));
  if (filled.length === 0) return;
  const sets = filled.map(
    ({ name, standard }) => sql`${sql.ref(name)} = coalesce(${sql.ref(name)}, ${sql.raw(standard)})`,
  );
  await sql`update ${sql.table(`newer_${table}`)} set ${sql.join(sets)}
    where ${sql.join(
      filled.map(({ name }) => sql`${sql.ref(name)} is null`),
      sql` or `,
    )}`.execute(trx);
}
