import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import type { SearchThresholds } from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import { searchThresholdsInForce } from '#server/features/faces/my-photos/search-thresholds.ts';
import { checkOf } from '#server/features/faces/who-is-who/notify-people-answered.ts';
import {
  forgetUnlessShownOutside,
  isOver,
} from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import { isShownOutside } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { hasFailed, isBeingAnalysed } from '#server/visibility/photo-analyses.sql.ts';
import { isDeclined } from '#server/visibility/who-is-who.sql.ts';
import { guarded, likelyPairs } from './likely-refusers.sql.ts';
import { notifyPhotosWaiting, settleCheck } from './notify-photos-waiting.ts';

type Dependencies = Needs<'clock' | 'jobs' | 'mail' | 'engine'>;

/**
 * Compares the photos that were added while people outside the club see the gallery, once the upload is over and its faces are
 * grouped: those of somebody who may have refused go on waiting for an answer, the others are shown. What waits already is
 * compared again, because grouping may have separated the faces.
 * @returns the users to publish notifications to, after the commit
 */
export async function compareAddedPhotos(
  ctx: Dependencies,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> {
  await showReplaced(trx, galleryId);
  if (!(await hasWaiting(trx, galleryId))) return settleCheck(ctx, trx, galleryId);
  await forgetUnlessShownOutside(trx, galleryId, ctx.clock.now());
  const added = await lockAdded(trx, galleryId);
  const thresholds = await searchThresholdsInForce({ db: trx, engine: ctx.engine });
  const place = { galleryId, today: ctx.clock.today() };
  const pairs = await listPairs(trx, place, thresholds);
  await removeSeparated(trx, place, thresholds, pairs);
  const settled = await settleCheck(ctx, trx, galleryId);
  const isNew = await insertLikely(trx, added, pairs, ctx.clock.now());
  if (added.length > 0)
    await sql`update photo set awaits_comparison = false where id = any(${added}::uuid[])`.execute(trx);
  const isToTell = isNew || (await hasUnanswered(trx, galleryId));
  return isToTell ? [...settled, ...(await notifyPhotosWaiting(ctx, trx, galleryId))] : settled;
}

/**
 * The same for galleries whose photos wait though no grouping comes: their last link has ended, a club is no longer theirs, a
 * picture was deleted, or they were restored without faces.
 */
export async function compareLeftOver(ctx: Dependencies & Needs<'db' | 'bus'>): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`
    select gallery.id from gallery
    where gallery.id in (
        select face.gallery_id from likely_refusal join face on face.id = likely_refusal.face_id
          join club_person known on known.id = likely_refusal.club_person_id
        where ${isOver(now)}
        union
        select photo.gallery_id from photo
        where photo.awaits_answer and not photo.is_kept_inside and ${isShownOutside(sql.ref('photo.gallery_id'), now)}
          and not exists (select from notification n where n.kind = 'photos_waiting' and n.settled_at is null
            and n.href = replace(${checkOf('#')}, '#', photo.gallery_id::text))
        union
        select photo.gallery_id from photo where photo.awaits_grouping and ${isComparable}
          and not exists (select from job where job.name = 'cluster-gallery' and job.key = photo.gallery_id::text)
        union
        select photo.gallery_id from photo
        where photo.awaits_comparison and (not ${isShownOutside(sql.ref('photo.gallery_id'), now)} or ${isComparable}
          and not exists (select from job where job.name = 'cluster-gallery' and job.key = photo.gallery_id::text)))
    order by gallery.id`.execute(ctx.db);
  for (const { id } of rows) {
    const notified = await ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('gallery').select('id').where('id', '=', id).forUpdate().execute();
      return compareAddedPhotos(ctx, trx, id);
    });
    publishNotifications(ctx.bus, notified);
    ctx.bus.publish({ topic: `gallery:${id}`, kind: 'photos' });
  }
}

