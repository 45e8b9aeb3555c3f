/**
 * The same odd pictures, names and cuts by every way in: what is taken is whole and there once, the rest is refused by all for the same
 * reason, and nothing of it stays.
 * @module-tag long
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { sharedDir } from '#tests/ml/support.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { textBomb, withPngChunk, withPngSize } from '#tests/support/test-images.ts';
import { openTestInbox } from '#tests/support/test-inbox.ts';
import { textured } from '#tests/support/textured.ts';

const imaging = createImaging({ processes: 2 });
let app: PhotoApp;
let owner: Actor;
let folder: string;
let shot: Buffer;

beforeAll(async () => {
  app = await startPhotoApp();
  owner = await createActor(app, ['photographer']);
  folder = await mkdtemp(join(tmpdir(), 'clublens-ways-'));
  shot = await textured(31, 800, 600);
});
afterAll(async () => {
  await app.close();
  await imaging.close();
  await rm(folder, { recursive: true });
});

type File = { name: string; bytes: Buffer };
/** `whole`, how a photo is marked, or why there is none. */
type Outcome = string;
type Place = { event: string; gallery: string };
type Way = (place: Place) => Promise<{
  /** @returns why files were refused, by their names */
  send(files: File[]): Promise<Map<string, string>>;
  /** Sends the first bytes alone, and goes away. */
  cut(file: File, bytes: number): Promise<void>;
}>;

const eachOf = async (files: File[], send: (file: File) => Promise<string | undefined>) => {
  const refused = new Map<string, string>();
  for (const file of files) {
    const why = await send(file);
    if (why !== undefined) refused.set(file.name, why);
  }
  return refused;
};
const formOf = ({ name, bytes }: File, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
};
/** So much of a request, then the line is dead. */
async function cutRequest(request: Request, body: Buffer, bytes: number): Promise<void> {
  const { pathname, port } = new URL(request.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  const headers = [...request.headers, ['content-length', String(body.length)]];
  const head = [
    `${request.method} ${pathname} HTTP/1.1`,
    'host: x',
    ...headers.map((each) => each.join(': ')),
  ];
  await new Promise<void>((resolve) => {
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.subarray(0, bytes)]), () =>
      resolve(),
    );
  });
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  socket.destroy();
}
const bearer = () => ({ Authorization: `Bearer ${owner.token}` });
const encoded = (text: string) => Buffer.from(text).toString('base64');
async function cutForm(path: string, file: File, bytes: number, fields?: Record<string, string>) {
  const form = new Response(formOf(file, fields));
  const headers = { ...bearer(), 'Content-Type': form.headers.get('content-type')! };
  const body = Buffer.from(await form.arrayBuffer());
  const at = body.indexOf(file.bytes.subarray(0, 12));
  await cutRequest(new Request(`${app.url}/api${path}`, { method: 'POST', headers }), body, at + bytes);
}

