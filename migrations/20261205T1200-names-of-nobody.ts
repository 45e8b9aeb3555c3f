import { type Kysely, sql } from 'kysely';

/**
 * A club keeps a list once somebody was put on it. From then on a name typed in its galleries is read by editors alone until somebody
 * says that it is nobody of the club (`name_of_nobody`), and again once somebody is listed whom the name fits. Triggers hold both,
 * whatever puts people on a list or changes a name.
 *
 * At upgrade names that fit somebody on the list are held back at once. The others stay readable until an administrator has seen them
 * all, at most 60 days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...functions, ...tables, ...triggers, ...existing])
    await sql.raw(statement).execute(db);
}

/** As server/features/people/member-imports/name-key.ts, and coarser: "Müller", "Mueller" and "Muller" are one. */
const spelledOut = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ø', 'oe'],
  ['å', 'aa'],
];
const folded = [
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
  ['aa', 'a'],
];
const replaced = (text: string, pairs: string[][]) =>
  pairs.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);
const lower = `lower(normalize(name, nfc) collate "und-x-icu")`;
const withoutAccents = `regexp_replace(normalize(${replaced(lower, spelledOut)}, nfkd), '[\\u0300-\\u036f\\u0027\\u2018\\u2019]', '', 'g')`;
const notOfNames = `[\\s\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2010-\\u205f\\u3000]+`;

const functions = [
  `create function name_words(name text) returns text[] language sql immutable parallel safe as $$
    select coalesce(array_agg(word order by nth), '{}') from (
      select ${replaced('word', folded)} as word, nth
      from unnest(string_to_array(regexp_replace(${withoutAccents}, '${notOfNames}', ' ', 'g'), ' '))
        with ordinality as found (word, nth) where word <> '') folded $$`,
  // The words, those side by side as one ("Anna-Lena", "Annalena"), and all as one.
  `create function name_parts(name text) returns text[] language sql immutable parallel safe as $$
    select words || array(select words[i] || words[i + 1] from generate_series(1, cardinality(words) - 1) i)
      || case when cardinality(words) > 0 then array[array_to_string(words, '')] else '{}' end
    from (select name_words(name) as words) of_name $$`,
  `create function name_key(name text) returns text language sql immutable parallel safe as $$
    select coalesce(string_agg(word, ' ' order by word collate "C"), '') from unnest(name_words(name)) word $$`,
  // Whether all of the one is in the other: a first name, an initial beside a word, another order, something added to a full name.
  `create function fits_name(typed text, listed text) returns boolean language sql immutable parallel safe as $$
    select cardinality(t) > 0 and cardinality(l) > 0 and (
      array_to_string(t, '') = any(name_parts(listed))
      or cardinality(l) > 1 and l <@ name_parts(typed)
      or t && name_parts(listed) and t <@ (name_parts(listed) || array(select left(word, 1) from unnest(l) word)))
    from (select name_words(typed) as t, name_words(listed) as l) words $$`,
];

const tables = [
  `alter table club add column list_kept_since timestamptz, add column typed_names_readable_until timestamptz`,
  `alter table club_person
    add column told_apart_by text not null default '',
    add column named_at timestamptz not null default clock_timestamp(),
    add column name_key text not null generated always as (name_key(first_name || ' ' || last_name)) stored,
    add column name_parts text[] not null generated always as (name_parts(first_name || ' ' || last_name)) stored`,
  `update club_person set named_at = created_at`,
  `create index club_person_name_key on club_person (club_id, name_key)`,
  `create table name_of_nobody (
    person_id uuid not null references person (id) on delete cascade,
    club_id uuid not null references club (id) on delete cascade,
    said_by uuid references app_user (id) on delete set null,
    said_at timestamptz not null default clock_timestamp(),
    before_upgrade boolean not null default false,
    primary key (person_id, club_id))`,
  `create index name_of_nobody_club on name_of_nobody (club_id)`,
  `create index name_of_nobody_said_by on name_of_nobody (said_by)`,
];

const fitsListed = `p.id = n.person_id and n.club_id = listed.club_id and name_parts(p.name) && listed.name_parts
      and fits_name(p.name, listed.first_name || ' ' || listed.last_name)`;
const triggers = [
  // The club is locked, as by whoever says that a name is nobody of it: what one writes, the other sees.
  `create function ask_about_names_after_listing() returns trigger language plpgsql as $$
    begin
      perform 1 from club where id in (select club_id from listed) order by id for no key update;
      update club set list_kept_since = clock_timestamp()
      where list_kept_since is null and id in (select club_id from listed);
      delete from name_of_nobody n using person p, listed where ${fitsListed};
      return null;
    end $$`,
  `create trigger ask_about_names_after_insert after insert on club_person
    referencing new table as listed for each statement execute function ask_about_names_after_listing()`,
  `create function note_new_name() returns trigger language plpgsql as $$
    begin
      new.named_at := clock_timestamp();
      return new;
    end $$`,
  `create trigger note_new_name before update of first_name, last_name on club_person for each row
    when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function note_new_name()`,
  `create function ask_about_names_after_renaming() returns trigger language plpgsql as $$
    begin
      perform 1 from club where id = new.club_id for no key update;
      delete from name_of_nobody n using person p, club_person listed where listed.id = new.id and ${fitsListed};
      return null;
    end $$`,
  `create trigger ask_about_names_after_update after update of first_name, last_name on club_person for each row
    when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
    execute function ask_about_names_after_renaming()`,
  `create function forget_name_of_nobody() returns trigger language plpgsql as $$
    begin
      delete from name_of_nobody where person_id = new.id;
      return null;
    end $$`,
  `create trigger forget_name_of_nobody after update of name on person for each row
    when (old.name is distinct from new.name) execute function forget_name_of_nobody()`,
];

const existing = [
  `update club set list_kept_since = now(), typed_names_readable_until = now() + interval '60 days'
    where exists (select from club_person listed where listed.club_id = club.id)`,
  `insert into name_of_nobody (person_id, club_id, before_upgrade)
    select p.id, club.id, true
    from (select id, gallery_id, name, name_parts(name) as parts from person where name <> '') p
      join gallery on gallery.id = p.gallery_id
      join club on club.list_kept_since is not null and (
        exists (select from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id = club.id)
        or exists (select from event_club ec where ec.event_id = gallery.event_id and ec.club_id = club.id))
    where not exists (select from club_person_link l where l.person_id = p.id)
      and not exists (select from club_person listed where listed.club_id = club.id and listed.name_parts && p.parts
        and fits_name(p.name, listed.first_name || ' ' || listed.last_name))`,
];