/** Photos that were replaced, once their faces are grouped. */
const showReplaced = (trx: Transaction<DB>, galleryId: string): Promise<unknown> =>
  sql`update photo set awaits_grouping = false
    where gallery_id = ${galleryId}::uuid and awaits_grouping and ${isComparable}`.execute(trx);

type Pair = { person_id: string; club_person_id: string };
type Place = { galleryId: string; today: string };

/** Photos wait for the question about those that were deleted (removed-refusers.repository.ts). */
async function hasUnanswered(trx: Transaction<DB>, galleryId: string): Promise<boolean> {
  const { rows } = await sql`select from photo
    where gallery_id = ${galleryId}::uuid and awaits_answer and not is_kept_inside limit 1`.execute(trx);
  return rows.length > 0;
}

async function hasWaiting(db: Kysely<DB>, galleryId: string): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`select
    exists (select from photo where gallery_id = ${galleryId}::uuid and (awaits_comparison or awaits_answer))
    or exists (select from likely_refusal join face on face.id = likely_refusal.face_id
      where face.gallery_id = ${galleryId}::uuid) as is_waiting`.execute(db);
  return rows[0]!.is_waiting;
}

/** Of `photo`: no analysis of its gallery is open, its own did not fail, and its faces are grouped. */
const isComparable = sql<boolean>`(
  not ${isBeingAnalysed(sql.ref('photo.gallery_id'))} and not ${hasFailed(sql.ref('photo.id'))}
  and not exists (select from face where face.photo_id = photo.id and face.is_current and face.awaits_grouping_since is not null))`;

async function lockAdded(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where('awaits_comparison', '=', true)
    .where(isComparable)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

async function listPairs(trx: Transaction<DB>, place: Place, thresholds: SearchThresholds): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select person_id, club_person_id from ${likelyPairs(place, thresholds)} pair`.execute(trx);
  return rows;
}

const pairTable = (pairs: readonly Pair[]) => sql`
  unnest(${pairs.map((pair) => pair.person_id)}::uuid[], ${pairs.map((pair) => pair.club_person_id)}::uuid[])
    as pair (person_id, club_person_id)`;

/** Those whose pictures are of another recogniser than today's cannot be compared, and go on waiting. */
async function removeSeparated(
  trx: Transaction<DB>,
  place: Place,
  thresholds: SearchThresholds,
  pairs: readonly Pair[],
): Promise<void> {
  await sql`delete from likely_refusal using face
    where face.id = likely_refusal.face_id and face.gallery_id = ${place.galleryId}::uuid and face.is_current
      and likely_refusal.club_person_id in (
        select club_person_id from (${guarded(place, thresholds.recogniser)}) compared)
      and not exists (
        select from assignment join ${pairTable(pairs)} on pair.person_id = assignment.person_id
        where assignment.face_id = face.id and pair.club_person_id = likely_refusal.club_person_id)`.execute(
    trx,
  );
}

/** Of pairs that nobody has answered. */
async function insertLikely(
  trx: Transaction<DB>,
  photoIds: readonly string[],
  pairs: readonly Pair[],
  now: Date,
): Promise<boolean> {
  if (photoIds.length === 0 || pairs.length === 0) return false;
  const { rows } = await sql<{ face_id: string }>`
    insert into likely_refusal (face_id, club_person_id, since)
    select face.id, pair.club_person_id, ${now}::timestamptz
    from face join assignment on assignment.face_id = face.id
      join ${pairTable(pairs)} on pair.person_id = assignment.person_id
      join club_person known on known.id = pair.club_person_id
    where face.photo_id = any(${[...photoIds]}::uuid[])
      and not exists (
        select from club_person_link l where l.person_id = pair.person_id and l.club_id = known.club_id)
      and not ${isDeclined(sql.ref('pair.person_id'), sql.ref('pair.club_person_id'))}
    on conflict do nothing returning face_id`.execute(trx);
  return rows.length > 0;
}
