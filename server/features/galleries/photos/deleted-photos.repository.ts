import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Credit, Needs } from '#server/app-context.ts';
import { dayMs, serverLifetimes } from '#server/contract/lifetimes.ts';
import { deletedPictureUrls } from '#server/contract/picture-url.ts';
import type { DeletedPhoto } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { newId } from '#server/ids.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { removePhotoFiles } from './schedule-file-removal.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Page = { limit: number; offset: number };

/** The rows of `table` that hang on the photo, as JSON. */
const rowsOf = (
  table: string,
  where: RawBuilder<unknown>,
  row: RawBuilder<unknown> = sql`to_jsonb(${sql.ref(table)})`,
) => sql`(select coalesce(jsonb_agg(${row}), '[]') from ${sql.table(table)} where ${where})`;
const ofPhoto = (table: string) => rowsOf(table, sql`${sql.ref(`${table}.photo_id`)} = photo.id`);
const ofItsFaces = (table: string, row?: RawBuilder<unknown>) =>
  rowsOf(table, sql`face_id in (select id from face where face.photo_id = photo.id)`, row);

const isItsFace = sql`face.photo_id = photo.id`;
/** The people of the gallery that the faces of `photo` belong to, or were said not to. */
const peopleOf = sql`array(
  select person_id from assignment join face on face.id = assignment.face_id where ${isItsFace}
  union select person_id from rejection join face on face.id = rejection.face_id where ${isItsFace}
  union select person.id from person join face on face.id = person.representative_face_id where ${isItsFace})`;

/**
 * Keeps what is known of photos that are about to be deleted, so that they can be restored. Embeddings are not kept: of somebody
 * whose photo was deleted nothing remains that a face can be compared with.
 */