const ways: Record<string, Way> = {
  async 'replace by id'({ gallery }) {
    const ids = new Map<string, string>();
    const pathTo = async (file: File) => {
      const id = ids.get(file.name) ?? (await photoBefore(gallery, file));
      ids.set(file.name, id);
      return `/photos/${id}/replace`;
    };
    return {
      send: (files) =>
        eachOf(files, async (file) => {
          const { status, body } = await owner.call('POST', await pathTo(file), formOf(file));
          expect([file.name, status < 500]).toEqual([file.name, true]);
          return body.code;
        }),
      cut: async (file, bytes) => cutForm(await pathTo(file), file, bytes),
    };
  },
  async REST({ gallery }) {
    return {
      send: (files) =>
        eachOf(files, async ({ name, bytes }) => {
          const { status, body } = await app.send(bytes, { as: owner, gallery, filename: name });
          expect([name, status < 500]).toEqual([name, true]);
          return body.code;
        }),
      cut: (file, bytes) => cutForm('/photos/upload', file, bytes, { gallery_id: gallery }),
    };
  },
  async 'in parts'({ gallery }) {
    const tus = { ...bearer(), 'tus-resumable': '1.0.0' };
    const part = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const begin = ({ name, bytes }: File) =>
      fetch(`${app.url}/api/photos/uploads`, {
        method: 'POST',
        headers: {
          ...tus,
          'upload-length': String(bytes.length),
          'upload-metadata': `gallery_id ${encoded(gallery)},filename ${encoded(name)}`,
        },
      });
    const codeOf = async (answer: Response) =>
      answer.ok ? undefined : ((await answer.json()) as { code: string }).code;
    return {
      send: (files) =>
        eachOf(files, async (file) => {
          const begun = await begin(file);
          if (!begun.ok) return codeOf(begun);
          const at = `${app.url}${begun.headers.get('location')}`;
          const middle = file.bytes.length >> 1;
          const first = await fetch(at, {
            method: 'PATCH',
            headers: part,
            body: new Uint8Array(file.bytes.subarray(0, middle)),
          });
          await first.body?.cancel();
          const rest = await fetch(at, {
            method: 'PATCH',
            headers: { ...part, 'upload-offset': String(middle) },
            body: new Uint8Array(file.bytes.subarray(middle)),
          });
          expect([file.name, rest.status < 500]).toEqual([file.name, true]);
          return codeOf(rest);
        }),
      async cut(file, bytes) {
        const location = (await begin(file)).headers.get('location');
        await cutRequest(
          new Request(`${app.url}${location}`, { method: 'PATCH', headers: part }),
          file.bytes,
          bytes,
        );
      },
    };
  },
  async WebDAV({ event, gallery }) {
    const { key } = await giveKey(app, owner, 'upload');
    const at = (name: string) => `${app.url}/dav/event-${event}/Final/${encodeURIComponent(name)}`;
    const headers = { Authorization: `Bearer ${key}` };
    return {
      send: (files) =>
        eachOf(files, async ({ name, bytes }) => {
          const answer = await fetch(at(name), { method: 'PUT', headers, body: new Uint8Array(bytes) });
          await answer.body?.cancel();
          expect([name, answer.status < 500]).toEqual([name, true]);
          const row = await pathOf(gallery, name);
          if (row?.state === 'placeholder') return 'upload_empty';
          return answer.ok ? undefined : (row?.refusal ?? String(answer.status));
        }),
      cut: ({ name, bytes }, so) => cutRequest(new Request(at(name), { method: 'PUT', headers }), bytes, so),
    };
  },
  async 'the hot folder'({ event, gallery }) {
    const dir = await mkdtemp(join(folder, 'inbox-'));
    const inbox = await openTestInbox({ app, imaging, dir, account: owner.username });
    const place = join(dir, `event-${event}`, 'Final');
    return {
      async send(files) {
        for (const { name, bytes } of files) await writeFile(join(place, name), bytes);
        await inbox.takeAll();
        await inbox.lookIn(620);
        expect(await readdir(place)).toEqual([]);
        const refused = new Map<string, string>();
        for (const { name } of files) {
          const row = await pathOf(gallery, name.normalize('NFC'));
          if (row?.refusal) refused.set(name, row.refusal);
        }
        return refused;
      },
      async cut({ name, bytes }, so) {
        await writeFile(join(place, name), bytes.subarray(0, so));
        await inbox.takeAll();
      },
    };
  },
};

/** A photo of the same picture as a file, where there is one in it, that the file is to replace. */
async function photoBefore(gallery: string, { name, bytes }: File): Promise<string> {
  const again = async (picture: Buffer) =>
    sharp(picture, { failOn: 'none' }).keepMetadata().jpeg().toBuffer();
  const picture = Buffer.concat([await again(bytes).catch(() => again(shot)), Buffer.from(name)]);
  befores.add(sha256(picture));
  const { body } = await app.send(picture, { as: owner, gallery, filename: 'before.jpg' });
  return body.data.id;
}
const befores = new Set<string>();

