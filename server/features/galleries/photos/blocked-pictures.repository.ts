import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import type { TokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

/**
 * What was said against a picture outlives the photo: `blocked_picture` keeps keyed hashes of pictures that were hidden on request,
 * left out by hand, or declined, for the clubs of their galleries, or for the event where it has no club. Of photos that are there,
 * their own rows say so. No name, reason, gallery or face is kept.
 */
export type BlockKind = 'hidden' | 'left_out' | 'declined';

type Keyed = { tokens: Pick<TokenSigner, 'pictureKey'> };
type Blocking = Needs<'clock'> & Keyed;

/** A subquery of `(id, gallery_id, event_id, file, pixels)`: a row for each checksum of the file of a picture. */
type Pictures = RawBuilder<unknown>;

/** @param isMeant a condition on `photo` */
const picturesOf = (table: 'photo' | 'guest_photo', isMeant: RawBuilder<boolean>): Pictures => sql`(
  select photo.id, photo.gallery_id, gallery.event_id, file, photo.pixel_sha256 as pixels
  from ${sql.table(table)} photo join stored_gallery gallery on gallery.id = photo.gallery_id
    cross join unnest(array[photo.sha256, photo.sent_sha256]) file
  where file is not null and ${isMeant})`;

const bytesOf = (column: string) =>
  sql`decode(substr(deleted.snapshot -> 'photo' -> 0 ->> ${sql.lit(column)}, 3), 'hex')`;

/** Of photos that were deleted and can be restored. @param isMeant a condition on `deleted` */
const deletedPictures = (isMeant: RawBuilder<boolean>): Pictures => sql`(
  select deleted.id, deleted.gallery_id, gallery.event_id, file, ${bytesOf('pixel_sha256')} as pixels
  from deleted_photo deleted join stored_gallery gallery on gallery.id = deleted.gallery_id
    cross join unnest(array[${bytesOf('sha256')}, ${bytesOf('sent_sha256')}]) file
  where file is not null and ${isMeant})`;

/** A single one is not an array, of which Postgres expects ten: it would plan each time, 12 ms in place of 2 in the embedded database. */
const isOneOf = (ids: readonly string[]) =>
  ids.length === 1
    ? sql<boolean>`photo.id = ${ids[0]}::uuid`
    : sql<boolean>`photo.id = any(${[...ids]}::uuid[])`;

/** HMAC-SHA-256 (RFC 2104) of a hash in a column, in SQL. */
function macOf({ tokens }: Keyed, column: string): RawBuilder<Buffer> {
  const pad = (byte: number) => Buffer.alloc(64, byte).map((b, i) => b ^ (tokens.pictureKey[i] ?? 0));
  const [inner, outer] = [pad(0x36), pad(0x5c)];
  return sql<Buffer>`sha256(${outer}::bytea || sha256(${inner}::bytea || ${sql.ref(column)}))`;
}

/** The clubs of the gallery of `picture`, or its event where there are none. */
const scopeOf = sql`(
  select club.id as club_id, null::uuid as event_id from club where ${isClubOfGallery(sql.ref('club.id'), sql.ref('picture.gallery_id'))}
  union all select null, picture.event_id where not exists (
    select from club where ${isClubOfGallery(sql.ref('club.id'), sql.ref('picture.gallery_id'))}))`;

/** Rows `(id, scope_id, kind, file_mac)`: what is kept against these pictures in the clubs of their galleries, or their event. */
const blocksOf = (ctx: Keyed, pictures: Pictures): RawBuilder<unknown> => sql`(
  select picture.id, blocked.scope_id, blocked.kind, blocked.file_mac
  from (select p.*, ${macOf(ctx, 'p.file')} as file_mac, ${macOf(ctx, 'p.pixels')} as pixel_mac from ${pictures} p) picture
    cross join lateral (
      select * from blocked_picture where blocked_picture.file_mac = picture.file_mac
      union select * from blocked_picture where blocked_picture.pixel_mac = picture.pixel_mac) blocked
  where blocked.event_id = picture.event_id or ${isClubOfGallery(sql.ref('blocked.club_id'), sql.ref('picture.gallery_id'))})`;

/** Rows `(id, kind)`: what is said against the same picture where a gallery of the same clubs, or event, has it. */
const saidElsewhere = (photoIds: readonly string[]): RawBuilder<unknown> => sql`(
  select mine.id, case when ${isTakenDown(sql.ref('other.id'))} then 'hidden' else 'left_out' end as kind
  from ${picturesOf('photo', isOneOf(photoIds))} mine cross join lateral (
      select id, gallery_id, is_kept_inside from photo same where same.sha256 = mine.file
      union select id, gallery_id, is_kept_inside from photo same where same.sent_sha256 = mine.file
      union select id, gallery_id, is_kept_inside from photo same where same.pixel_sha256 = mine.pixels) other
    join gallery on gallery.id = other.gallery_id join photo own on own.id = mine.id
  where other.id <> mine.id and (${isTakenDown(sql.ref('other.id'))} or other.is_kept_inside)
    and not own.is_shown_by_hand
    and not exists (select from takedown t where t.photo_id = own.id and t.decided = 'declined')
    and (gallery.event_id = mine.event_id or exists (
      select from club where ${isClubOfGallery(sql.ref('club.id'), sql.ref('mine.gallery_id'))}
        and ${isClubOfGallery(sql.ref('club.id'), sql.ref('gallery.id'))})))`;

async function insertBlocks(
  ctx: Blocking,
  trx: Transaction<DB>,
  pictures: Pictures,
  /** Rows `kind` of `picture`. */
  kinds: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into blocked_picture (kind, file_mac, pixel_mac, club_id, event_id, met_at)
    select distinct on (said.kind, picture.file, coalesce(place.club_id, place.event_id))
      said.kind, ${macOf(ctx, 'picture.file')}, ${macOf(ctx, 'picture.pixels')}, place.club_id, place.event_id,
      ${ctx.clock.now()}::timestamptz
    from ${pictures} picture cross join lateral ${kinds} said cross join lateral ${scopeOf} place
    on conflict (scope_id, kind, file_mac) do update
      set met_at = excluded.met_at, pixel_mac = coalesce(excluded.pixel_mac, blocked_picture.pixel_mac)`.execute(
    trx,
  );
}

/** Before photos are deleted: what is said against them stays. @param isMeant a condition on `photo` */
export const blockPictures = (
  ctx: Blocking,
  trx: Transaction<DB>,
  isMeant: RawBuilder<boolean>,
): Promise<void> =>
  insertBlocks(
    ctx,
    trx,
    picturesOf('photo', sql<boolean>`(${isMeant} and (photo.is_kept_inside or ${isTakenDown()}))`),
    sql`(select 'hidden' as kind where ${isTakenDown(sql.ref('picture.id'))}
      union all select 'left_out' from photo where photo.id = picture.id and photo.is_kept_inside)`,
  );

/** Before photos of guests that wait in a gallery are declined. */
export const blockGuestPictures = (
  ctx: Blocking,
  trx: Transaction<DB>,
  galleryId: string,
  ids: readonly string[],
): Promise<void> =>
  insertBlocks(
    ctx,
    trx,
    picturesOf('guest_photo', sql<boolean>`(${isOneOf(ids)} and photo.gallery_id = ${galleryId}::uuid)`),
    sql`(select 'declined' as kind)`,
  );

/** What is said against photos that were just written: rows of their ids. Those that are kept count as met now. */
export async function findBlocks(
  ctx: Blocking,
  trx: Transaction<DB>,
  photoIds: readonly string[],
): Promise<{ id: string; kind: BlockKind }[]> {
  const { rows } = await sql<{ id: string; kind: BlockKind }>`
    with kept as materialized (select * from ${blocksOf(ctx, picturesOf('photo', isOneOf(photoIds)))} blocks),
      met as (
        update blocked_picture set met_at = ${ctx.clock.now()}::timestamptz
        where (scope_id, kind, file_mac) in (select scope_id, kind, file_mac from kept))
    select id, kind from kept union select id, kind from ${saidElsewhere(photoIds)} elsewhere`.execute(trx);
  return rows;
}

/** What somebody's path had before another photo came by it. @property photoId where it is there, its own row says more */
export type BeforeByPath = { photoId: string | null; sha256: Buffer | null };

/** What was said against what a path had before: of the photo that is there still, or of the file. */
export async function findBlocksBefore(
  ctx: Keyed,
  trx: Transaction<DB>,
  galleryId: string,
  { photoId, sha256 }: BeforeByPath,
): Promise<BlockKind[]> {
  const file = sql`(
    select gallery.id, gallery.id as gallery_id, gallery.event_id, ${sha256}::bytea as file, null::bytea as pixels
    from stored_gallery gallery where gallery.id = ${galleryId}::uuid)`;
  const { rows } = await sql<{ kind: BlockKind }>`
    select kind from ${blocksOf(ctx, file)} kept
    union select 'hidden' from photo where photo.id = ${photoId}::uuid and ${isTakenDown()}
    union select 'left_out' from photo where photo.id = ${photoId}::uuid and photo.is_kept_inside`.execute(
    trx,
  );
  return rows.map(({ kind }) => kind);
}

/** Somebody decided that these photos are shown: what was kept against them ends in the clubs of their galleries. */
export const unblockPictures = (
  ctx: Keyed,
  trx: Transaction<DB>,
  photoIds: readonly string[],
  kinds: readonly BlockKind[],
): Promise<void> =>
  photoIds.length === 0
    ? Promise.resolve()
    : deleteBlocks(ctx, trx, picturesOf('photo', isOneOf(photoIds)), kinds);

/** The same for all photos that show these persons of galleries, deleted ones that can be restored included. */
export async function unblockPicturesOf(
  ctx: Keyed,
  trx: Transaction<DB>,
  personIds: readonly string[],
): Promise<void> {
  const all = ['hidden', 'left_out', 'declined'] as const;
  const showsThem = sql<boolean>`photo.id in (
    select face.photo_id from assignment join face on face.id = assignment.face_id
    where assignment.person_id = any(${[...personIds]}::uuid[]))`;
  await deleteBlocks(ctx, trx, picturesOf('photo', showsThem), all);
  const showed = sql<boolean>`deleted.person_ids && ${[...personIds]}::uuid[]`;
  await deleteBlocks(ctx, trx, deletedPictures(showed), all);
}

async function deleteBlocks(
  ctx: Keyed,
  trx: Transaction<DB>,
  pictures: Pictures,
  kinds: readonly BlockKind[],
): Promise<void> {
  await sql`delete from blocked_picture where kind = any(${[...kinds]}::text[])
    and (scope_id, kind, file_mac) in (select scope_id, kind, file_mac from ${blocksOf(ctx, pictures)} blocks)`.execute(
    trx,
  );
}

/** Those that no picture has met for long. */
export async function removeOldBlocks({ db, clock }: Needs<'db' | 'clock'>): Promise<void> {
  const old = new Date(clock.now().getTime() - serverLifetimes.blockedPictureKeptMs);
  await db.deleteFrom('blocked_picture').where('met_at', '<=', old).execute();
}
