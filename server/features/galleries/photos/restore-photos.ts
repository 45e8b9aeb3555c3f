import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  awaitsAnswer,
  forgetAbsent,
  holdsBackAdded,
} from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { onlyIds } from '#server/ids.ts';
import { lockRestorable, type RestorablePhoto, type WhichDeleted } from './deleted-photos.repository.ts';
import { countHeld, holdBlockedPictures } from './hold-blocked-pictures.ts';
import { openStatuses, requeueAnalyses } from './photo-analyses.repository.ts';

type Dependencies = Needs<'db' | 'jobs' | 'bus' | 'clock' | 'mail' | 'tokens'>;
type Row = Record<string, unknown>;

/** Photos in one transaction: the embedded database answers no other query meanwhile. */
const PHOTOS_AT_ONCE = 100;

/**
 * Restores deleted photos of a gallery, those given or all, under their ids: with faces, people, decisions, places in share
 * links, and as cover. Their faces are analysed again, because embeddings are not kept. A photo whose file is in the gallery again
 * stays deleted. `held`: what was said against the same picture meanwhile holds for it.
 * @throws AppError photo_not_found when none of them can be restored
 */
export async function restorePhotos(
  ctx: Dependencies,
  galleryId: string,
  photoIds: readonly string[] | undefined,
): Promise<Restored> {
  const outcome = await restoreDeleted(ctx, galleryId, { ids: photoIds && onlyIds(photoIds) });
  if (outcome.restored + outcome.already_there === 0) throw new AppError('photo_not_found');
  return outcome;
}

type Restored = { restored: number; already_there: number; held?: number };

/** The same, where there may be none. */
export async function restoreDeleted(
  ctx: Dependencies,
  galleryId: string,
  which: WhichDeleted,
): Promise<Restored> {
  const outcome = { restored: 0, already_there: 0 };
  const held: string[] = [];
  for (let after: string | undefined; ; ) {
    const done = await ctx.db.transaction().execute((trx) => restoreSome(ctx, trx, galleryId, which, after));
    outcome.restored += done.restored;
    held.push(...done.held);
    publishNotifications(ctx.bus, done.notified);
    outcome.already_there += done.found - done.restored;
    after = done.last;
    if (done.found < PHOTOS_AT_ONCE) break;
  }
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'photos' });
  return { ...outcome, ...countHeld({ held }) };
}

async function restoreSome(
  ctx: Dependencies,
  trx: Transaction<DB>,
  galleryId: string,
  which: WhichDeleted,
  after: string | undefined,
) {
  await holdGallery(trx, galleryId);
  const found = await lockRestorable(trx, galleryId, which, {
    now: ctx.clock.now(),
    limit: PHOTOS_AT_ONCE,
    after,
  });
  const photos = await withoutDuplicates(trx, galleryId, found);
  if (photos.length > 0) await restoreRows(ctx, trx, galleryId, photos);
  const ids = photos.map(({ id }) => id);
  const { held, notified } = await holdBlockedPictures(ctx, trx, galleryId, ids);
  return { found: found.length, restored: photos.length, last: found.at(-1)?.id, held, notified };
}

const rowsOf = (photo: RestorablePhoto, table: string): Row[] => photo.snapshot?.[table] ?? [];

/** Without those whose file the gallery has, as it was sent or as it is kept. */
async function withoutDuplicates(
  trx: Transaction<DB>,
  galleryId: string,
  found: RestorablePhoto[],
): Promise<RestorablePhoto[]> {
  if (found.length === 0) return [];
  const hashesOf = (photo: RestorablePhoto) =>
    rowsOf(photo, 'photo').flatMap(({ sha256, sent_sha256 }) =>
      [sha256, sent_sha256].filter((hash) => typeof hash === 'string').map((hash) => hash.replace('\\x', '')),
    );
  const hashes = found.flatMap(hashesOf).map((hash) => Buffer.from(hash, 'hex'));
  const present = await trx
    .selectFrom('photo')
    .select(['sha256', 'sent_sha256'])
    .where('gallery_id', '=', galleryId)
    .where((photo) => photo.or([photo('sha256', 'in', hashes), photo('sent_sha256', 'in', hashes)]))
    .execute();
  const known = new Set(
    present.flatMap(({ sha256, sent_sha256 }) =>
      [sha256, sent_sha256].flatMap((hash) => (hash ? [Buffer.from(hash).toString('hex')] : [])),
    ),
  );
  return found.filter((photo) => {
    const own = hashesOf(photo);
    if (own.some((hash) => known.has(hash))) return false;
    for (const hash of own) known.add(hash);
    return true;
  });
}

