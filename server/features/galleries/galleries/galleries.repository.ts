import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { binDays } from '#server/contract/lifetimes.ts';
import {
  type GalleryFacts,
  galleryPermissions,
  isClubAdmin,
  isGlobalAdmin,
  targetRules,
  type Viewer,
} from '#server/contract/permissions.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';
import { pendingClubIds } from '#server/features/galleries/events/asked-clubs.ts';
import { galleryOrder } from '#server/features/galleries/photos/photos.repository.ts';
import {
  hasEndedHere,
  isAddedUser,
  isClubAdminHere,
  isInClub,
  isLeft,
  isOpenToObjection,
  isPhotographerHere,
  visibleTo,
} from '#server/visibility/gallery-visibility.sql.ts';
import { isLinkInForce } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { isPersonInShownPhotos, isPersonShownToViewer } from '#server/visibility/person-visibility.sql.ts';
import {
  decidesGuestPhotos,
  decidesTakedowns,
  isPhotoShownToViewer,
  thumbhashForViewer,
  withHiddenTables,
} from '#server/visibility/photo-visibility.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Preview = { id: string; thumbhash: string | null; rendition_version: number } | null;

/** @param ids a subquery of the ids of the galleries */
function galleries(db: Executor, viewer: Viewer, today: string, ids: RawBuilder<{ id: string }>) {
  return withHiddenTables(db, viewer, today, ids)
    .selectFrom('gallery')
    .where('gallery.id', 'in', (listed) => listed.selectFrom('listed_gallery').select('listed_gallery.id'))
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .leftJoin('app_user as photographer', 'photographer.id', 'gallery.photographer_id')
    .select([
      'gallery.id',
      'gallery.name',
      'gallery.event_id',
      'event.name as event_name',
      'event.event_date',
      'gallery.photographer_id',
      'photographer.first_name as photographer_first_name',
      'photographer.last_name as photographer_last_name',
      'photographer.username as photographer_username',
      'gallery.visibility',
      'gallery.shows_captions',
      'gallery.created_by',
      'gallery.created_at',
      'gallery.updated_at',
      sql<string | null>`gallery.kept_until::text`.as('kept_until'),
      sql<string | null>`case when ${isPhotoShownToViewer(sql.ref('gallery.cover_photo_id'))}
        then gallery.cover_photo_id end`.as('cover_photo_id'),
      sql<number>`(select count(*)::int from photo where photo.gallery_id = gallery.id and ${isPhotoShownToViewer(sql.ref('photo.id'))})`.as(
        'photo_count',
      ),
      sql<number>`case when ${decidesTakedowns(viewer)} then (select count(*)::int from takedown t
        where t.gallery_id = gallery.id and t.photo_id is not null and t.decided is null) else 0 end`.as(
        'open_takedowns',
      ),
      sql<boolean>`(${decidesGuestPhotos(viewer)} and exists (select from share_link l
        where l.gallery_id = gallery.id and ${isLinkInForce('l', sql`now()`)}))`.as('has_links'),
      sql<boolean>`exists (select from photo_words said where said.gallery_id = gallery.id
        and (said.caption <> '' or said.headline <> '' or jsonb_array_length(said.keywords || said.people) > 0))`.as(
        'has_words',
      ),
      sql<boolean>`case when ${decidesGuestPhotos(viewer)} then coalesce((select min(made.camera) <> max(made.camera) from photo made
        where made.gallery_id = gallery.id and made.camera <> ''), false) else false end`.as('has_cameras'),
      sql<number>`case when ${decidesGuestPhotos(viewer)} then (select count(*)::int from guest_photo g
        where g.gallery_id = gallery.id) else 0 end`.as('waiting_guest_photos'),
      sql<number>`(select count(*)::int from deleted_photo d where d.gallery_id = gallery.id and d.snapshot is not null and d.version_of is null
        and d.deleted_at > now() - make_interval(days => coalesce(
          (select bin_days from instance_setting), ${sql.lit(binDays.standard)})))`.as('deleted_photos'),
      sql<number>`(select count(*)::int from person q where q.gallery_id = gallery.id and not q.is_hidden
        and (q.name <> '' or exists (select 1 from assignment qa where qa.person_id = q.id))
        and (${decidesTakedowns(viewer)} or ${isPersonInShownPhotos(sql.ref('q.id'), isPhotoShownToViewer)}
          and ${isPersonShownToViewer(sql.ref('q.id'))}))`.as('people_count'),
      sql<
        string[]
      >`coalesce((select json_agg(gc.club_id order by gc.club_id) from gallery_club gc where gc.gallery_id = gallery.id), '[]')`.as(
        'club_ids',
      ),
      sql<Preview>`(select json_build_object('id', p.id, 'thumbhash', ${thumbhashForViewer('p')}, 'rendition_version', p.rendition_version)
        from photo p where p.id = coalesce(
          case when ${isPhotoShownToViewer(sql.ref('gallery.cover_photo_id'))} then gallery.cover_photo_id end,
          (select f.id from photo f where f.gallery_id = gallery.id and ${isPhotoShownToViewer(sql.ref('f.id'))}
            order by ${galleryOrder('f')} limit 1)))`.as('preview'),
      ...factColumns(viewer),
      pendingClubIds('gallery', sql`now()`).as('pending_club_ids'),
      mayTakeOver(viewer).as('can_take_over'),
      mayObject(viewer).as('can_object_to_takeover'),
    ]);
}
/** Only those are asked who could: administrators. */
const mayTakeOver = (viewer: Viewer) =>
  isGlobalAdmin(viewer) || isClubAdmin(viewer) ? isLeft : sql<boolean>`false`;