const pathOf = (gallery: string, name: string) =>
  app.ctx.db
    .selectFrom('delivered_file')
    .select(['state', 'refusal'])
    .where('gallery_id', '=', gallery)
    .where('name', '=', name)
    .executeTakeFirst();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Without those that are to be replaced and still have their file. */
const photosOf = async (gallery: string) => {
  const photos = await app.ctx.db
    .selectFrom('photo')
    .select(['id', 'filename', 'sha256', 'damage', 'original_key'])
    .where('gallery_id', '=', gallery)
    .orderBy('id')
    .execute();
  return photos.filter((photo) => !befores.has(photo.sha256.toString('hex')));
};
async function newPlace(): Promise<Place> {
  const event = await createEvent(app);
  return {
    event,
    gallery: await createGallery(app, { event, photographer: owner.id, createdBy: owner.id, name: 'Final' }),
  };
}

/** What became of each: of photos each has to be stored as it was sent, once, and of the rest nothing. */
async function outcomesOf(files: File[], way: Way): Promise<Record<string, Outcome>> {
  const place = await newPlace();
  const refused = await (await way(place)).send(files);
  const photos = await photosOf(place.gallery);
  const bySha = new Map(photos.map((photo) => [photo.sha256.toString('hex'), photo]));
  expect(bySha.size).toBe(photos.length);
  const outcomes: Record<string, Outcome> = {};
  for (const { name, bytes } of files) {
    const photo = bySha.get(sha256(bytes));
    expect([name, photo !== undefined]).toEqual([name, !refused.has(name)]);
    outcomes[name] = refused.get(name) ?? photo?.damage ?? 'whole';
    if (photo) expect([name, (await app.read(photo.original_key)).equals(bytes)]).toEqual([name, true]);
  }
  expect(photos).toHaveLength(files.length - refused.size);
  expect((await app.stock()).temporary).toBe(0);
  return outcomes;
}

const closed = Buffer.from([0xff, 0xd9]);
/** A segment of a JPEG behind its first two bytes. */
const withSegment = (jpeg: Buffer, marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
};
const xmp = (text: string) => Buffer.from(`http://ns.adobe.com/xap/1.0/\0${text}`);

