import { type Kysely, sql } from 'kysely';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { MatchQuestionRow } from '#server/contract/schemas/gallery-people.ts';
import { fullNameOf } from '#server/db/full-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { isClubOfGallery, readsNamesIn } from '#server/features/club-people/club-people.repository.ts';
import { knownInClubs, matchesIn, type Search } from '#server/features/my-photos/matches.sql.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { hiddenTables } from '#server/visibility/photo-visibility.sql.ts';

/**
 * Persons of a gallery who may be people of its clubs, one question each: what the family said first, then those to whom
 * an editor gave a name of the club's list, then the nearest; `more` than these wait. By likeness only people whose family
 * agrees that they are found, and only in the bands `confirmed` and `probable` (matches.sql.ts). A name needs no such
 * agreement: nothing is searched, and what its bearer answered about photos holds only once they are linked.
 * Where a sibling (a common guardian, or the same last name in the club) is as near, both are named.
 */
export async function listMatchQuestionsOfGallery(
  db: Kysely<DB>,
  search: Search,
  galleryId: string,
): Promise<{ rows: MatchQuestionRow[]; more: boolean }> {
  const { rows } = await sql<MatchQuestionRow>`
    with ${hiddenTables(search.viewer, search.today)},
    near as materialized (
      select * from ${matchesIn(search, knownInClubs(search, galleryId), { galleryId })} near)
    select asked.person_id, asked.club_person_id, asked.name, asked.club_name, asked.said_by_family, asked.has_name,
      known.known_from, sibling.or_else
    from (
      select distinct on (m.person_id) m.person_id, m.club_person_id, m.distance, m.said_by_family, m.has_name,
        ${fullNameOf} as name, club.name as club_name
      from (
        select person_id, club_person_id, distance, band = 'confirmed' as said_by_family, false as has_name
        from near where band in ('confirmed', 'probable')
        union all
        ${withNamesOfClubs(search, galleryId)}
      ) m join club_person on club_person.id = m.club_person_id join club on club.id = club_person.club_id
      where not exists (
          select 1 from club_person_link l where l.person_id = m.person_id and l.club_id = club_person.club_id)
        and ${isNotDeclined}
      order by m.person_id, m.said_by_family desc, m.has_name desc, m.distance, m.club_person_id
    ) asked
    left join lateral (
      select json_build_object('gallery_name', gallery.name, 'event_date', event.event_date::text) as known_from
      from club_person_link l join person p on p.id = l.person_id join gallery on gallery.id = p.gallery_id
        join event on event.id = gallery.event_id
      where l.club_person_id = asked.club_person_id and p.gallery_id <> ${galleryId}::uuid and ${visibleTo(search.viewer)}
      order by event.event_date desc, gallery.id limit 1
    ) known on true
    left join lateral (
      select json_build_object('club_person_id', club_person.id, 'name', ${fullNameOf}) as or_else
      from near m join club_person on club_person.id = m.club_person_id
        join club_person first on first.id = asked.club_person_id
      where m.person_id = asked.person_id and m.distance < asked.distance + ${search.thresholds.relativeMargin}::float
        and ${areSiblings('first', 'club_person')} and ${isNotDeclined}
      order by m.distance, m.club_person_id limit 1
    ) sibling on not asked.said_by_family
    order by asked.said_by_family desc, asked.has_name desc, asked.distance, asked.person_id
    limit ${listSizes.matchQuestions + 1}`.execute(db);
  return { rows: rows.slice(0, listSizes.matchQuestions), more: rows.length > listSizes.matchQuestions };
}

/** In terms of `m`. */
const isNotDeclined = sql`not exists (
  select 1 from declined_link d where d.person_id = m.person_id and d.club_person_id = m.club_person_id)`;

/** Whether two people of a club are likely to look alike, as far as the club's list says so. */
const areSiblings = (one: string, other: string) => sql`(
  ${sql.ref(`${one}.id`)} <> ${sql.ref(`${other}.id`)} and ${sql.ref(`${one}.club_id`)} = ${sql.ref(`${other}.club_id`)}
  and (lower(${sql.ref(`${one}.last_name`)}) = lower(nullif(${sql.ref(`${other}.last_name`)}, '')) or exists (
    select from guardianship g join guardianship h on h.user_id = g.user_id and h.state = 'confirmed'
    where g.state = 'confirmed' and g.club_person_id = ${sql.ref(`${one}.id`)}
      and h.club_person_id = ${sql.ref(`${other}.id`)})))`;

/** Persons whose typed name is that of somebody of the gallery's clubs, except where the family says that it is not them. */
const withNamesOfClubs = ({ viewer }: Search, galleryId: string) => sql`
  select p.id, club_person.id, null, false, true
  from person p join club_person on lower(${fullNameOf}) = lower(trim(p.name))
  where p.gallery_id = ${galleryId}::uuid and p.name <> '' and not p.is_hidden
    and ${isClubOfGallery(sql.ref('club_person.club_id'), galleryId)}
    and ${readsNamesIn(viewer, sql.ref('club_person.club_id'))}
    and not exists (
      select 1 from link_question q where q.person_id = p.id and q.club_person_id = club_person.id and q.answer = 'no')`;
