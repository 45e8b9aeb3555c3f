import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { createMetadataReading } from '#server/features/galleries/photos/reread-metadata.ts';
import { exifSegment, tiffBlock, withSegments } from '#tests/support/exif.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
const imaging = createImaging({ processes: 1 });
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(async () => {
  await imaging.close();
  await app.close();
});
beforeEach(async () => {
  await app.ctx.db.deleteFrom('photo').execute();
});

const read = (with_ = imaging) =>
  createMetadataReading({ ...app.ctx, store: app.store, imaging: with_, ...PHOTO_LIMITS })();
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const text = (tag: number, value: string) => ({ tag, text: value });
let side = 60;
async function sent(filename: string, ...exif: { tag: number; text: string }[]): Promise<string> {
  side += 1;
  const jpeg = await quarters(side, 40).jpeg().toBuffer();
  const tiff = tiffBlock({ ifd0: [text(0x013b, 'Anna Berg')], exif });
  return (await app.send(withSegments(jpeg, [exifSegment(tiff)]), { filename })).body.data.id;
}
const COLUMNS = [
  'id',
  'taken_at',
  'taken_at_local',
  'taken_at_offset',
  'taken_at_zone',
  'credit',
  'metadata_revision',
] as const;
const rows = () => app.ctx.db.selectFrom('photo').select(COLUMNS).orderBy('id').execute();
/** As an earlier release left them, whose reading of times was another one. */
const asBefore = () =>
  sql`update photo set taken_at = taken_at + interval '1 hour', taken_at_local = null, taken_at_offset = null, credit = null,
    metadata_revision = 0`.execute(app.ctx.db);

test('photos of before get what their files say, also after a kill in the middle', async () => {
  await sent('a.jpg', text(0x9003, '2026:06:13 14:05:07'), text(0x9011, '+02:00'));
  await sent('IMG-20260613-WA0007.jpg');
  await sent('c.jpg', text(0x9003, '2026:06:13 14:05:08'));
  const right = await rows();
  await asBefore();
  let left = 1;
  const dies = {
    ...imaging,
    readMetadata: (task: Parameters<typeof imaging.readMetadata>[0]) =>
      left-- > 0 ? imaging.readMetadata(task) : Promise.reject(new Error('killed')),
  };
  await expect(read(dies)).rejects.toThrow('killed');
  expect((await rows()).filter(({ metadata_revision }) => metadata_revision > 0)).toHaveLength(1);
  await read();
  expect(await rows()).toEqual(right);
  expect(right.map(({ taken_at_local }) => taken_at_local)).toEqual([
    '2026-06-13T14:05:07.000',
    '2026-06-13',
    '2026-06-13T14:05:08.000',
  ]);
});

test('a photo whose file is gone keeps its time', async () => {
  await sent('a.jpg', text(0x9003, '2026:06:13 14:05:07'));
  const [before] = await rows();
  await app.ctx.db.updateTable('photo').set({ metadata_revision: 0, taken_at_local: null }).execute();
  const { original_key } = await app.ctx.db
    .selectFrom('photo')
    .select('original_key')
    .executeTakeFirstOrThrow();
  await app.store.remove(original_key);
  await read();
  expect(await rows()).toEqual([{ ...before, credit: before!.credit }]);
});

test('where the zone was corrected, photos without an offset take their new place, and no others', async () => {
  await sent('a.jpg', text(0x9003, '2026:06:13 14:05:07'), text(0x9011, '+02:00'));
  await sent('b.jpg', text(0x9003, '2026:06:13 14:05:07'));
  await sent('IMG-20260613-WA0007.jpg');
  const right = await rows();
  expect(right.map(({ taken_at_zone }) => taken_at_zone)).toEqual([null, zone, zone]);
  await sql`update photo set taken_at = taken_at + interval '2 hours', taken_at_zone = 'Pacific/Kiritimati'
    where taken_at_offset is null`.execute(app.ctx.db);
  await read();
  expect(await rows()).toEqual(right);
});
