import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { caller, createEvent, createGallery } from '#tests/support/actors.ts';
import { exifSegment, tiffBlock, withSegments } from '#tests/support/exif.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

let app: PhotoApp;
let gallery: string;
beforeAll(async () => {
  app = await startPhotoApp();
  const { id } = app.photographer;
  gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'private',
    photographer: id,
    createdBy: id,
  });
});
afterAll(() => app.close());

let width = 60;
async function add(filename: string, hundredths?: string): Promise<void> {
  width += 2;
  const jpeg = await quarters(width, 40).jpeg().toBuffer();
  const exif = [
    { tag: 0x9003, text: '2026:06:13 14:05:07' },
    { tag: 0x9291, text: hundredths ?? '' },
  ];
  const file = hundredths === undefined ? jpeg : withSegments(jpeg, [exifSegment(tiffBlock({ exif }))]);
  expect((await app.send(file, { gallery, filename })).status).toBe(201);
}

test('grid, viewer, ZIP and links show photos by time with fractions, then by the natural order of names, then as they came', async () => {
  // The counter of the camera passes 9999 within one second.
  const burst = ['DSC_9997', 'DSC_9998', 'DSC_9999', 'DSC_0001', 'DSC_0002', 'DSC_0003'];
  const numbered = [
    'Turnier-1',
    'Turnier-2',
    'turnier-3',
    'Turnier-9',
    'Turnier-010',
    'Turnier-11',
    'Turnier-20',
    'Turnier-100',
  ];
  const right = [...burst, ...numbered].map((name) => `${name}.jpg`);
  for (const [index, name] of [...burst.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1)))
    await add(`${name}.jpg`, String(10 + 15 * index));
  for (const name of [...numbered].sort()) await add(`${name}.jpg`);
  // Of one name: as they came.
  await add('Übung 1.jpg');
  await add('Übung 1.jpg');

  const listed: Photo[] = [];
  for (let offset = 0; offset < 16; offset += 5) {
    const page = await app.photographer.call<{ photos: Photo[] }>(
      'GET',
      `/photos/gallery/${gallery}?limit=5&offset=${offset}`,
    );
    listed.push(...page.body.data.photos);
  }
  expect(listed.map(({ filename }) => filename)).toEqual([...right, 'Übung 1.jpg', 'Übung 1.jpg']);
  const [first, second] = listed.slice(-2);
  expect(first!.id < second!.id).toBe(true);
  expect(listed.slice(0, 3).map(({ taken_at }) => taken_at?.slice(-5))).toEqual(
    ['.100Z', '.250Z', '.400Z'].map((end) => end.slice(-5)),
  );

  const link = await app.photographer.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {
    name: 'All',
  });
  const shared = await caller(app.url)<{ photos: Photo[] }>(
    'GET',
    `/galleries/shared/${link.body.data.token}/photos`,
  );
  expect(shared.body.data.photos.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));

  const zip = await fetch(`${app.url}/api/galleries/${gallery}/download`, {
    headers: { Authorization: `Bearer ${app.photographer.token}` },
  });
  const names = (await unzip(Buffer.from(await zip.arrayBuffer()))).map(({ name }) => name);
  expect(names.slice(0, right.length)).toEqual(right);
});

test('names compare as people count, whatever is in them', async () => {
  const right = [
    '',
    '1',
    '2 a',
    '2 b',
    '10',
    '099',
    '100',
    '99999999999999999999',
    '100000000000000000000',
    'a',
    'A1b2',
    'a1b10',
    'b',
    'ä',
  ];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...right].reverse()}::text[]) as name order by natural_key(name) collate "C"`.execute(
    app.ctx.db,
  );
  expect(rows.map(({ name }) => name)).toEqual(right);
});

test('a list may begin with what was added last, page by page', async () => {
  const ids: string[] = [];
  for (let offset = 0; offset < 16; offset += 5) {
    const { body } = await app.photographer.call<{ photos: Photo[] }>(
      'GET',
      `/photos/gallery/${gallery}?limit=5&offset=${offset}&order=added`,
    );
    ids.push(...body.data.photos.map(({ id }) => id));
  }
  expect(ids).toHaveLength(16);
  expect(ids).toEqual([...ids].sort().reverse());
  const { status } = await app.photographer.call('GET', `/photos/gallery/${gallery}?order=size`);
  expect(status).toBe(422);
});
