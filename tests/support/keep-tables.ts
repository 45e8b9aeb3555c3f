import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { KEPT } from './empty-tables.ts';

type Kept = { putBack(): Promise<unknown>; forget(): Promise<unknown> };

/**
 * Copies every row into a schema of its own, with a procedure that puts all of them back in one statement; foreign keys and
 * triggers are off meanwhile. Postgres keeps the plans of its statements: it takes milliseconds.
 */
export async function keepTables(db: Kysely<DB>, schema: string): Promise<Kept> {
  await sql`create schema ${sql.id(schema)}`.execute(db);
  await sql`
    do $do$
    declare
      tables record;
      filled boolean;
      statements text := '';
    begin
      for tables in
        select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ') as columns
        from pg_class join pg_attribute on attrelid = pg_class.oid
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all(${sql.lit(KEPT)}::text[])
          and attnum > 0 and not attisdropped and attgenerated = ''
        group by 1
      loop
        statements := statements || format('delete from %s;', tables.name);
        execute format('select exists (select from %s)', tables.name) into filled;
        continue when not filled;
        execute format('create table ${sql.raw(schema)}.%1$s as select %2$s from %1$s', tables.name, tables.columns);
        statements := statements || format(
          'insert into %1$s (%2$s) select %2$s from ${sql.raw(schema)}.%1$s;', tables.name, tables.columns);
      end loop;
      execute format('create procedure ${sql.raw(schema)}.put_back() language plpgsql '
        'set session_replication_role = replica as %L', 'begin ' || statements || ' end');
    end $do$`.execute(db);
  return {
    putBack: () => sql`call ${sql.id(schema, 'put_back')}()`.execute(db),
    forget: () => sql`drop schema ${sql.id(schema)} cascade`.execute(db),
  };
}
