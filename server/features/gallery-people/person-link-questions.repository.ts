import { type Kysely, sql } from 'kysely';
import type { LinkQuestionRow } from '#server/contract/schemas/gallery-people.ts';
import type { DB } from '#server/db/tables.ts';
import { visibleTo } from '#server/features/galleries/gallery-visibility.sql.ts';
import { knownInClubs, matchesIn, type Search } from '#server/features/my-photos/matches.sql.ts';
import { hiddenTables } from '#server/features/photos/photo-visibility.sql.ts';

/** Questions handed out at once; the next ones come when these are answered. */
const QUESTIONS = 20;

/**
 * Persons of a gallery who may be people of its clubs, one question each: what the family said first, then the nearest.
 * Only about people whose family agrees that they are found, and only in the bands `confirmed` and `probable`
 * (matches.sql.ts).
 */
export async function listLinkQuestionsOfGallery(
  db: Kysely<DB>,
  search: Search,
  galleryId: string,
): Promise<LinkQuestionRow[]> {
  const { rows } = await sql<LinkQuestionRow>`
    with ${hiddenTables(search.viewer, search.today)}
    select asked.person_id, asked.club_person_id, asked.name, asked.club_name, asked.said_by_family, known.known_from
    from (
      select distinct on (m.person_id) m.person_id, m.club_person_id, m.distance, m.band = 'confirmed' as said_by_family,
        trim(cp.first_name || ' ' || cp.last_name) as name, club.name as club_name
      from ${matchesIn(search, knownInClubs(search, galleryId), galleryId)} m
        join club_person cp on cp.id = m.club_person_id join club on club.id = cp.club_id
      where m.band in ('confirmed', 'probable')
        and not exists (
          select 1 from club_person_link l where l.person_id = m.person_id and l.club_id = cp.club_id)
        and not exists (
          select 1 from declined_link d where d.person_id = m.person_id and d.club_person_id = m.club_person_id)
      order by m.person_id, m.band = 'confirmed' desc, m.distance, m.club_person_id
    ) asked
    left join lateral (
      select json_build_object('gallery_name', gallery.name, 'event_date', event.event_date::text) as known_from
      from club_person_link l join person p on p.id = l.person_id join gallery on gallery.id = p.gallery_id
        join event on event.id = gallery.event_id
      where l.club_person_id = asked.club_person_id and p.gallery_id <> ${galleryId}::uuid and ${visibleTo(search.viewer)}
      order by event.event_date desc, gallery.id limit 1
    ) known on true
    order by asked.said_by_family desc, asked.distance, asked.person_id
    limit ${QUESTIONS}`.execute(db);
  return rows;
}
