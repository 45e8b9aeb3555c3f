import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** Whose paths they are. @property keyId null: the hot folder of the account */
export type Deliverer = { userId: string; keyId: string | null };
/** Where somebody put a file: two deliverers may use one path for two files. */
export type DeliveryPath = Deliverer & { galleryId: string; name: string };
export type Delivery = Selectable<DB['delivered_file']>;
type Outcome = Pick<Delivery, 'state' | 'bytes'> &
  Partial<Pick<Delivery, 'sha256' | 'photo_id' | 'made_photo' | 'refusal' | 'failed_at'>>;

const ofDeliverer = ({ userId, keyId }: Deliverer) =>
  sql<boolean>`(coalesce(delivered_file.api_key_id, delivered_file.user_id) = ${keyId ?? userId}::uuid)`;

const deliveries = (db: Executor, deliverer: Deliverer, galleryId: string) =>
  db
    .selectFrom('delivered_file')
    .selectAll('delivered_file')
    .where('gallery_id', '=', galleryId)
    .where(ofDeliverer(deliverer));

export const findDelivery = (db: Executor, path: DeliveryPath): Promise<Delivery | undefined> =>
  deliveries(db, path, path.galleryId).where('name', '=', path.name).executeTakeFirst();

/** What a deliverer sees of a gallery: what it sent, refused files included, so that it does not send them again. */
export const listDeliveries = (db: Executor, deliverer: Deliverer, galleryId: string, now: Date) =>
  deliveries(db, deliverer, galleryId).where(isListed(now)).orderBy('id').execute();

const isListed = (now: Date) => sql<boolean>`(delivered_file.state in ('taken', 'refused')
  or delivered_file.state = 'placeholder' and delivered_file.sent_at > ${endOfUnsettled(now)})`;
export const isShown = ({ state, sent_at }: Delivery, now: Date): boolean =>
  state === 'taken' || state === 'refused' || (state === 'placeholder' && sent_at > endOfUnsettled(now));
const endOfUnsettled = (now: Date) => new Date(now.getTime() - serverLifetimes.unsettledDeliveryMs);

/**
 * Writes what became of a file; the path has one row, whoever of two is last. Where it became no photo, which one the path had stays
 * known: what was said against that holds for the next.
 */
export async function saveDelivery(
  db: Executor,
  { userId, keyId, galleryId, name }: DeliveryPath,
  outcome: Outcome,
  now: Date,
): Promise<Delivery> {
  const row = {
    sha256: null,
    photo_id: null,
    made_photo: false,
    refusal: null,
    failed_at: null,
    ...outcome,
    sent_at: now,
  };
  const { rows } = await sql<Delivery>`
    insert into delivered_file (id, user_id, api_key_id, gallery_id, name, state, bytes, sha256, photo_id, made_photo, refusal,
      failed_at, sent_at)
    values (${newId()}, ${userId}, ${keyId}, ${galleryId}, ${name}, ${row.state}, ${row.bytes}, ${row.sha256}, ${row.photo_id},
      ${row.made_photo}, ${row.refusal}, ${row.failed_at}, ${row.sent_at})
    on conflict (gallery_id, coalesce(api_key_id, user_id), name) do update set
      state = excluded.state, bytes = excluded.bytes, sha256 = coalesce(excluded.sha256, delivered_file.sha256),
      photo_id = coalesce(excluded.photo_id, delivered_file.photo_id), made_photo = excluded.made_photo, refusal = excluded.refusal, failed_at = excluded.failed_at, sent_at = excluded.sent_at
    returning *`.execute(db);
  return rows[0] as Delivery;
}

/** A file that did not arrive, or could not be stored now. What lies at the path stays. */
export async function noteFailure(
  db: Executor,
  { userId, keyId, galleryId, name }: DeliveryPath,
  now: Date,
): Promise<void> {
  await sql`
    insert into delivered_file (id, user_id, api_key_id, gallery_id, name, state, bytes, failed_at, sent_at)
    values (${newId()}, ${userId}, ${keyId}, ${galleryId}, ${name}, 'failed', 0, ${now}, ${now})
    on conflict (gallery_id, coalesce(api_key_id, user_id), name) do update set failed_at = excluded.failed_at`.execute(
    db,
  );
}

export const updateDelivery = (
  db: Executor,
  id: string,
  fields: Partial<Pick<Delivery, 'state' | 'failed_at' | 'name'>>,
) => db.updateTable('delivered_file').set(fields).where('id', '=', id).execute();

export const removeDelivery = (db: Executor, id: string) =>
  db.deleteFrom('delivered_file').where('id', '=', id).execute();

/** The photo of a delivery, where its gallery still has it. */
export async function findDeliveredPhoto(
  db: Executor,
  { photo_id, gallery_id }: Pick<Delivery, 'photo_id' | 'gallery_id'>,
) {
  if (photo_id === null) return undefined;
  return db
    .selectFrom('photo')
    .select([
      'photo.id',
      'photo.sha256',
      'photo.original_key',
      'photo.bytes',
      'photo.mime',
      'photo.filename',
      'photo.uploaded_by',
      isTakenDown().as('is_taken_down'),
    ])
    .where('photo.id', '=', photo_id)
    .where('photo.gallery_id', '=', gallery_id)
    .executeTakeFirst();
}

/** The names of a gallery's photos that begin as this one does. */
export const listFilenames = async (db: Executor, galleryId: string, stem: string): Promise<string[]> =>
  (
    await db
      .selectFrom('photo')
      .select('filename')
      .where('gallery_id', '=', galleryId)
      .where(sql<boolean>`starts_with(filename, ${stem})`)
      .execute()
  ).map(({ filename }) => filename);

export const renamePhoto = (db: Executor, id: string, filename: string) =>
  db.updateTable('photo').set({ filename }).where('id', '=', id).execute();

/** Of keys: how many files were refused, and the names of the last ones. */
export async function listRefusals(
  db: Executor,
  userId: string,
): Promise<Map<string, { count: number; files: string[] }>> {
  const { rows } = await sql<{ api_key_id: string; count: number; files: string[] }>`
    select api_key_id, count(*)::int as count, (array_agg(name order by sent_at desc))[1:3] as files
    from delivered_file where user_id = ${userId} and api_key_id is not null and state = 'refused'
    group by api_key_id`.execute(db);
  return new Map(rows.map(({ api_key_id, ...refused }) => [api_key_id, refused]));
}

/** Deletes names that never became a photo, and what was taken back so long ago that it cannot come back. */
export async function removeUnsettledDeliveries(db: Executor, now: Date): Promise<void> {
  await sql`delete from delivered_file where
    state in ('placeholder', 'failed') and greatest(sent_at, failed_at) < ${endOfUnsettled(now)}
    or state = 'withdrawn' and not exists (select 1 from deleted_photo where deleted_photo.id = delivered_file.photo_id)
      and sent_at < ${endOfUnsettled(now)}`.execute(db);
}
