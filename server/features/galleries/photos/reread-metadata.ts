import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { zoneOfServer } from '#server/clock.ts';
import { type StoredOriginal, withWholeOriginal } from '#server/storage/photo-store.ts';
import { METADATA_REVISION, storedCredit, takenColumns } from './photo-metadata.ts';
import { savePhotoWords } from './photo-words.repository.ts';
import { reportCutFile } from './report-cut-file.ts';
import type { PhotoFileDependencies } from './store-photo-files.ts';

type Dependencies = PhotoFileDependencies & Needs<'bus' | 'log' | 'mail' | 'tokens'>;
type Table = 'photo' | 'guest_photo';
type Row = { id: string; gallery_id: string; filename: string; taken_at: Date | null } & StoredOriginal;

const AT_ONCE = 50;

/**
 * Reads once more what originals say that were read by an earlier revision or restored, and times anew that the server's zone was
 * taken for, where it was corrected since. Each photo is done by itself, so that the server may be killed meanwhile; reading a photo
 * twice does no harm.
 */
export function createMetadataReading(ctx: Dependencies): () => Promise<void> {
  let reading: Promise<void> | undefined;
  return async () => {
    reading ??= readAll(ctx).finally(() => {
      reading = undefined;
    });
    await reading;
  };
}

async function readAll(ctx: Dependencies): Promise<void> {
  for (const table of ['photo', 'guest_photo'] as const) {
    for (let rows = await listUnread(ctx, table); rows.length > 0; rows = await listUnread(ctx, table)) {
      for (const row of rows) await readOne(ctx, table, row);
      publishChanged(ctx, rows);
    }
    await correctTimeZone(ctx, table);
  }
}

const listUnread = ({ db }: Dependencies, table: Table): Promise<Row[]> =>
  db
    .selectFrom(table)
    .select(['id', 'gallery_id', 'filename', 'original_key', 'bytes', 'taken_at'])
    .where('metadata_revision', '<', METADATA_REVISION)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

async function readOne(ctx: Dependencies, table: Table, row: Row): Promise<void> {
  const { imaging, store, maxPixels, log } = ctx;
  const read = await withWholeOriginal(store, row, (source) =>
    imaging.readMetadata({ source, filename: row.filename, maxPixels }),
  )
    .catch((error: unknown) => reportCutFile(ctx, row.gallery_id, error))
    .catch((error: unknown) => {
      if (!['ImagingError', 'StoredFileMissing', 'StoredFileCut'].includes((error as Error).name))
        throw error;
      log.warn({ err: error, photo: row.id }, 'the metadata of a photo could not be read again');
      return { taken: null, credit: null, words: null, camera: null };
    });
  // What a guest sent was kept without its metadata: its time is the one that was read before.
  const taken = read.taken ? takenColumns(read.taken) : row.taken_at ? onServersClock(row.taken_at) : {};
  // The time is that of the file again: a trigger corrects it where editors said that the clock was wrong.
  const clock = table === 'photo' && read.taken ? { camera: read.camera ?? '', clock_shift_s: 0 } : {};
  const credit = table === 'photo' && read.credit ? { credit: storedCredit(read.credit) } : {};
  await ctx.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set({ ...taken, ...clock, ...credit, metadata_revision: METADATA_REVISION })
      .where('id', '=', row.id)
      .executeTakeFirst();
    // Deleted meanwhile otherwise.
    if (table === 'photo' && numUpdatedRows > 0n) await savePhotoWords(ctx, trx, row, read.words);
  });
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function onServersClock(at: Date) {
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  const time = `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
  return {
    taken_at_local: `${day}T${time}.${pad(at.getMilliseconds(), 3)}`,
    taken_at_offset: null,
    taken_at_zone: zoneOfServer(),
  };
}

/** The moment at which the server's clock showed this; of a day without a time its last second. */
const momentOf = (local: string): Date => new Date(local.includes('T') ? local : `${local}T23:59:59`);

/** Photos whose files say no offset were placed by the zone that the server had then. */
async function correctTimeZone(ctx: Dependencies, table: Table): Promise<void> {
  const zone = zoneOfServer();
  for (;;) {
    const rows = await ctx.db
      .selectFrom(table)
      .select(['id', 'gallery_id', 'taken_at_local'])
      .where((row) => row.or([row('taken_at_zone', '<', zone), row('taken_at_zone', '>', zone)]))
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const times = rows.map(({ id, taken_at_local }) => ({ id, at: momentOf(taken_at_local!) }));
    await sql`update ${sql.table(table)} set taken_at = placed.at, taken_at_zone = ${zone}
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as placed (id uuid, at timestamptz)
      where ${sql.table(table)}.id = placed.id`.execute(ctx.db);
    publishChanged(ctx, rows);
    await nextTurn();
  }
}

function publishChanged({ bus }: Dependencies, rows: readonly { gallery_id: string }[]): void {
  for (const id of new Set(rows.map(({ gallery_id }) => gallery_id)))
    bus.publish({ topic: `gallery:${id}`, kind: 'photos' });
}