const mayObject = (viewer: Viewer) =>
  isClubAdmin(viewer) && !viewer.key
    ? sql<boolean>`exists (select 1 from gallery_takeover
        where gallery_takeover.gallery_id = gallery.id and ${isOpenToObjection(viewer.id, sql`now()`)})`
    : sql<boolean>`false`;
type GalleryRow = Awaited<ReturnType<ReturnType<typeof galleries>['executeTakeFirstOrThrow']>>;

/** What the permission table asks about a gallery and the viewer; `gallery` must be in scope. */
export const factColumns = (viewer: Viewer) =>
  [
    isInClub(viewer).as('is_in_club'),
    isAddedUser(viewer.id).as('is_added_user'),
    isPhotographerHere(viewer.id).as('is_photographer_here'),
    isClubAdminHere(viewer).as('is_club_admin_here'),
    hasEndedHere(viewer.id).as('has_ended'),
  ] as const;

export type FactColumns = Pick<
  GalleryRow,
  | 'id'
  | 'visibility'
  | 'created_by'
  | 'photographer_id'
  | 'is_in_club'
  | 'is_added_user'
  | 'is_photographer_here'
  | 'is_club_admin_here'
  | 'has_ended'
>;
export const galleryFacts = (viewer: Viewer, row: FactColumns): GalleryFacts => ({
  visibility: row.visibility,
  isCreator: row.created_by === viewer.id && !row.has_ended,
  isPhotographer: row.photographer_id === viewer.id && !row.has_ended,
  isPhotographerHere: row.is_photographer_here,
  isAddedUser: row.is_added_user,
  isInClub: row.is_in_club,
  isClubAdminHere: row.is_club_admin_here,
  isBesideKey: (viewer.key?.galleryId ?? row.id) !== row.id,
});

function toGallery(viewer: Viewer, row: GalleryRow): Gallery {
  const {
    preview,
    is_in_club: _,
    is_added_user: __,
    is_photographer_here: ___,
    is_club_admin_here: ____,
    has_ended: _____,
    ...rest
  } = row;
  const facts = galleryFacts(viewer, row);
  const permissions = galleryPermissions(viewer, facts);
  return {
    ...rest,
    people_count: viewer.key ? 0 : row.people_count,
    photographer_id: viewer.key && row.photographer_id !== viewer.id ? null : row.photographer_id,
    created_by: viewer.key && row.created_by !== viewer.id ? null : row.created_by,
    pending_club_ids: permissions.can_manage_access ? row.pending_club_ids : [],
    can_take_over: row.can_take_over && targetRules.gallery.takeOver(viewer, facts),
    has_words: permissions.can_edit_people && row.has_words,
    has_cameras: permissions.can_edit_people && row.has_cameras,
    deleted_photos: permissions.can_delete_photos ? row.deleted_photos : 0,
    photographer_first_name: (!viewer.key && row.photographer_first_name) || '',
    photographer_last_name: (!viewer.key && row.photographer_last_name) || '',
    photographer_username: (!viewer.key && row.photographer_username) || '',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    preview_photo_id: preview?.id ?? null,
    preview_url: preview && pictureUrl(preview, 'medium'),
    preview_thumbhash: preview?.thumbhash ?? null,
    permissions,
  };
}

