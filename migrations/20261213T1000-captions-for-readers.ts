import { type Kysely, sql } from 'kysely';

/** Editors may show what files say as captions to the readers of a gallery: docs/decisions/0085. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stored_gallery add column shows_captions boolean not null default false`.execute(db);
  await sql`create or replace view gallery as
    select id, name, event_id, photographer_id, visibility, cover_photo_id, clustering_stamp, created_by, created_at, updated_at,
      announced_at, kept_until, expiry_notice, expiry_notice_on, people_settled_at, shows_captions
    from stored_gallery where deleted_at is null`.execute(db);
  for (const statement of functions) await sql.raw(statement).execute(db);
}

const functions = [
  // "MiaBerg7" is "Mia Berg".
  String.raw`create function part_words(words text) returns text language sql immutable parallel safe as $$
    select regexp_replace(regexp_replace(normalize(words, nfc) collate "und-x-icu",
      '([[:lower:]])([[:upper:]])', '\1 \2', 'g'), '[0-9]+', ' ', 'g') $$`,
  // All that may name somebody in words that are no name: as `name_parts`, and words without the s of "Mia's" and "Mias".
  `create function caption_parts(words text) returns text[] language sql immutable parallel safe as $$
    select name_parts(words) || name_parts(part_words(words)) || array(
      select left(word, -1) from unnest(name_words(words) || name_words(part_words(words))) word where word like '_%s') $$`,
];