async function pictures(): Promise<Record<string, { bytes: Buffer; outcome: Outcome }>> {
  const of = () => sharp(shot);
  const jpeg = await of().jpeg({ quality: 90 }).toBuffer();
  const png = await of().png({ compressionLevel: 9, palette: true }).toBuffer();
  const cut = (share: number) => jpeg.subarray(0, Math.floor(jpeg.length * share));
  const overwritten = Buffer.from(jpeg).fill(
    0,
    Math.floor(jpeg.length * 0.7),
    Math.floor(jpeg.length * 0.7) + 500,
  );
  const all: [string, Buffer, Outcome][] = [
    ['plain.jpg', jpeg, 'whole'],
    ['progressive.jpg', await of().jpeg({ progressive: true }).toBuffer(), 'whole'],
    ['cmyk.jpg', await of().toColourspace('cmyk').jpeg().toBuffer(), 'whole'],
    ['grey.png', await of().greyscale().png().toBuffer(), 'whole'],
    ['deep.png', await of().resize(300).toColourspace('rgb16').png().toBuffer(), 'whole'],
    ['webp.webp', await of().webp().toBuffer(), 'whole'],
    ['gif.gif', await of().gif().toBuffer(), 'whole'],
    ['one.png', await of().resize(1, 1).png().toBuffer(), 'whole'],
    ['another-type.png', await of().jpeg({ quality: 70 }).toBuffer(), 'whole'],
    ['not-closed.jpg', (await of().jpeg({ quality: 89 }).toBuffer()).subarray(0, -2), 'whole'],
    ['trailer.jpg', Buffer.concat([jpeg, Buffer.from('what a program appends')]), 'whole'],
    ['two-in-one.jpg', Buffer.concat([jpeg, jpeg]), 'whole'],
    ['text-bomb.png', withPngChunk(png, 'zTXt', textBomb(3e8)), 'whole'],
    [
      'exif-of-nothing.jpg',
      withSegment(jpeg, 0xe1, Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1')),
      'whole',
    ],
    [
      'exif-in-a-circle.jpg',
      withSegment(jpeg, 0xe1, Buffer.from('Exif\0\0II*\0\x08\0\0\0\0\0\x08\0\0\0', 'latin1')),
      'whole',
    ],
    [
      'entities.jpg',
      withSegment(
        jpeg,
        0xe1,
        xmp(
          '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x:xmpmeta xmlns:x="adobe:ns:meta/">&b;</x:xmpmeta>',
        ),
      ),
      'whole',
    ],
    ['nested.jpg', withSegment(jpeg, 0xe1, xmp(`${'<a>'.repeat(9_000)}${'</a>'.repeat(7_000)}`)), 'whole'],
    ['half-xmp.jpg', withSegment(jpeg, 0xe1, xmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF')), 'whole'],
    [
      'iptc.jpg',
      withSegment(
        jpeg,
        0xed,
        Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\x7f\xff\xff\xff\x1c\x02', 'latin1'),
      ),
      'whole',
    ],
    ['profile.jpg', withSegment(jpeg, 0xe2, Buffer.from('ICC_PROFILE\0\x01\x01garbage', 'latin1')), 'whole'],
    ['a-fifth-missing.jpg', cut(0.8), 'incomplete'],
    ['overwritten.jpg', overwritten, 'damaged'],
    ['cut-and-closed.jpg', Buffer.concat([cut(0.79), closed]), 'damaged'],
    ['most-missing.jpg', cut(0.2), 'image_incomplete'],
    ['head.jpg', jpeg.subarray(0, 4), 'image_unreadable'],
    ['no-bytes.jpg', Buffer.alloc(0), 'upload_empty'],
    ['zeros.jpg', Buffer.alloc(5_000), 'image_type_not_accepted'],
    ['page.jpg', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image_type_not_accepted'],
    [
      'drawing.jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'image_type_not_accepted',
    ],
    ['tiff.tif', await of().resize(100).tiff().toBuffer(), 'image_type_not_accepted'],
    ['avif.avif', await of().resize(100).avif().toBuffer(), 'image_type_not_accepted'],
    ['archive.jpg', Buffer.from('PK\x03\x04 and so on', 'latin1'), 'image_type_not_accepted'],
    ['too-wide.png', withPngSize(png, 60_000, 60_000), 'image_too_large'],
    ['too-heavy.jpg', Buffer.concat([jpeg, Buffer.alloc(PHOTO_LIMITS.maxBytes)]), 'upload_too_large'],
  ];
  return Object.fromEntries(all.map(([name, bytes, outcome]) => [name, { bytes, outcome }]));
}

/** There is no half photo that is taken for a whole one: its rest may still come. */
const inFolder = (outcome: Outcome) =>
  outcome === 'incomplete' || outcome === 'damaged' ? 'image_unreadable' : outcome;

/** Pictures that have too little in them to be known again: the photo keeps its file. */
const TOO_PLAIN = ['one.png', 'DSC_0003JPG-SYNOPHOTO_THUMB_SM.jpg', 'numbered-Turnier-20.jpg'];

/** No address and no header of a form may have control characters. */
const REFUSED_NAMES: Record<string, string> = {
  'replace by id': 'upload_malformed',
  REST: 'upload_malformed',
  WebDAV: '400',
};

describe.each(Object.entries(ways))('by %s', (name, way) => {
  const expected = (file: string, outcome: Outcome) => {
    if (name === 'replace by id' && TOO_PLAIN.includes(file)) return 'photo_another_shot';
    return name === 'the hot folder' ? inFolder(outcome) : outcome;
  };

  test('odd pictures are taken whole, with a mark, or not at all', async () => {
    const made = Object.entries(await pictures());
    const files = made.map(([file, { bytes }]) => ({ name: file, bytes }));
    expect(await outcomesOf(files, way)).toEqual(
      Object.fromEntries(made.map(([file, { outcome }]) => [file, expected(file, outcome)])),
    );
  });

  test.skipIf(!sharedDir)('the given pictures are what they are by REST', async () => {
    const found = await readdir(join(sharedDir!, 'inputs'), { recursive: true, withFileTypes: true });
    const files: File[] = [];
    const seen = new Set<string>();
    for (const entry of found.filter((each) => each.isFile())) {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      if (seen.has(sha256(bytes))) continue;
      seen.add(sha256(bytes));
      const folderName = basename(entry.parentPath).replace(/\W/g, '');
      files.push({ name: `${folderName}-${entry.name.replace(/^\W+/, '')}`, bytes });
    }
    expect(files.length).toBeGreaterThan(50);
    given ??= await outcomesOf(files, ways.REST!);
    expect(await outcomesOf(files, way)).toEqual(
      Object.fromEntries(Object.entries(given).map(([file, outcome]) => [file, expected(file, outcome)])),
    );
  });

  test('a file that is cut at any byte is no photo, and the whole one is there once afterwards', async () => {
    const place = await newPlace();
    const { cut, send } = await way(place);
    // Noise, so that its end is the end of the picture.
    const bytes = await sharp(shot).png({ compressionLevel: 1 }).toBuffer();
    const at = [0, 1, 2, 12, 100, ...[0.2, 0.5, 0.9, 0.99].map((share) => Math.floor(bytes.length * share))];
    for (const so of at) {
      await cut({ name: 'cut.png', bytes }, so);
      expect([so, await photosOf(place.gallery)]).toEqual([so, []]);
    }
    // All pixels are there by now: the folder takes the picture, and then the file that is whole in its place.
    await cut({ name: 'cut.png', bytes }, bytes.length - 30);
    expect(await send([{ name: 'cut.png', bytes }])).toEqual(new Map());
    expect(await photosOf(place.gallery)).toHaveLength(1);
    const [photo] = await photosOf(place.gallery);
    expect(photo?.sha256.toString('hex')).toBe(sha256(bytes));
  });

  test('odd names are names and nothing else', async () => {
    const names = [
      '<img src=x onerror=alert(1)>.jpg',
      "'; drop table photo; --.jpg",
      '%2e%2e%2fa.jpg',
      'a%00b.jpg',
      ' spaces .jpg',
      'تصویر.jpg',
      '\u202egpj.exe.jpg',
      '⚽🏆.jpg',
      'Größe.jpg'.normalize('NFD'),
      'CON.jpg',
      'a;b,c"d.jpg',
      'a\\b.jpg',
      'no ending',
      'IMG_1.JPG.exe',
      `${'x'.repeat(240)}.jpg`,
      '__proto__.jpg',
      '-rf.jpg',
      '*.jpg',
    ];
    const files: File[] = [];
    for (const [n, each] of names.entries())
      files.push({ name: each, bytes: Buffer.concat([shot, Buffer.from([n])]) });
    const place = await newPlace();
    expect(await (await way(place)).send(files)).toEqual(new Map());
    const photos = await photosOf(place.gallery);
    expect(photos).toHaveLength(files.length);
    for (const { filename } of photos) {
      expect(filename).not.toMatch(/\p{Cc}|\//u);
      expect(filename.length).toBeLessThanOrEqual(200);
      expect(filename).toBe(filename.normalize('NFC'));
    }
  });

  test('a name with control characters is taken without them, or refused as one', async () => {
    const place = await newPlace();
    const file = { name: 'a\u0001b\u001bc.jpg', bytes: Buffer.concat([shot, Buffer.from('named')]) };
    const refused = await (await way(place)).send([file]);
    expect(refused.get(file.name)).toBe(REFUSED_NAMES[name]);
    const taken = await photosOf(place.gallery);
    expect(taken).toHaveLength(refused.size === 0 ? 1 : 0);
    for (const { filename } of taken) expect(filename).not.toMatch(/\p{Cc}/u);
  });
});
/** What REST makes of the given pictures. */
let given: Record<string, Outcome> | undefined;