export async function findGallery(
  db: Executor,
  viewer: Viewer,
  today: string,
  id: string,
): Promise<Gallery | undefined> {
  const row = await galleries(db, viewer, today, sql`select ${id}::uuid as id`).executeTakeFirst();
  return row && toGallery(viewer, row);
}

export type GalleryFilter = {
  event_id?: string | undefined;
  club_id?: string | undefined;
  photographer_id?: string | undefined;
  search?: string | undefined;
  mine?: boolean | undefined;
  limit: number;
  offset: number;
};

/**
 * What a mail says of galleries whose reader may see them: the photos that the reader is shown there today.
 * @param sinceOf counts only photos added after this time, by gallery; a time of the database as text
 * @param until and not after this one
 */
export function listGalleriesForMail(
  db: Executor,
  reader: Viewer,
  today: string,
  sinceOf: Readonly<Record<string, string>>,
  until: string,
) {
  const ids = Object.keys(sinceOf);
  const listed = sql<{ id: string }>`select unnest(${ids}::uuid[]) as id`;
  const since = sql`(
    select news.since from unnest(${ids}::uuid[], ${Object.values(sinceOf)}::timestamptz[]) as news (id, since)
    where news.id = gallery.id)`;
  return withHiddenTables(db, reader, today, listed)
    .selectFrom('gallery')
    .where('gallery.id', 'in', (of) => of.selectFrom('listed_gallery').select('listed_gallery.id'))
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select([
      'gallery.id',
      'gallery.name',
      'event.id as event_id',
      'event.name as event_name',
      sql<number>`(select count(*)::int from photo where photo.gallery_id = gallery.id
        and photo.created_at > ${since} and photo.created_at <= ${until}::timestamptz
        and ${isPhotoShownToViewer(sql.ref('photo.id'))})`.as('photos'),
    ])
    .orderBy('event.event_date', 'desc')
    .orderBy('event.id')
    .orderBy(byName('gallery.name'))
    .orderBy('gallery.id')
    .execute();
}

/** The galleries the viewer may see, newest first. "Mine" are those they photographed or created. */
export async function listGalleries(db: Executor, viewer: Viewer, today: string, filter: GalleryFilter) {
  const conditions: RawBuilder<boolean>[] = [visibleTo(viewer)];
  if (filter.event_id) conditions.push(sql<boolean>`gallery.event_id = ${filter.event_id}::uuid`);
  if (filter.photographer_id)
    conditions.push(sql<boolean>`gallery.photographer_id = ${filter.photographer_id}::uuid`);
  if (filter.mine)
    conditions.push(
      sql<boolean>`(gallery.created_by = ${viewer.id}::uuid or gallery.photographer_id = ${viewer.id}::uuid)`,
    );
  if (filter.club_id)
    conditions.push(sql<boolean>`(
      exists (select 1 from event_club ec where ec.event_id = gallery.event_id and ec.club_id = ${filter.club_id}::uuid)
      or exists (select 1 from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id = ${filter.club_id}::uuid))`);
  for (const pattern of searchPatterns(filter.search))
    conditions.push(sql<boolean>`(lower(gallery.name) like ${pattern} or lower(event.name) like ${pattern})`);
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const { total } = await db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(where)
    .executeTakeFirstOrThrow();
  const page = sql<{ id: string }>`
    select gallery.id from gallery join event on event.id = gallery.event_id where ${where}
    order by gallery.created_at desc, gallery.id desc limit ${filter.limit} offset ${filter.offset}`;
  const rows = await galleries(db, viewer, today, page)
    .orderBy('gallery.created_at', 'desc')
    .orderBy('gallery.id', 'desc')
    .execute();
  return {
    galleries: rows.map((row) => toGallery(viewer, row)),
    total,
    limit: filter.limit,
    offset: filter.offset,
  };
}