export async function keepDeletedPhotos(
  trx: Transaction<DB>,
  ids: readonly string[],
  deleted: { by: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into deleted_photo (id, gallery_id, uploaded_by, bytes, sha256, original_key, rendition_version, deleted_by,
      deleted_at, person_ids, snapshot)
    select photo.id, photo.gallery_id, photo.uploaded_by, photo.bytes, photo.sha256, photo.original_key,
      photo.rendition_version, ${deleted.by}::uuid, ${deleted.at}::timestamptz,
      ${peopleOf},
      jsonb_build_object(
        'photo', jsonb_build_array(to_jsonb(photo) - array['uploaded_by', 'sort_at', 'name_key']),
        'face', ${rowsOf('face', isItsFace, sql`to_jsonb(face) - 'embedding'`)},
        'photo_analysis', ${ofPhoto('photo_analysis')},
        'assignment', ${ofItsFaces('assignment')},
        'rejection', ${ofItsFaces('rejection')},
        'asked_face', ${ofItsFaces('asked_face', sql`to_jsonb(asked_face) - 'asked_by'`)},
        'share_link_photo', ${ofPhoto('share_link_photo')},
        'accepted_guest_photo', ${ofPhoto('accepted_guest_photo')},
        'takedown', ${rowsOf('takedown', sql`takedown.photo_id = photo.id`, sql`jsonb_build_object('id', id, 'face_id', face_id)`)},
        'cover', ${rowsOf('stored_gallery', sql`stored_gallery.cover_photo_id = photo.id`, sql`jsonb_build_object('id', id)`)},
        'representative', ${rowsOf(
          'person',
          sql`representative_face_id in (select id from face where ${isItsFace})`,
          sql`jsonb_build_object('id', id, 'face_id', representative_face_id, 'chosen', representative_chosen)`,
        )})
    from photo where photo.id = any(${[...ids]}::uuid[])`.execute(trx);
}

/** Photos that were deleted later than this can be restored. */
export async function restorableSince(db: Executor, now: Date): Promise<Date> {
  const { bin_days } = await getInstallationSettings(db);
  return new Date(now.getTime() - bin_days * dayMs);
}

const isRestorable = (since: Date) =>
  sql<boolean>`(deleted_photo.version_of is null and deleted_photo.snapshot is not null
    and deleted_photo.deleted_at > ${since}::timestamptz)`;

const columnOfPhoto = <T>(name: string) =>
  sql<T>`(deleted_photo.snapshot -> 'photo' -> 0 -> ${sql.lit(name)})`;

/** The deleted photos of a gallery that can be restored, last deleted first. */
export async function listDeletedPhotos(
  db: Executor,
  galleryId: string,
  page: Page,
  now: Date,
): Promise<{ photos: DeletedPhoto[]; total: number }> {
  const since = await restorableSince(db, now);
  const found = db.selectFrom('deleted_photo').where('gallery_id', '=', galleryId).where(isRestorable(since));
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('app_user', 'app_user.id', 'deleted_photo.deleted_by')
    .select(['deleted_photo.id', 'deleted_photo.deleted_at', 'deleted_photo.rendition_version'])
    .select([
      columnOfPhoto<string>('filename').as('filename'),
      columnOfPhoto<number>('width').as('width'),
      columnOfPhoto<number>('height').as('height'),
      columnOfPhoto<string | null>('thumbhash').as('thumbhash'),
      userNameOf('app_user').as('deleted_by'),
    ])
    .orderBy('deleted_photo.deleted_at', 'desc')
    .orderBy('deleted_photo.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const keptMs = now.getTime() - since.getTime();
  const photos = rows.map(({ deleted_at, rendition_version, ...row }) => ({
    ...row,
    deleted_at: deleted_at.toISOString(),
    kept_until: new Date(deleted_at.getTime() + keptMs).toISOString(),
    thumbnail_urls: deletedPictureUrls({ id: row.id, rendition_version }),
  }));
  return { photos, total };
}

/** The files of a deleted photo that can be restored. */
export async function findDeletedPhotoFile(db: Executor, id: string, now: Date) {
  return db
    .selectFrom('deleted_photo')
    .select(['id', 'gallery_id', 'original_key', 'bytes', 'rendition_version'])
    .select([
      columnOfPhoto<string>('filename').as('filename'),
      columnOfPhoto<Credit | null>('credit').as('credit'),
      columnOfPhoto<string | null>('credit_line').as('credit_line'),
      columnOfPhoto<string | null>('taken_at_local').as('taken_at_local'),
      columnOfPhoto<number | null>('taken_at_offset').as('taken_at_offset'),
    ])
    .where('id', '=', id)
    .where(isRestorable(await restorableSince(db, now)))
    .executeTakeFirst();
}

/**
 * Locks deleted photos of a gallery that can be restored: those given, those of one moment, or any; not more than `limit`.
 */
export async function lockRestorable(
  trx: Transaction<DB>,
  galleryId: string,
  { ids, deletedAt }: WhichDeleted,
  { now, limit, after }: { now: Date; limit: number; after: string | undefined },
) {
  let found = trx
    .selectFrom('deleted_photo')
    .select(['id', 'uploaded_by', 'snapshot'])
    .where('gallery_id', '=', galleryId)
    .where(isRestorable(await restorableSince(trx, now)));
  if (ids) found = found.where(sql<boolean>`id = any(${[...ids]}::uuid[])`);
  if (deletedAt) found = found.where('deleted_at', '=', deletedAt);
  if (after !== undefined) found = found.where('id', '>', after);
  return found.orderBy('id').limit(limit).forUpdate().execute();
}
/** Deleted photos of a gallery: these, those deleted at one moment, or all. */
export type WhichDeleted = { ids?: readonly string[] | undefined; deletedAt?: Date };
export type RestorablePhoto = Awaited<ReturnType<typeof lockRestorable>>[number];

/** Versions of photos that were replaced: until when one can be brought back. */
const isVersionKept = (now: Date) =>
  sql<boolean>`(deleted_photo.version_of is not null and deleted_photo.snapshot is not null
    and deleted_photo.deleted_at > ${new Date(now.getTime() - serverLifetimes.versionKeptMs)}::timestamptz
    and not ${isTakenDown(sql.ref('deleted_photo.version_of'))})`;

/** The version before of a photo, as long as it is kept and the photo is not to be hidden. */
export async function findVersionBefore(db: Executor, photoId: string, now: Date) {
  return db
    .selectFrom('deleted_photo')
    .select(['id', 'original_key', 'bytes', 'sha256', 'deleted_at'])
    .where('version_of', '=', photoId)
    .where(isVersionKept(now))
    .executeTakeFirst();
}

/** The versions before of photos go, with their files. */
export async function removeVersions(
  { jobs }: Needs<'jobs'>,
  trx: Transaction<DB>,
  photoIds: readonly string[],
): Promise<void> {
  const removed = await trx
    .deleteFrom('deleted_photo')
    .where(sql<boolean>`version_of = any(${[...photoIds]}::uuid[])`)
    .returning(['id', 'original_key', 'rendition_version', 'version_of'])
    .execute();
  await removePhotoFiles({ jobs }, trx, removed);
}

/** Before a photo is replaced, what it is, without its renditions. No other version of it may be kept. */
export async function keepVersion(
  trx: Transaction<DB>,
  photoId: string,
  replaced: { by: string; at: Date },
): Promise<void> {
  await sql`
    insert into deleted_photo (id, gallery_id, uploaded_by, bytes, sha256, original_key, rendition_version, deleted_by,
      deleted_at, person_ids, version_of, snapshot)
    select ${newId()}::uuid, gallery_id, uploaded_by, bytes, sha256, original_key, rendition_version,
      ${replaced.by}::uuid, ${replaced.at}::timestamptz, ${peopleOf}, id,
      jsonb_build_object('photo', jsonb_build_array(to_jsonb(photo) - array['uploaded_by', 'sort_at', 'name_key']))
    from photo where id = ${photoId}::uuid`.execute(trx);
}

/** Deletes some of the deleted photos that can no longer be restored. Their files are still there. */
export async function deleteEnded(trx: Transaction<DB>, now: Date, limit: number) {
  const since = await restorableSince(trx, now);
  const ended = trx
    .selectFrom('deleted_photo')
    .select('id')
    .where(sql<boolean>`not (${isRestorable(since)} or ${isVersionKept(now)})`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return trx
    .deleteFrom('deleted_photo')
    .where('id', 'in', ended)
    .returning(['id', 'gallery_id', 'original_key', 'rendition_version', 'version_of'])
    .execute();
}

/**
 * Deleted photos that show one of these persons of galleries can no longer be restored: nothing is kept but the keys of their
 * files, which the next `removeEndedPhotos` removes.
 */
export async function forgetDeletedPhotosOf(
  trx: Transaction<DB>,
  personIds: readonly string[],
): Promise<void> {
  await sql`update deleted_photo set snapshot = null, person_ids = '{}'
    where person_ids && ${[...personIds]}::uuid[]`.execute(trx);
}
