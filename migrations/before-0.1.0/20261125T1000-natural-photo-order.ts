import { type Kysely, sql } from 'kysely';

/**
 * Photos taken at the same moment, or at none, come in the natural order of their names: 2 before 10. The key holds each
 * number behind the count of its digits, so that it compares as bytes, alike on every database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function natural_key(name text) returns text language sql immutable strict parallel safe as $$
      select coalesce(string_agg(
        case when digits is null then part else lpad(length(digits)::text, 3, '0') || digits end, '' order by place), '')
      from (
        select found[1] as part, case when found[1] ~ '^[0-9]' then ltrim(found[1], '0') end as digits, place
        from regexp_matches(lower(name), '[0-9]+|[^0-9]+', 'g') with ordinality as matched(found, place)) parts
    $$`.execute(db);
  await sql`alter table photo
    add column name_key text collate "C" generated always as (natural_key(filename)) stored`.execute(db);
  await sql`drop index photo_gallery_order`.execute(db);
  await sql`create index photo_gallery_order on photo (gallery_id, sort_at, name_key, id)`.execute(db);
}
