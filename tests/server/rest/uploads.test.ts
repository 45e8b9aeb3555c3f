/** @module-tag long */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import {
  looksUpright,
  quarters,
  SECRET_EXIF,
  storedFor,
  textBomb,
  withPngChunk,
} from '#tests/support/test-images.ts';

const sample = (n: number) => readFile(`node_modules/@vladmandic/face-api/demo/sample${n}.jpg`);
const fixture = (name: string) => readFile(`tests/support/fixtures/${name}`);

let app: PhotoApp;
beforeAll(async () => {
  app = await startPhotoApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await app.removeLeftovers();
  const { photos, files, temporary } = await app.stock();
  // An original and three sizes each, nothing else, whatever was tried.
  expect({ files: files.length, temporary }).toEqual({ files: photos * 4, temporary: 0 });
});

const large = async (id: string) => {
  const { files } = await app.stock();
  return app.read(files.find((file) => file.includes(`${id}/large`))!);
};
const original = async (id: string) => {
  const { files } = await app.stock();
  return app.read(files.find((file) => file.startsWith('originals') && file.includes(id))!);
};

describe('an upload', () => {
  test('of a real photo is stored as it came and described', async () => {
    const bytes = await sample(1);
    const { status, body } = await app.send(bytes, { filename: 'Team photo.JPG' });
    expect(status).toBe(201);
    const { width, height } = await sharp(bytes).metadata();
    expect(body.data).toMatchObject({
      gallery_id: app.gallery,
      filename: 'Team photo.JPG',
      width,
      height,
      bytes: bytes.length,
      uploaded_by: app.photographer.id,
      face_status: 'queued',
      duplicate: false,
    });
    expect(body.data.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,40}=*$/);
    expect((await original(body.data.id)).equals(bytes)).toBe(true);
    const jobs = await app.ctx.db.selectFrom('job').select(['name', 'key']).execute();
    expect(jobs).toContainEqual({ name: 'analyse-photo', key: body.data.id });
    expect(jobs.filter((job) => job.name === 'remove-files')).toEqual([]);
  });

  test('of the same bytes again answers the first photo, in another gallery a new one', async () => {
    const bytes = await sample(2);
    const first = await app.send(bytes);
    const again = await app.send(bytes, { filename: 'renamed.png' });
    expect([again.status, again.body.data.duplicate, again.body.data.id]).toEqual([
      200,
      true,
      first.body.data.id,
    ]);
    const event = await createEvent(app);
    const other = await createGallery(app, { event, photographer: app.photographer.id });
    const elsewhere = await app.send(bytes, { gallery: other });
    expect([elsewhere.status, elsewhere.body.data.duplicate]).toEqual([201, false]);
  });

  test('of the same bytes twenty times at once stores one photo', async () => {
    const bytes = await sample(3);
    const before = (await app.stock()).photos;
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.send(bytes)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect((await app.stock()).photos).toBe(before + 1);
  });

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('of a %s is recognised by its bytes', async (format) => {
    const bytes = await quarters(97, 64).toFormat(format).toBuffer();
    const { status, body } = await app.send(bytes, { filename: 'wrong.txt' });
    expect([status, body.data.width, body.data.height]).toEqual([201, 97, 64]);
  });

  test('of HEIC and HEIF is upright and dated', async () => {
    const bytes = await fixture('turned.heic');
    const { status, body } = await app.send(bytes);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ width: 96, height: 64, taken_at: '2024-05-06T05:08:09.000Z' });
    expect(await looksUpright(await large(body.data.id))).toBe(true);
    const heif = Buffer.from(bytes);
    heif.write('mif1', 8, 'latin1');
    for (let at = 16; at < heif.readUInt32BE(0); at += 4) heif.write('mif1', at, 'latin1');
    const second = await app.send(heif);
    expect(second.status).toBe(201);
    const stored = await app.ctx.db
      .selectFrom('photo')
      .select('mime')
      .where('id', '=', second.body.data.id)
      .executeTakeFirstOrThrow();
    expect(stored.mime).toBe('image/heif');
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i is upright', async (orientation) => {
    const stored = sharp(
      await storedFor(orientation, quarters(120 + orientation, 80))
        .png()
        .toBuffer(),
    );
    const bytes = await stored
      .jpeg({ quality: 95 })
      .withMetadata({ orientation, exif: SECRET_EXIF })
      .toBuffer();
    const { status, body } = await app.send(bytes);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      width: 120 + orientation,
      height: 80,
      taken_at: '2024-05-06T05:08:09.000Z',
    });
    expect(await looksUpright(await large(body.data.id))).toBe(true);
  });
});

