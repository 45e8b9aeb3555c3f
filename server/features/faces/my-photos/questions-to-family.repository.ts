/** Persons of galleries that a family is asked about, or said no about: each by its picture, gallery and event. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { pictureUrls } from '#server/contract/picture-url.ts';
import type { AnsweredNo, MatchQuestion } from '#server/contract/schemas/my-photos.ts';
import type { DB } from '#server/db/tables.ts';
import { keepsAnswers } from '#server/visibility/current-consent.sql.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { isFamily } from '#server/visibility/is-family.sql.ts';
import { isPersonShownToViewer } from '#server/visibility/person-visibility.sql.ts';
import { hiddenTablesIn, isPhotoShownToViewer } from '#server/visibility/photo-visibility.sql.ts';
import { declinedByEditors } from '#server/visibility/who-is-who.sql.ts';
import { matchesInFamily, type Search, searchTables } from './matches.sql.ts';

/**
 * Persons that the family is asked about: those of whom an editor said that they are not somebody whose photos are kept inside, then
 * the nearest.
 */
export async function listMatchQuestionsOfPerson(
  db: Kysely<DB>,
  search: Search,
  clubPersonId: string,
  limit: number,
): Promise<MatchQuestion[]> {
  const questions = sql`
    with match as materialized (select * from ${matchesInFamily(search, clubPersonId)} m),
    declined as materialized (${declinedTo(search, clubPersonId)} and ${search.scope !== 'public'})
    select match.person_id, match.gallery_id, match.distance as place, match.relative_id,
      match.person_id in (select person_id from declined) as is_declined
    from match where match.band = 'question'
    union all
    select person_id, gallery_id, 0, null, true from declined where person_id not in (select person_id from match)`;
  const tables = searchTables(search, clubPersonId, galleriesOfDeclined(search, clubPersonId));
  return (await listAskedPeople(db, tables, questions, limit)).people;
}

/** The ids of the galleries with persons of `declinedTo`. */
export const galleriesOfDeclined = ({ today }: Search, clubPersonId: string): RawBuilder<unknown> => sql`
  select declined.gallery_id from ${declinedByEditors(sql`${clubPersonId}::uuid`, today)} declined`;

/** Rows `(person_id, gallery_id)` of `declinedByEditors`, as the viewer is shown them; needs the `hiddenTables` of the viewer. */
export const declinedTo = ({ viewer, today }: Search, clubPersonId: string): RawBuilder<unknown> => sql`
  select declined.person_id, declined.gallery_id
  from ${declinedByEditors(sql`${clubPersonId}::uuid`, today)} declined join gallery on gallery.id = declined.gallery_id
  where ${visibleTo(viewer)} and ${isPersonShownToViewer(sql.ref('declined.person_id'))}`;

/** Persons that the family said no about, newest answer first: those only that the viewer would be asked about, too. */
export function listAnsweredNo(
  db: Kysely<DB>,
  search: Search,
  clubPersonId: string,
  limit: number,
): Promise<AnsweredNo> {
  const refused = sql`
    select p.id as person_id, p.gallery_id, -extract(epoch from q.answered_at) as place, null::uuid as relative_id,
      false as is_declined
    from club_person member
    join link_question q on q.club_person_id = member.id and q.answer = 'no'
    join person p on p.id = q.person_id and not p.is_hidden
    join gallery on gallery.id = p.gallery_id
    where member.id = ${clubPersonId}::uuid and ${isFamily(search.viewer.id, search.today, 'member')}
      and ${keepsAnswers(sql.ref('member.id'), search.today)} and ${visibleTo(search.viewer)} and ${isPersonShownToViewer(sql.ref('p.id'))}`;
  const galleries = sql`select p.gallery_id from link_question q join person p on p.id = q.person_id
    where q.club_person_id = ${clubPersonId}::uuid and q.answer = 'no'`;
  return listAskedPeople(db, hiddenTablesIn(search.viewer, search.today, galleries), refused, limit);
}

/**
 * @param tables `hiddenTables` of the viewer
 * @param asked rows `(person_id, gallery_id, place, relative_id, is_declined)`; persons without a photo that the viewer is shown are left out
 */
async function listAskedPeople(
  db: Kysely<DB>,
  tables: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
  limit: number,
): Promise<AnsweredNo> {
  const { rows } = await sql<{
    person_id: string;
    gallery_id: string;
    gallery_name: string;
    event_name: string;
    photo_count: number;
    relative_id: string | null;
    is_declined: boolean;
    photo_id: string;
    width: number;
    height: number;
    rendition_version: number;
    x: number;
    y: number;
    w: number;
    h: number;
    total: number;
  }>`
    with ${tables}, asked as materialized (${asked})
    select asked.person_id, asked.gallery_id, asked.relative_id, asked.is_declined, g.name as gallery_name, e.name as event_name,
      (select count(distinct every.photo_id)::int from assignment a join face every on every.id = a.face_id
        where a.person_id = asked.person_id and ${isPhotoShownToViewer(sql.ref('every.photo_id'))}) as photo_count,
      p.id as photo_id, p.width, p.height, p.rendition_version, f.x, f.y, f.w, f.h, (count(*) over ())::int as total
    from asked join person on person.id = asked.person_id
    join lateral (
      select each.* from assignment a join face each on each.id = a.face_id
      where a.person_id = asked.person_id and ${isPhotoShownToViewer(sql.ref('each.photo_id'))}
      order by (each.id = person.representative_face_id) desc nulls last, each.id limit 1
    ) f on true
    join photo p on p.id = f.photo_id join gallery g on g.id = asked.gallery_id join event e on e.id = g.event_id
    order by asked.is_declined desc, asked.place, asked.person_id
    limit ${limit}`.execute(db);
  return {
    people: rows.map(({ photo_id, width, height, rendition_version, x, y, w, h, total: _, ...row }) => ({
      ...row,
      photo: {
        id: photo_id,
        width,
        height,
        thumbnail_urls: pictureUrls({ id: photo_id, rendition_version }),
      },
      box: { x, y, w, h },
    })),
    total: rows[0]?.total ?? 0,
  };
}