async function restoreRows(
  { jobs, clock }: Dependencies,
  trx: Transaction<DB>,
  galleryId: string,
  photos: RestorablePhoto[],
): Promise<void> {
  const all = (table: string) => photos.flatMap((photo) => rowsOf(photo, table));
  await insertRows(
    trx,
    'photo',
    photos.flatMap((photo) =>
      rowsOf(photo, 'photo').map((row) => ({ ...row, uploaded_by: photo.uploaded_by })),
    ),
  );
  await trx
    .updateTable('photo')
    .set({
      awaits_comparison: holdsBackAdded(galleryId, clock),
      awaits_answer: sql<boolean>`awaits_answer and ${awaitsAnswer(galleryId, clock.now())}`,
      metadata_revision: 0, // what the file says of people was not kept
    })
    .where(
      'id',
      'in',
      photos.map(({ id }) => id),
    )
    .execute();
  await forgetAbsent(trx, galleryId);
  await insertRows(trx, 'face', all('face'));
  await insertRows(trx, 'photo_analysis', all('photo_analysis'));
  // People that were merged into others, and links that were deleted or show something else now, stay as they are.
  const people = await lockExisting(trx, 'person', [...all('assignment'), ...all('rejection')]);
  for (const table of ['assignment', 'rejection'] as const)
    await insertRows(
      trx,
      table,
      all(table).filter(({ person_id }) => people.has(person_id)),
    );
  await insertRows(trx, 'asked_face', all('asked_face'));
  const links = await lockExisting(trx, 'share_link', [
    ...all('share_link_photo'),
    ...all('accepted_guest_photo'),
  ]);
  for (const table of ['share_link_photo', 'accepted_guest_photo'] as const)
    await insertRows(
      trx,
      table,
      all(table).filter(({ share_link_id }) => links.has(share_link_id)),
    );
  await restoreReferences(trx, galleryId, photos);
  await trx
    .deleteFrom('deleted_photo')
    .where(
      'id',
      'in',
      photos.map(({ id }) => id),
    )
    .execute();
  const isToAnalyse = (photo: RestorablePhoto) =>
    rowsOf(photo, 'face').length > 0 ||
    rowsOf(photo, 'photo_analysis').some(({ status }) =>
      (openStatuses as readonly unknown[]).includes(status),
    );
  const photoIds = photos.filter(isToAnalyse).map(({ id }) => id);
  if (photoIds.length === 0) return;
  const analyses = await requeueAnalyses(trx, { photoIds });
  await jobs.enqueue(
    trx,
    'analyse-photo',
    analyses.map((analysis) => ({ ...analysis, is_restored: true })),
  );
}

/** Rows as the database wrote them as JSON. Columns that have been added since get their defaults. */
async function insertRows(trx: Transaction<DB>, table: string, rows: Row[]): Promise<void> {
  const byColumns = new Map<string, Row[]>();
  for (const row of rows) {
    const names = Object.keys(row).join();
    const alike = byColumns.get(names);
    if (alike) alike.push(row);
    else byColumns.set(names, [row]);
  }
  for (const [names, alike] of byColumns) {
    const columns = sql.join(names.split(',').map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(alike)}::jsonb)`.execute(trx);
  }
}

/** The ids in `person_id` or `share_link_id` that still name something. */
async function lockExisting(
  trx: Transaction<DB>,
  table: 'person' | 'share_link',
  rows: Row[],
): Promise<Set<unknown>> {
  const ids = [...new Set(rows.map((row) => row[`${table}_id`]))];
  const { rows: found } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for key share`.execute(trx);
  return new Set(found.map(({ id }) => id));
}

/** What refers to the photos and their faces from outside, where nothing else has been chosen meanwhile. */
async function restoreReferences(trx: Transaction<DB>, galleryId: string, photos: RestorablePhoto[]) {
  const listed = (table: string) =>
    JSON.stringify(
      photos.flatMap((photo) => rowsOf(photo, table).map((row) => ({ ...row, photo_id: photo.id }))),
    );
  await sql`update takedown set photo_id = was.photo_id, face_id = was.face_id
    from jsonb_to_recordset(${listed('takedown')}::jsonb) as was (id uuid, photo_id uuid, face_id uuid)
    where takedown.id = was.id and takedown.photo_id is null`.execute(trx);
  await sql`update gallery set cover_photo_id = was.photo_id
    from jsonb_to_recordset(${listed('cover')}::jsonb) as was (id uuid, photo_id uuid)
    where gallery.id = was.id and gallery.id = ${galleryId}::uuid and cover_photo_id is null`.execute(trx);
  await sql`update person set representative_face_id = was.face_id, representative_chosen = was.chosen
    from jsonb_to_recordset(${listed('representative')}::jsonb) as was (id uuid, face_id uuid, chosen boolean)
    where person.id = was.id and not representative_chosen and (was.chosen or representative_face_id is null)
      and exists (select 1 from assignment a where a.face_id = was.face_id and a.person_id = person.id)`.execute(
    trx,
  );
}
