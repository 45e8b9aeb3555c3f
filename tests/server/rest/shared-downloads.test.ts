/** @module-tag long */
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { caller, createEvent, createGallery } from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters, SECRET_EXIF, withPngChunk } from '#tests/support/test-images.ts';

type Link = { id: string; token: string };
type Opened = { unlock_token: string };
type SharedPhoto = { id: string; thumbnail_urls: Record<string, string>; download_url: string | null };

let app: PhotoApp;
let photo: string;
let foreign: string;
beforeAll(async () => {
  app = await startPhotoApp();
  const jpeg = await quarters(900, 600)
    .jpeg({ quality: 95 })
    .withExif(SECRET_EXIF)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
    .toBuffer();
  photo = (await app.send(withIptc(jpeg), { filename: 'match.jpg' })).body.data.id;
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    photographer: app.photographer.id,
  });
  foreign = (await app.send(await quarters(50, 50).png().toBuffer(), { gallery })).body.data.id;
});
afterAll(() => app.close());

/** Puts Photoshop's block with a caption behind the start of a JPEG. */
function withIptc(jpeg: Buffer): Buffer {
  const caption = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, 11]), Buffer.from('SECRET-IPTC')]);
  const resource = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10', 'latin1'),
    caption,
  ]);
  const segment = Buffer.from([0xff, 0xed, 0, 0]);
  segment.writeUInt16BE(resource.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, resource, jpeg.subarray(2)]);
}

/** Of Exif that says a time and its offset, with the name that JPEG puts before it. */
const TIME_BYTES = 90;

const share = async (fields: object = {}) =>
  (
    await app.photographer.call<Link>('POST', `/galleries/${app.gallery}/links`, {
      name: 'Parents',
      ...fields,
    })
  ).body.data;
const change = (link: Link, fields: object) =>
  app.photographer.call('PUT', `/galleries/links/${link.id}`, fields);
