import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Credit } from '#server/app-context.ts';
import { pictureUrl, pictureUrls } from '#server/contract/picture-url.ts';
import type { FoundPhoto, FoundPhotosPage } from '#server/contract/schemas/my-photos.ts';
import type { DB } from '#server/db/tables.ts';
import { shownCredit } from '#server/features/galleries/photos/photo-metadata.ts';
import { galleryOrder } from '#server/features/galleries/photos/photos.repository.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isPersonShownToViewer } from '#server/visibility/person-visibility.sql.ts';
import {
  hiddenTablesIn,
  isPhotoShownToViewer,
  thumbhashForViewer,
} from '#server/visibility/photo-visibility.sql.ts';
import {
  isLinkedToThemAlone,
  matchesIn,
  matchesInFamily,
  oneFace,
  type Search,
  searchTables,
  shownToFamily,
} from './matches.sql.ts';
import { declinedTo, galleriesOfDeclined } from './questions-to-family.repository.ts';

/** Photos and questions about the people somebody looks for: rows of `matchesIn`. */
type Matches = RawBuilder<unknown>;
const shown = sql<boolean>`band in ('confirmed', 'probable')`;
type Row = Omit<
  FoundPhoto,
  'taken_at' | 'created_at' | 'credit' | 'thumbnail_url' | 'thumbnail_urls' | 'box'
> & {
  credit: Credit | null;
  credit_line: string | null;
  rendition_version: number;
  x: number;
  y: number;
  w: number;
  h: number;
  taken_at: Date | null;
  created_at: Date;
};

function toFoundPhoto(found: Row): FoundPhoto {
  const { rendition_version, taken_at, created_at, credit, credit_line, x, y, w, h, ...row } = found;
  const version = { id: row.id, rendition_version };
  return {
    ...row,
    taken_at: taken_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    credit: shownCredit({ credit, credit_line }),
    thumbnail_url: pictureUrl(version, 'medium'),
    thumbnail_urls: pictureUrls(version),
    box: { x, y, w, h },
  };
}

type Counts = Pick<FoundPhotosPage, 'total' | 'galleries' | 'unconfirmed' | 'questions' | 'new_photos'> & {
  newest_at: Date | null;
};
const counts = sql`count(distinct found.photo_id) filter (where ${shown})::int as total,
  count(distinct found.gallery_id) filter (where ${shown})::int as galleries,
  count(distinct found.person_id) filter (where found.band = 'question')::int as questions`;
/** Times are cut to the precision of the wire, so that a time that was sent is not later than the same time sent back. */
const addedAt = (photo: string) => sql`date_trunc('milliseconds', ${sql.ref(photo)}.created_at)`;

/** Rows `(club_person_id, person_id, gallery_id, band, photo_id, face_id)` of what the viewer may be shown, by one comparison with all faces. */
const foundBy = (matches: Matches) => sql`
  select m.club_person_id, m.person_id, m.gallery_id, m.band, f.photo_id, f.id as face_id
  from ${matches} m join assignment a on a.person_id = m.person_id join face f on f.id = a.face_id
  where ${isPhotoShownToViewer(sql.ref('f.photo_id'))}`;

/**
 * One page by event, newest first, then as in the gallery, and the counts of all. Each photo once; what a human said
 * counts more than a guess.
 */
async function photosOf(
  db: Kysely<DB>,
  tables: RawBuilder<unknown>,
  matches: Matches,
  page: { limit: number; offset: number },
  seenUntil: Date | null = null,
): Promise<FoundPhotosPage> {
  const { rows } = await sql<Counts & Row & { id: string | null; place: number }>`
    with ${tables}, found as materialized (${foundBy(matches)}),
    best as (
      select distinct on (photo_id) photo_id, band, club_person_id, person_id, face_id from found where ${shown}
      order by photo_id, band, person_id, face_id
    ),
    page as (
      select p.id, p.gallery_id, p.filename, p.width, p.height, p.bytes, p.taken_at, p.taken_at_local,
        p.taken_at_offset, p.created_at, p.credit, p.credit_line,
        ${thumbhashForViewer('p')} as thumbhash,
        p.rendition_version, ${isTakenDown(sql.ref('p.id'))} as is_taken_down, g.name as gallery_name, e.id as event_id,
        e.name as event_name, e.event_date::text as event_date, best.band as certainty, best.person_id,
        ${isLinkedToThemAlone(sql.ref('best.person_id'), sql.ref('best.club_person_id'))} as can_reject,
        f.x, f.y, f.w, f.h,
        row_number() over (order by e.event_date desc, e.id, g.id, ${galleryOrder('p')}) as place
      from best join face f on f.id = best.face_id join photo p on p.id = best.photo_id
        join gallery g on g.id = p.gallery_id join event e on e.id = g.event_id
      order by place limit ${page.limit} offset ${page.offset}
    )
    select counted.*, added.*, page.* from (select ${counts} from found) counted
      cross join (
        select max(${addedAt('p')}) as newest_at,
          (count(*) filter (where best.band = 'probable'))::int as unconfirmed,
          (count(*) filter (where ${addedAt('p')} > ${seenUntil}::timestamptz))::int as new_photos
        from best join photo p on p.id = best.photo_id
      ) added
      left join page on true
    order by page.place`.execute(db);
  const { total, galleries, unconfirmed, questions, new_photos, newest_at } = rows[0]!;
  const photos = rows.flatMap(
    ({
      total: _,
      galleries: __,
      questions: ___,
      new_photos: ____,
      newest_at: _____,
      unconfirmed: ______,
      place: _______,
      ...row
    }) => (row.id === null ? [] : [toFoundPhoto(row)]),
  );
  return {
    photos,
    total,
    galleries,
    unconfirmed,
    questions,
    new_photos,
    newest_at: newest_at?.toISOString() ?? null,
    seen_until: seenUntil?.toISOString() ?? null,
  };
}

