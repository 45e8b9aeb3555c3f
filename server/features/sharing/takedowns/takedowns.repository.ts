import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type {
  ClubTakedown,
  OwnTakedown,
  Takedown,
  TakedownState,
} from '#server/contract/schemas/takedowns.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { requireId } from '#server/ids.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { familyCandidates, isFamily } from '#server/visibility/is-family.sql.ts';
import { isKeptShown, isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { decidesTakedowns } from '#server/visibility/photo-visibility.sql.ts';
import { photosOfSameFile } from '#server/visibility/same-file.sql.ts';
import { decidedTogether } from './decided-together.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Page = { limit: number; offset: number };

export const dueAt = (askedAt: Date): Date => new Date(askedAt.getTime() + lifetimes.takedownDecisionMs);

const stateOf = <R extends { asked_at: Date; decided: Takedown['decided']; decided_at: Date | null }>(
  { asked_at, decided, decided_at }: R,
  now: Date,
) => ({
  asked_at: asked_at.toISOString(),
  due_at: dueAt(asked_at).toISOString(),
  is_overdue: decided === null && dueAt(asked_at) < now,
  decided,
  decided_at: decided_at?.toISOString() ?? null,
});

/** Those that wait come first, the oldest of them at the top; then those decided, newest first. Those decided together follow each other. */
const inOrder = sql`takedown.decided is not null,
  case when takedown.decided is null then min(takedown.asked_at) over (partition by ${decidedTogether}) end,
  max(takedown.decided_at) over (partition by ${decidedTogether}) desc, ${decidedTogether}, takedown.id`;

/** The requests about photos of a gallery that are still there, and where the viewer can hide the same file, too. */
export async function listTakedowns(db: Executor, viewer: Viewer, galleryId: string, page: Page, now: Date) {
  const { total } = await db
    .selectFrom('takedown')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('gallery_id', '=', galleryId)
    .where('photo_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('takedown')
    .innerJoin('photo', 'photo.id', 'takedown.photo_id')
    .leftJoin('face', 'face.id', 'takedown.face_id')
    .leftJoin('app_user as asker', 'asker.id', 'takedown.asked_by')
    .leftJoin('app_user as decider', 'decider.id', 'takedown.decided_by')
    .leftJoin('share_link', 'share_link.id', 'takedown.share_link_id')
    .select([
      'takedown.id',
      'takedown.cause',
      'takedown.hides',
      'takedown.mark_x',
      'takedown.mark_y',
      'takedown.reason',
      'takedown.contact',
      'takedown.asked_at',
      'takedown.decided',
      'takedown.decided_at',
      'takedown.answer',
      'photo.id as photo_id',
      'photo.filename',
      'photo.width',
      'photo.height',
      'photo.thumbhash',
      'photo.rendition_version',
      'face.x',
      'face.y',
      'face.w',
      'face.h',
      'share_link.name as share_link',
      userNameOf('asker').as('asked_by'),
      userNameOf('decider').as('decided_by'),
      sql<number>`count(*) over (partition by ${decidedTogether})::int`.as('together'),
    ])
    .where('takedown.gallery_id', '=', galleryId)
    .orderBy(inOrder)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const hidden = rows
    .filter(({ decided, hides }) => hides && decided !== 'declined')
    .map(({ photo_id }) => photo_id);
  const sameFile = Map.groupBy(await listSameFile(db, viewer, hidden), ({ of }) => of);
  const takedowns = rows.map((row) => ({
    ...toTakedown(row, now),
    same_file: (sameFile.get(row.photo_id) ?? []).map(({ of: _, ...photo }) => photo),
  }));
  return { takedowns, total };
}

/** Where the same files are not hidden, in galleries in which the viewer decides; not where somebody said that they stay. */
async function listSameFile(db: Executor, viewer: Viewer, photoIds: readonly string[]) {
  if (photoIds.length === 0) return [];
  const isMeant = sql<boolean>`photo.id = any(${[...photoIds]}::uuid[])`;
  const { rows } = await sql<{ of: string; photo_id: string; gallery_id: string; gallery_name: string }>`
    select same.photo_id as of, photo.id as photo_id, gallery.id as gallery_id, gallery.name as gallery_name
    from ${photosOfSameFile(isMeant, decidesTakedowns(viewer))} same
      join photo on photo.id = same.other_id join gallery on gallery.id = photo.gallery_id
    where not photo.is_shown_by_hand and not ${isTakenDown()} and not ${isKeptShown}
    order by ${byName('gallery.name')}, photo.id`.execute(db);
  return rows;
}

type Row = {
  [K in 'x' | 'y' | 'w' | 'h' | 'mark_x' | 'mark_y']: number | null;
} & Pick<
  Takedown,
  | 'id'
  | 'cause'
  | 'hides'
  | 'reason'
  | 'contact'
  | 'decided'
  | 'answer'
  | 'share_link'
  | 'asked_by'
  | 'decided_by'
  | 'together'
> &
  Omit<Takedown['photo'], 'id' | 'thumbnail_url'> & {
    photo_id: string;
    rendition_version: number;
    asked_at: Date;
    decided_at: Date | null;
  };

function toTakedown(row: Row, now: Date): Omit<Takedown, 'same_file'> {
  const { x, y, w, h, mark_x, mark_y, photo_id, rendition_version } = row;
  const { filename, width, height, thumbhash } = row;
  const thumbnail_url = pictureUrl({ id: photo_id, rendition_version }, 'medium');
  return {
    id: row.id,
    ...stateOf(row, now),
    photo: { id: photo_id, filename, width, height, thumbhash, thumbnail_url },
    mark: mark_x !== null && mark_y !== null ? { x: mark_x, y: mark_y } : null,
    face: x !== null && y !== null && w !== null && h !== null ? { x, y, w, h } : null,
    asked_by: row.asked_by,
    share_link: row.share_link,
    cause: row.cause,
    hides: row.hides,
    reason: row.reason,
    contact: row.contact,
    decided_by: row.decided_by,
    answer: row.answer,
    together: row.together,
  };
}

/** Pictures that stand for the photos of one row. */
const PICTURES_PER_ROW = 3;

/** The requests about galleries of a club, a row for each deletion or batch in a gallery; pictures for those who decide. */
export async function listTakedownsOfClub(
  db: Executor,
  viewer: Viewer,
  clubId: string,
  page: Page,
  now: Date,
): Promise<{ takedowns: ClubTakedown[]; total: number }> {
  const ofClub = sql<boolean>`takedown.photo_id is not null and (
    exists (select 1 from event_club ec where ec.event_id = gallery.event_id and ec.club_id = ${clubId}::uuid)
    or exists (select 1 from gallery_club gc where gc.gallery_id = gallery.id and gc.club_id = ${clubId}::uuid))`;
  const requests = db
    .selectFrom('takedown')
    .innerJoin('gallery', 'gallery.id', 'takedown.gallery_id')
    .innerJoin('photo', 'photo.id', 'takedown.photo_id')
    .where(ofClub);
  const { total } = await requests
    .select(sql<number>`count(distinct ${decidedTogether})::int`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .with('request', () =>
      requests.select([
        'takedown.id',
        'takedown.gallery_id',
        'gallery.name as gallery_name',
        'takedown.asked_at',
        'takedown.decided',
        'takedown.decided_at',
        'photo.id as photo_id',
        'photo.rendition_version',
        decidedTogether.as('shared'),
        decidesTakedowns(viewer).as('can_decide'),
        sql<ClubTakedown['origin']>`case when takedown.cause is not null then takedown.cause
          when takedown.asked_by is not null then 'account'
          when takedown.share_link_id is not null then 'visitor' else 'unknown' end`.as('origin'),
      ]),
    )
    .selectFrom('request as takedown')
    .select([
      sql<string>`(array_agg(takedown.id order by takedown.id))[1]`.as('id'),
      'takedown.gallery_id',
      'takedown.gallery_name',
      sql<Date>`min(takedown.asked_at)`.as('asked_at'),
      'takedown.decided',
      sql<Date | null>`max(takedown.decided_at)`.as('decided_at'),
      'takedown.can_decide',
      'takedown.origin',
      sql<number>`count(*)::int`.as('photo_count'),
      sql<{ id: string; rendition_version: number }[]>`to_json((array_agg(json_build_object(
        'id', takedown.photo_id, 'rendition_version', takedown.rendition_version)
        order by takedown.id))[1:${sql.lit(PICTURES_PER_ROW)}])`.as('photos'),
    ])
    .groupBy([
      'takedown.shared',
      'takedown.gallery_id',
      'takedown.gallery_name',
      'takedown.decided',
      'takedown.can_decide',
      'takedown.origin',
    ])
    .orderBy(
      sql`takedown.decided is not null, case when takedown.decided is null then min(takedown.asked_at) end,
        max(takedown.decided_at) desc, min(takedown.id::text)`,
    )
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const takedowns = rows.map(({ photos, ...row }) => ({
    ...row,
    ...stateOf(row, now),
    photos: row.can_decide
      ? photos.map((photo) => ({ id: photo.id, thumbnail_url: pictureUrl(photo, 'small') }))
      : [],
  }));
  return { takedowns, total };
}

/** A request about a photo that was deleted has been granted by that. */
const outcome = sql<Takedown['decided']>`case when photo_id is null then 'granted' else decided end`;

/** What became of requests made by a share link, by the hashes of their receipts. */
export async function listStates(
  db: Executor,
  linkId: string,
  hashes: readonly string[],
): Promise<(Omit<TakedownState, 'receipt'> & { hash: string })[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('takedown')
    .select([
      'receipt_hash',
      'asked_at',
      outcome.as('decided'),
      'decided_at',
      'answer',
      'hides',
      sql<number>`count(*)::int`.as('photo_count'),
    ])
    .where('share_link_id', '=', linkId)
    .where('receipt_hash', 'in', [...hashes])
    .groupBy(['receipt_hash', 'asked_at', outcome, 'decided_at', 'answer', 'hides'])
    .orderBy('asked_at')
    .orderBy(sql`min(id::text)`)
    .execute();
  return rows.map((row) => ({
    photo_count: row.photo_count,
    hides: row.hides,
    hash: row.receipt_hash ?? '',
    asked_at: row.asked_at.toISOString(),
    due_at: dueAt(row.asked_at).toISOString(),
    decided: row.decided,
    decided_at: row.decided_at?.toISOString() ?? null,
    answer: row.answer,
  }));
}

/** Requests of an account that wait for a decision, newest first; one row for those of a batch. */
export async function listOwnTakedowns(
  db: Executor,
  viewer: Viewer,
  { galleryId, today }: { galleryId: string | undefined; today: string },
): Promise<OwnTakedown[]> {
  const id = sql<string>`coalesce(takedown.batch_id, takedown.id)`;
  let query = db
    .selectFrom('takedown')
    .innerJoin('gallery', 'gallery.id', 'takedown.gallery_id')
    .where('takedown.asked_by', '=', viewer.id)
    .where('takedown.decided', 'is', null)
    .where('takedown.photo_id', 'is not', null)
    .where(visibleTo(viewer));
  if (galleryId !== undefined)
    query = query.where('takedown.gallery_id', '=', requireId(galleryId, 'gallery_not_found'));
  const rows = await query
    .select([
      id.as('id'),
      'takedown.gallery_id',
      'gallery.name as gallery_name',
      'takedown.hides',
      sql<Date>`min(takedown.asked_at)`.as('asked_at'),
      sql<number>`count(*)::int`.as('photo_count'),
      sql<string[]>`array(
        select distinct known.club_person_id from face seen join assignment placed on placed.face_id = seen.id
          join who_is_who known on known.person_id = placed.person_id and known.for_family
          join club_person on club_person.id = known.club_person_id
        where seen.photo_id = any(array_agg(takedown.photo_id)) and club_person.id in (${familyCandidates(viewer.id)})
          and ${isFamily(viewer.id, today)} order by 1)`.as('family_ids'),
    ])
    .groupBy([id, 'takedown.gallery_id', 'gallery.name', 'takedown.hides'])
    .orderBy('asked_at', 'desc')
    .orderBy(id)
    .limit(listSizes.users)
    .execute();
  return rows.map(({ asked_at, ...row }) => ({
    ...row,
    asked_at: asked_at.toISOString(),
    due_at: dueAt(asked_at).toISOString(),
  }));
}

/**
 * Erases reasons, contacts, hashes of addresses and receipts of old requests, the answers of those decided long ago, and requests about photos
 * that were deleted long ago.
 */
export async function eraseOldReasons(db: Kysely<DB>, now: Date): Promise<void> {
  const old = new Date(now.getTime() - lifetimes.takedownReasonKeptMs);
  await db.deleteFrom('takedown').where('photo_id', 'is', null).where('asked_at', '<=', old).execute();
  await db
    .updateTable('takedown')
    .set({ reason: '', contact: '', asker_mac: null })
    .where('asked_at', '<=', old)
    .where((eb) => eb.or([eb('reason', '<>', ''), eb('contact', '<>', ''), eb('asker_mac', 'is not', null)]))
    .execute();
  await db
    .updateTable('takedown')
    .set({ answer: '', receipt_hash: null })
    .where('decided_at', '<=', old)
    .where((eb) => eb.or([eb('answer', '<>', ''), eb('receipt_hash', 'is not', null)]))
    .execute();
}

/** Photos that a link may show, by their ids, each with its gallery. @throws AppError photo_not_found */
export async function findPhotosOfLink(
  db: Kysely<DB>,
  link: { gallery_id: string | null },
  photoIds: readonly string[],
): Promise<{ id: string; gallery_id: string }[]> {
  const ids = [...new Set(photoIds.map((id) => requireId(id, 'photo_not_found')))];
  if (link.gallery_id) return ids.map((id) => ({ id, gallery_id: link.gallery_id as string }));
  const photos = await db.selectFrom('photo').select(['id', 'gallery_id']).where('id', 'in', ids).execute();
  if (photos.length < ids.length) throw new AppError('photo_not_found');
  return photos;
}