const SIZES = ['small', 'medium', 'large', 'original'];
const get = (token: string, id: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/galleries/shared/${token}/photos/${id}/download${query}`, { headers });
/** The answers of every size of the picture, in a row. */
const answers = (token: string, query = '', headers = {}) =>
  Promise.all(SIZES.map(async (size) => (await get(token, photo, `?size=${size}${query}`, headers)).status));
const all = (status: number) => SIZES.map(() => status);

describe('a picture by share link', () => {
  test('needs no account and is kept nowhere', async () => {
    const { token } = await share();
    const response = await get(token, photo, '?size=medium');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'image/jpeg',
      'referrer-policy': 'no-referrer',
    });
    expect(await answers(token)).toEqual(all(200));
  });

  test('comes at the addresses the link lists', async () => {
    const { token } = await share();
    const visitor = caller(app.url);
    const listed = await visitor<{ photos: SharedPhoto[] }>('GET', `/galleries/shared/${token}/photos`);
    const [first] = listed.body.data.photos;
    const urls = [...Object.values(first?.thumbnail_urls ?? {}), first?.download_url ?? ''];
    for (const url of urls) expect((await fetch(`${app.url}${url}`)).status, url).toBe(200);
  });

  test('has no place, camera, name or caption in any of its bytes', async () => {
    const { token } = await share();
    for (const size of SIZES) {
      const bytes = Buffer.from(await (await get(token, photo, `?size=${size}`)).arrayBuffer());
      expect(bytes.includes('SECRET'), size).toBe(false);
      const metadata = await sharp(bytes).metadata();
      expect([metadata.xmp, metadata.iptc], size).toEqual([undefined, undefined]);
      // Nothing but when it was taken.
      expect(metadata.exif?.length ?? 0, size).toBe(size === 'small' ? 0 : TIME_BYTES);
    }
    const own = await fetch(`${app.url}/api/photos/${photo}/download`, {
      headers: { Authorization: `Bearer ${app.photographer.token}` },
    });
    expect(Buffer.from(await own.arrayBuffer()).includes('SECRET-CAMERA')).toBe(true);
  });

  test.each(['png', 'webp', 'heic'] as const)('has none in a %s either', async (format) => {
    const { token } = await share();
    const bytes = await fileOf(format);
    const { id } = (await app.send(bytes, { filename: `odd.${format}` })).body.data;
    const response = await get(token, id);
    const copy = Buffer.from(await response.arrayBuffer());
    expect(copy.includes('SECRET')).toBe(false);
    // At most the orientation, which is part of how the picture looks, and when it was taken.
    expect((await sharp(copy).metadata()).exif?.length ?? 0).toBeLessThanOrEqual(TIME_BYTES + 12);
    const type = format === 'heic' ? 'image/jpeg' : `image/${format}`;
    expect(response.headers.get('content-type')).toBe(type);
    const extension = format === 'heic' ? 'jpg' : format;
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename=odd.${extension}`);
    expect((await sharp(copy).metadata()).format).toBe(format === 'heic' ? 'jpeg' : format);
  });

  async function fileOf(format: 'png' | 'webp' | 'heic'): Promise<Buffer> {
    const { readFile } = await import('node:fs/promises');
    if (format === 'heic') return readFile('tests/support/fixtures/turned.heic');
    const bytes = await quarters(300, 200).toFormat(format).withExif(SECRET_EXIF).toBuffer();
    return format === 'png' ? withPngChunk(bytes, 'tEXt', Buffer.from('Comment\0SECRET-TEXT')) : bytes;
  }

  test('of another gallery is not found through any link', async () => {
    const { token } = await share();
    for (const size of SIZES) expect((await get(token, foreign, `?size=${size}`)).status).toBe(404);
    expect(await answers('no-such-link')).toEqual(all(404));
    expect((await get(token, 'nonsense')).status).toBe(404);
  });

  test('ends with its link: switched off, expired, deleted', async () => {
    const link = await share({ expires_at: '2031-01-01T00:00:00Z' });
    expect(await answers(link.token)).toEqual(all(200));
    await change(link, { is_active: false });
    expect(await answers(link.token)).toEqual(all(403));
    await change(link, { is_active: true });
    app.clock.set(new Date('2030-12-31T23:59:59Z'));
    expect(await answers(link.token)).toEqual(all(200));
    app.clock.set(new Date('2031-01-01T00:00:01Z'));
    expect(await answers(link.token)).toEqual(all(410));
    app.clock.set(null);
    expect(await answers(link.token)).toEqual(all(200));
    await app.photographer.call('DELETE', `/galleries/links/${link.id}`);
    expect(await answers(link.token)).toEqual(all(404));
  });

  test('behind a password opens with it or with the proof of having known it', async () => {
    const link = await share({ password: 'open sesame' });
    const other = await share({ password: 'another word' });
    const unlockOf = async (token: string, password: string) =>
      (
        await caller(app.url)<Opened>('GET', `/galleries/shared/${token}`, undefined, {
          'X-Share-Password': password,
        })
      ).body.data.unlock_token;
    expect(await answers(link.token)).toEqual(all(401));
    expect(await answers(link.token, '', { 'X-Share-Password': 'open sesame' })).toEqual(all(200));
    expect(await answers(link.token, '&unlock=made-up')).toEqual(all(401));
    expect(await answers(link.token, `&unlock=${await unlockOf(other.token, 'another word')}`)).toEqual(
      all(401),
    );
    const unlock = await unlockOf(link.token, 'open sesame');
    expect(await answers(link.token, `&unlock=${unlock}`)).toEqual(all(200));
    await change(link, { password: 'a new one' });
    expect(await answers(link.token, `&unlock=${unlock}`)).toEqual(all(401));
    expect((await get(link.token, photo, '', { 'X-Share-Password': 'wrong' })).status).toBe(401);
  });

  test('may be looked at but not saved where downloads are switched off', async () => {
    const { token } = await share({ allow_download: false });
    expect(await answers(token)).toEqual([200, 200, 200, 403]);
    expect((await get(token, photo)).status).toBe(403);
    expect((await get(token, photo, '?shown=1')).status).toBe(403);
  });

  test('is counted when it is saved, not when it is looked at', async () => {
    const link = await share();
    await answers(link.token);
    await get(link.token, photo);
    const shown = await get(link.token, photo, '?shown=1');
    expect(shown.headers.get('content-disposition')).toBe('inline; filename=match.jpg');
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(900);
    await fetch(`${app.url}/api/galleries/shared/${link.token}/photos/${photo}/download`, { method: 'HEAD' });
    const row = await app.ctx.db
      .selectFrom('share_link')
      .select('download_count')
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow();
    expect(row.download_count).toBe(2);
  });

  test('whose original is lost or ruined is an honest answer, not a fault of ours', async () => {
    const { token } = await share();
    const lose = async (width: number, what: (file: string) => Promise<void>) => {
      const { id } = (await app.send(await quarters(width, 200).jpeg().toBuffer())).body.data;
      await what(
        (await app.stock()).files.find((file) => file.startsWith('originals') && file.includes(id))!,
      );
      const response = await get(token, id);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await lose(310, (file) => rm(join(app.folder, file)))).toEqual([404, 'photo_file_missing']);
    expect(
      await lose(320, async (file) => {
        const { size } = await stat(join(app.folder, file));
        await writeFile(join(app.folder, file), Buffer.alloc(size, 'no picture'));
      }),
    ).toEqual([415, 'image_unreadable']);
  });

  test('that is deleted while its copy is being made leaves none behind', async () => {
    const { token } = await share();
    const { id } = (await app.send(await quarters(710, 500).jpeg().toBuffer())).body.data;
    const put = app.store.put.bind(app.store);
    const onPut = vi.spyOn(app.store, 'put').mockImplementation(async (key, path) => {
      await app.deleteForGood(id);
      await app.removeLeftovers();
      await put(key, path);
    });
    expect((await get(token, id)).status).toBe(404);
    onPut.mockRestore();
    expect((await app.stock()).files.filter((file) => file.includes(id))).toEqual([]);
  });

  test('two first visitors at once get the same whole copy, and it goes with the photo', async () => {
    const { token } = await share();
    const bytes = await quarters(700, 500).jpeg().withExif(SECRET_EXIF).toBuffer();
    const { id } = (await app.send(bytes)).body.data;
    const copies = await Promise.all(
      Array.from({ length: 8 }, async () => Buffer.from(await (await get(token, id)).arrayBuffer())),
    );
    for (const copy of copies) expect(copy.equals(copies[0]!)).toBe(true);
    await app.deleteForGood(id);
    await app.removeLeftovers();
    expect((await app.stock()).files.filter((file) => file.includes(id))).toEqual([]);
    expect((await app.stock()).temporary).toBe(0);
  });
});

test('choosing photos by link again and again comes to an end, for who does it', async () => {
  const { token } = await share();
  const choose = () => caller(app.url)('POST', `/galleries/shared/${token}/download`, { photo_ids: [photo] });
  expect((await choose()).status).toBe(201);
  for (let i = 1; i < rateLimitValues.downloadSelectionsPerAddress.points; i += 1)
    await app.ctx.rateLimits.limitRequests('download-selection', '127.0.0.1');
  const refused = await choose();
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  const own = (body: object) => app.photographer.call('POST', `/galleries/${app.gallery}/download`, body);
  expect([(await own({ photo_ids: [photo] })).status, (await own({})).status]).toEqual([429, 201]);
});