/** Where nothing is searched. */
export const noPhotos: FoundPhotosPage = {
  photos: [],
  total: 0,
  galleries: 0,
  unconfirmed: 0,
  questions: 0,
  new_photos: 0,
  newest_at: null,
  seen_until: null,
};

/** One page of the photos of somebody of the viewer's family, from the galleries of the search's scope. */
export const listFoundPhotos = (
  db: Kysely<DB>,
  search: Search,
  clubPersonId: string,
  page: { limit: number; offset: number },
  seenUntil: Date | null = null,
): Promise<FoundPhotosPage> =>
  photosOf(db, searchTables(search, clubPersonId), shownToFamily(search, clubPersonId), page, seenUntil);

/** Photos added since a time on which somebody of the viewer's family who agreed to be found is. */
export async function listAddedPhotos(
  db: Kysely<DB>,
  search: Search,
  clubPersonId: string,
  since: Date,
): Promise<{ id: string; gallery_id: string; created_at: Date }[]> {
  const { rows } = await sql<{ id: string; gallery_id: string; created_at: Date }>`
    with ${searchTables(search, clubPersonId)}, found as materialized (${foundBy(matchesInFamily(search, clubPersonId))})
    select distinct p.id, p.gallery_id, ${addedAt('p')} as created_at from found join photo p on p.id = found.photo_id
    where ${shown} and ${addedAt('p')} > ${since}::timestamptz`.execute(db);
  return rows;
}

/**
 * What one face would find, without anything stored; `ambiguous`: photos on which it is presumed to be more than one
 * person, because it is like many strangers.
 */
export async function countOfFace(
  db: Kysely<DB>,
  search: Search,
  embedding: string,
): Promise<{ total: number; galleries: number; ambiguous: number }> {
  const { rows } = await sql<{ total: number; galleries: number; ambiguous: number }>`
    with ${searchTables(search)}, found as materialized (${foundBy(matchesIn(search, oneFace(embedding)))})
    select count(*)::int as total, count(distinct gallery_id)::int as galleries,
      count(*) filter (where persons > 1)::int as ambiguous
    from (
      select photo_id, gallery_id, count(distinct person_id) as persons from found where ${shown}
      group by photo_id, gallery_id
    ) photo`.execute(db);
  return rows[0]!;
}

/** The photos of one face, without anything stored. */
export const photosOfFace = async (db: Kysely<DB>, search: Search, embedding: string, limit: number) =>
  (await photosOf(db, searchTables(search), matchesIn(search, oneFace(embedding)), { limit, offset: 0 }))
    .photos;

/** Whether the family is shown or asked about the person of a gallery now: only about those an answer is taken. */
export async function isFound(
  db: Kysely<DB>,
  search: Search,
  clubPersonId: string,
  personId: string,
): Promise<boolean> {
  const { rows } = await sql`
    with ${searchTables(search, clubPersonId, galleriesOfDeclined(search, clubPersonId))}
    select 1 from ${matchesInFamily(search, clubPersonId)} m where m.person_id = ${personId}::uuid
    union all select 1 from (${declinedTo(search, clubPersonId)}) declined where declined.person_id = ${personId}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

/** The faces of the person on one photo, where the viewer may say that they are not somebody of the family. */
export async function listRejectableFaces(
  db: Kysely<DB>,
  search: Search,
  clubPersonId: string,
  { personId, photoId }: { personId: string; photoId: string },
): Promise<{ face_id: string; gallery_id: string }[]> {
  const { rows } = await sql<{ face_id: string; gallery_id: string }>`
    with ${searchTables(search, clubPersonId)}, found as materialized (${foundBy(matchesInFamily(search, clubPersonId))})
    select found.face_id, found.gallery_id from found
    where found.person_id = ${personId}::uuid and found.photo_id = ${photoId}::uuid
      and ${isLinkedToThemAlone(sql.ref('found.person_id'), sql.ref('found.club_person_id'))}`.execute(db);
  return rows;
}

/** On how many photos the person of a gallery is, of those that the viewer may see. */
export async function countPhotosOf(db: Kysely<DB>, search: Search, personId: string): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    with ${hiddenTablesIn(search.viewer, search.today, sql`select gallery_id from person where id = ${personId}::uuid`)}
    select count(distinct f.photo_id)::int as photos
    from person p join gallery on gallery.id = p.gallery_id
      join assignment a on a.person_id = p.id join face f on f.id = a.face_id
    where p.id = ${personId}::uuid and not p.is_hidden and ${visibleTo(search.viewer)}
      and ${isPersonShownToViewer(sql.ref('p.id'))} and ${isPhotoShownToViewer(sql.ref('f.photo_id'))}`.execute(
    db,
  );
  return rows[0]!.photos;
}
