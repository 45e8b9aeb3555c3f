import { type Kysely, sql } from 'kysely';

/** What a file is called whose name said the name of somebody who was erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`create function neutral_file_name(id uuid, name text) returns text language sql immutable parallel safe as $$
    select 'photo-' || right(id::text, 8) || coalesce(lower(substring(name from '\.[A-Za-z0-9]{1,5}$')), '') $$`,
    )
    .execute(db);
}
