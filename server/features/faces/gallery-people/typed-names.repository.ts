import { type Kysely, sql } from 'kysely';
import { heldName } from '#server/contract/name-visibility.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { fitsListed, namesWithoutAnswer } from '#server/visibility/held-names.sql.ts';

type Loose = { viewer: Viewer; clubId: string };

/**
 * Names in galleries that the viewer may read, of people who are linked to nobody, about which nobody of this club has said anything:
 * rows `(person_id, number, name, gallery_id, gallery_name, event_date, fits)`.
 */
const looseNames = ({ viewer, clubId }: Loose) => sql`(
  select person.id as person_id, person.number, person.name, gallery.id as gallery_id, gallery.name as gallery_name,
    event.event_date, (
      select coalesce(jsonb_agg(jsonb_build_object('club_person_id', listed.id, 'name', ${nameToTellApart('listed')},
          'born_in', date_part('year', listed.born_on))
        order by listed.last_name, listed.first_name, listed.id), '[]')
      from club_person listed where listed.club_id = ${clubId}::uuid and ${fitsListed('person', 'listed')}) as fits
  from ${namesWithoutAnswer(sql`true`)} held join person on person.id = held.person_id
    join gallery on gallery.id = person.gallery_id join event on event.id = gallery.event_id
  where held.club_id = ${clubId}::uuid and not person.is_hidden and ${visibleTo(viewer)}
    and not exists (select from club_person_link l where l.person_id = person.id))`;

type Row = {
  person_id: string;
  number: number;
  name: string;
  gallery_id: string;
  gallery_name: string;
  event_date: string;
  fits: { club_person_id: string; name: string; born_in: number | null }[];
};

/** Those that fit somebody of the list first, then the newest galleries. */
export async function listTypedNames(db: Kysely<DB>, loose: Loose, page: { limit: number; offset: number }) {
  const { rows: counts } = await sql<{ total: number; fitting: number; readable_until: Date | null }>`
    select count(loose.person_id)::int as total, (count(*) filter (where loose.fits <> '[]'))::int as fitting,
      (select typed_names_readable_until from club where id = ${loose.clubId}::uuid) as readable_until
    from ${looseNames(loose)} loose`.execute(db);
  const { rows } = await sql<Row>`
    select person_id, number, name, gallery_id, gallery_name, event_date::text as event_date, fits
    from ${looseNames(loose)} loose
    order by fits <> '[]' desc, event_date desc, gallery_id, number limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const { total, fitting, readable_until } = counts[0]!;
  return {
    names: rows.map((row) => ({ ...row, name: heldName(row.name) })),
    total,
    fitting,
    readable_until: readable_until?.toISOString() ?? null,
  };
}

/** Of these people those whose names are loose as they were seen, and fit nobody, by gallery. */
export async function listFittingNobody(
  db: Kysely<DB>,
  loose: Loose,
  seen: readonly { id: string; name: string }[],
): Promise<Map<string, { id: string; name: string }[]>> {
  const { rows } = await sql<{ id: string; name: string; gallery_id: string }>`
    select loose.person_id as id, loose.name, loose.gallery_id
    from ${looseNames(loose)} loose
      join jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as seen (id text, name text)
        on seen.id = loose.person_id::text and seen.name = loose.name
    where loose.fits = '[]' order by loose.gallery_id, loose.number`.execute(db);
  return Map.groupBy(rows, ({ gallery_id }) => gallery_id);
}

/** What was readable since the upgrade is read by editors alone from now on. */
export async function endReadableSinceUpgrade(db: Kysely<DB>, clubId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('club')
      .set({ typed_names_readable_until: null })
      .where('id', '=', clubId)
      .execute();
    await trx
      .deleteFrom('name_of_nobody')
      .where('club_id', '=', clubId)
      .where('before_upgrade', '=', true)
      .execute();
  });
}
