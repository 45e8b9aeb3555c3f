import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { columnNotes, columnTypes, tableNotes } from './column-types.ts';

/** What `pg` hands out, see server/db/column-parsers.ts. Our bigints stay far below 2^53. */
const TYPES: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string', // YYYY-MM-DD: it has no time zone
  'double precision': 'number',
  integer: 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Timestamp',
  uuid: 'string',
  xid8: 'string',
  vector: 'string', // pgvector's text form, `[1,2,3]`
};

const HEAD = `/** Every table. Made by \`npm run docs\` from the migrated database and scripts/docs/column-types.ts; a test compares them. */
import type { ColumnType, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json<T> = ColumnType<T, string, string>;
/** The database has a default. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
`;

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
  /** The definitions of the constraints on it alone. */
  checks: string[];
}

/** The types of the tables of this database, as a source file. */
export async function writeTableTypes(db: Kysely<DB>): Promise<string> {
  // A view of one table is written as its columns are there; those of others are read, never written.
  const { rows } = await sql<Column>`
    with columns as (
    select relname as table, attnum, attname as column, format_type(atttypid, null) as type, not attnotnull as nullable,
      atthasdef as has_default, attgenerated <> '' as is_generated,
      array(select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as checks
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'kysely%'
      and attnum > 0 and not attisdropped)
    select * from (select * from columns
    union all
    select view.relname, shown.attnum, shown.attname, format_type(shown.atttypid, null), coalesce(nullable, false),
      coalesce(has_default, false), coalesce(is_generated, false), coalesce(checks, '{}')
    from pg_class view join pg_attribute shown on shown.attrelid = view.oid and shown.attnum > 0
      left join lateral (
        select columns.* from information_schema.view_column_usage used
          join columns on columns.table = used.table_name and columns.column = used.column_name
        where used.view_name = view.relname and used.column_name = shown.attname
          and (select count(distinct usage.table_name) from information_schema.view_column_usage usage
            where usage.view_name = view.relname) = 1) columns on true
    where view.relkind = 'v' and view.relnamespace = current_schema()::regnamespace) described
    order by "table" collate "C", attnum`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  requireKnown(rows);
  const body = [...tables].map(
    ([table, columns]) =>
      `${note('  ', tableNotes[table])}  ${table}: {\n${columns.map(writeColumn).join('')}  };\n`,
  );
  return `${HEAD}\nexport interface DB {\n${body.join('')}}\n`;
}

function writeColumn(column: Column): string {
  const name = nameOf(column);
  const type = typeOf(column);
  if (column.is_generated)
    return `${note('    ', columnNotes[name])}    ${column.column}: GeneratedAlways<${type}>;\n`;
  const written = column.has_default ? `Generated<${type}>` : type;
  return `${note('    ', columnNotes[name])}    ${column.column}: ${written}${column.nullable ? ' | null' : ''};\n`;
}

function typeOf(column: Column): string {
  const override = columnTypes[nameOf(column)];
  if (column.type === 'jsonb') return `Json<${override ?? 'Record<string, unknown>'}>`;
  if (override) return override;
  const values = column.checks.flatMap(
    (check) => check.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[('.*)\]\)\)\)$/)?.[1] ?? [],
  );
  if (values[0]) return values[0].replaceAll('::text', '').split(', ').join(' | ');
  const [element = ''] = column.type.split('[]');
  const type = TYPES[element];
  if (!type) throw new Error(`${nameOf(column)}: what does ${column.type} become? See TYPES`);
  return element === column.type ? type : `${type}[]`;
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`;
const note = (indent: string, text: string | undefined) => (text ? `${indent}/** ${text} */\n` : '');

/** @throws when a note or a type belongs to no column */
function requireKnown(columns: Column[]): void {
  const known = new Set(columns.flatMap((column) => [column.table, nameOf(column)]));
  const unknown = Object.keys({ ...columnTypes, ...columnNotes, ...tableNotes }).filter(
    (name) => !known.has(name),
  );
  if (unknown.length > 0) throw new Error(`column-types.ts names what is not there: ${unknown.join(', ')}`);
}