describe('a file that is refused leaves nothing behind', () => {
  const refused = async (bytes: Uint8Array, status: number, code: string, filename = 'photo.jpg') => {
    const before = (await app.stock()).photos;
    const answer = await app.send(bytes, { filename });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await app.stock()).toMatchObject({ photos: before, temporary: 0 });
  };

  test('a file of another type is refused, also under the name of a picture', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const html = '<!doctype html><script>alert(1)</script>';
    for (const bytes of [
      Buffer.from(svg),
      Buffer.from(html),
      await quarters().tiff().toBuffer(),
      await quarters().avif().toBuffer(),
      Buffer.from('%PDF-1.4'),
      Buffer.from('just text'),
    ])
      await refused(bytes, 415, 'image_type_not_accepted');
  });

  test('a file without any bytes', () => refused(Buffer.alloc(0), 422, 'upload_empty'));

  test('what is damaged', async () => {
    const jpeg = await quarters(800, 600).jpeg().toBuffer();
    const png = await quarters(800, 600).png().toBuffer();
    for (const bytes of [
      (await fixture('turned.heic')).subarray(0, 600),
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.from('GIF89a'),
    ])
      await refused(bytes, 415, 'image_unreadable');
    for (const bytes of [jpeg.subarray(0, jpeg.length / 3), png.subarray(0, png.length / 3)])
      await refused(bytes, 415, 'image_incomplete');
  });

  test('what has too many pixels', async () => {
    const white = { width: 8_000, height: 8_000, channels: 3, background: '#fff' } as const;
    const flood = await sharp({ create: white, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
    await refused(flood, 413, 'image_too_large');
    const header = await quarters(64, 64).png().toBuffer();
    header.writeUInt32BE(0x7fffffff, 16);
    const answer = await app.send(header);
    expect([413, 415]).toContain(answer.status);
  });

  test('a bomb in a text chunk is taken as the small picture it is', async () => {
    const bomb = withPngChunk(await quarters(90, 60).png().toBuffer(), 'zTXt', textBomb(3e8));
    const { status } = await app.send(bomb);
    expect(status).toBe(201);
  });

  test('one byte more than allowed; exactly as much is taken', async () => {
    const jpeg = await quarters(200, 100).jpeg().toBuffer();
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    await refused(padded(PHOTO_LIMITS.maxBytes + 1), 413, 'upload_too_large');
    await refused(padded(PHOTO_LIMITS.maxBytes * 3), 413, 'upload_too_large');
    const { status, body } = await app.send(padded(PHOTO_LIMITS.maxBytes));
    expect([status, body.data.bytes]).toEqual([201, PHOTO_LIMITS.maxBytes]);
  });

  test('and an honest photo is taken afterwards', async () => {
    expect((await app.send(await sample(4))).status).toBe(201);
  });
});

describe('the right to upload', () => {
  test('is asked for before anything is stored', async () => {
    const stranger = await createActor(app);
    const bytes = await sample(5);
    expect((await app.send(bytes, { as: null })).status).toBe(401);
    expect((await app.send(bytes, { as: stranger })).body.code).toBe('gallery_forbidden');
    expect((await app.send(bytes, { gallery: '01890000-0000-7000-8000-000000000000' })).body.code).toBe(
      'gallery_not_found',
    );
    expect((await app.send(bytes, { gallery: 'no id' })).status).toBe(404);
    const event = await createEvent(app);
    const open = await createGallery(app, { event, visibility: 'public' });
    expect((await app.send(bytes, { as: stranger, gallery: open })).body.code).toBe(
      'gallery_action_forbidden',
    );
  });

  test('comes to an end for who uses it without end', async () => {
    const busy = await createActor(app, ['admin']);
    const { points } = rateLimitValues.uploadsPerAccount;
    for (let i = 0; i < points; i += 1) await app.ctx.rateLimits.limitRequests('upload', busy.id);
    const refused = await app.send(await sample(6), { as: busy });
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await app.send(await sample(6))).status).toBe(201);
  });
});
