import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataBlocks } from '#ml/imaging/metadata-blocks.ts';
import { metadataOf } from '#ml/imaging/read-metadata.ts';
import { sniffImage } from '#ml/imaging/sniff.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { exifSegment, iptcSegment, tiffBlock, withSegments, xmpSegment } from '#tests/support/exif.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters, withPngChunk } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

/** Everything a file may hold: what is to stay, and SECRET in all other places. */
const PACKET = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
 xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 photoshop:Credit="Foto Öhm" photoshop:City="SECRET-city" photoshop:Headline="SECRET-headline" aux:SerialNumber="SECRET-serial"
 xmpMM:DocumentID="SECRET-document" plus:DataMining="http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED">
<dc:creator><rdf:Seq><rdf:li>Anna Öhm</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Anna Öhm</rdf:li></rdf:Alt></dc:rights>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">SECRET-caption</rdf:li></rdf:Alt></dc:description>
<dc:subject><rdf:Bag><rdf:li>SECRET-keyword</rdf:li></rdf:Bag></dc:subject>
<Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>SECRET-person</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
</rdf:Description></rdf:RDF></x:xmpmeta>`;
const CREDIT = {
  creator: 'Anna Öhm',
  copyright: '© Anna Öhm',
  credit: 'Foto Öhm',
  data_mining: 'DMI-PROHIBITED',
};
const text = (tag: number, value: string) => ({ tag, text: value });
const TIFF = tiffBlock({
  ifd0: [text(0x010f, 'SECRET-make'), text(0x010e, 'SECRET-description'), text(0x013b, 'Anna Oehm')],
  exif: [
    text(0x9003, '2026:06:13 14:05:07'),
    text(0x9011, '+02:00'),
    text(0xa431, 'SECRET-body'),
    text(0xa430, 'SECRET-owner'),
  ],
  gps: [text(1, 'N'), { tag: 2, rationals: [48, 8, 0] }],
});
const C2PA = { marker: 0xeb, body: Buffer.from('JP\0\0SECRET-c2pa') };

const files: Record<string, () => Promise<Buffer>> = {
  'a.jpg': async () =>
    withSegments(await quarters(900, 600).jpeg({ quality: 95 }).toBuffer(), [
      exifSegment(TIFF),
      xmpSegment(PACKET),
      iptcSegment({ 25: 'SECRET-keyword', 90: 'SECRET-city', 120: 'SECRET-caption', 80: 'Anna Oehm' }),
      C2PA,
      { marker: 0xfe, body: Buffer.from('SECRET-comment') },
    ]),
  'b.png': async () => {
    const png = withPngChunk(await quarters(800, 600).png().toBuffer(), 'eXIf', TIFF);
    const named = withPngChunk(png, 'tEXt', Buffer.from('Description\0SECRET-description'));
    return withPngChunk(named, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${PACKET}`));
  },
  'c.webp': async () =>
    quarters(700, 500)
      .webp()
      .withExif({ IFD0: { Make: 'SECRET-make' }, IFD2: { DateTimeOriginal: '2026:06:13 14:05:07' } })
      .withXmp(PACKET)
      .toBuffer(),
};

let app: PhotoApp;
let reader: Actor;
let gallery: string;
let token: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startPhotoApp();
  const club = await createClub(app, 'North');
  reader = await createActor(app);
  await addMember(app, club, reader.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    photographer: app.photographer.id,
    createdBy: app.photographer.id,
    visibility: 'club_restricted',
  });
  for (const [filename, make] of Object.entries(files))
    ids[filename] = (await app.send(await make(), { gallery, filename })).body.data.id;
  const made = await app.photographer.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {
    name: 'Parents',
  });
  token = made.body.data.token;
});
afterAll(() => app.close());

const as = (who: Actor) => ({ headers: { Authorization: `Bearer ${who.token}` } });
const bytesOf = async (path: string, options: RequestInit = {}) => {
  const response = await fetch(`${app.url}/api${path}`, options);
  expect(response.status, path).toBeLessThan(300);
  return Buffer.from(await response.arrayBuffer());
};
const creditIn = async (bytes: Buffer) =>
  (await metadataOf(metadataBlocks(bytes, sniffImage(bytes)!))).credit ?? undefined;
const timeIn = async (bytes: Buffer) =>
  (await sharp(bytes).metadata()).exif?.includes('2026:06:13 14:05:07') ?? false;

describe.each(Object.keys(files))('of %s', (filename) => {
  const ways: Record<string, () => Promise<Buffer>> = {
    'a medium picture of a reader': () =>
      bytesOf(`/photos/${ids[filename]}/download?size=medium`, as(reader)),
    'a large picture of a reader': () => bytesOf(`/photos/${ids[filename]}/download?size=large`, as(reader)),
    'the original for a reader': () => bytesOf(`/photos/${ids[filename]}/download`, as(reader)),
    'a large picture of an editor': () =>
      bytesOf(`/photos/${ids[filename]}/download?size=large`, as(app.photographer)),
    'a medium picture of a visitor': () =>
      bytesOf(`/galleries/shared/${token}/photos/${ids[filename]}/download?size=medium`),
    'a large picture of a visitor': () =>
      bytesOf(`/galleries/shared/${token}/photos/${ids[filename]}/download?size=large`),
    'the original for a visitor': () =>
      bytesOf(`/galleries/shared/${token}/photos/${ids[filename]}/download`),
    'the archive of a reader': async () =>
      (await unzip(await bytesOf(`/galleries/${gallery}/download`, as(reader)))).find(
        ({ name }) => name === filename,
      )!.bytes,
    'the archive of a visitor': async () =>
      (await unzip(await bytesOf(`/galleries/shared/${token}/download`))).find(
        ({ name }) => name === filename,
      )!.bytes,
  };
  test.each(Object.entries(ways))('%s says its author and time, and nothing else', async (_, get) => {
    const bytes = await get();
    expect(await creditIn(bytes)).toEqual(CREDIT);
    expect(bytes.includes('SECRET')).toBe(false);
    expect(await timeIn(bytes)).toBe(true);
    await sharp(bytes).raw().toBuffer();
  });

  test('the smallest picture says nothing, the original for an editor everything', async () => {
    const small = await bytesOf(`/photos/${ids[filename]}/download?size=small`, as(reader));
    expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg' });
    expect((await sharp(small).metadata()).exif).toBeUndefined();
    const whole = await bytesOf(`/photos/${ids[filename]}/download`, as(app.photographer));
    expect(whole).toEqual(await files[filename]!());
  });
});

test('parts of a picture are those of the whole', async () => {
  const path = `/photos/${ids['a.jpg']}/download?size=large`;
  const whole = await bytesOf(path, as(reader));
  const start = whole.indexOf(Buffer.from([0xff, 0xdb])); // the stored part begins
  for (const [from, to] of [
    [0, 0],
    [0, start - 1],
    [1, start + 5],
    [start, start],
    [start - 1, whole.length - 1],
    [start + 10, start + 20],
  ] as const) {
    const { headers } = as(reader);
    const part = await bytesOf(path, { headers: { ...headers, Range: `bytes=${from}-${to}` } });
    expect(part, `${from}-${to}`).toEqual(whole.subarray(from, to + 1));
  }
});

test('a HEIC carries the line of the account, as it was when it was uploaded', async () => {
  const heic = await readFile('tests/support/fixtures/turned.heic');
  await app.photographer.call('PUT', '/users/profile/credit-line', {
    credit_line: 'Foto: Öhm, oehm@foto.example, Tel. 0171 2345678',
  });
  const { id } = (await app.send(heic, { gallery, filename: 'd.heic' })).body.data;
  await app.photographer.call('PUT', '/users/profile/credit-line', { credit_line: 'Another' });
  const original = () => bytesOf(`/galleries/shared/${token}/photos/${id}/download`);
  const large = () => bytesOf(`/galleries/shared/${token}/photos/${id}/download?size=large`);
  for (const get of [original, large])
    expect(await creditIn(await get())).toMatchObject({ credit: 'Foto: Öhm' });

  const named = (await app.photographer.call('GET', '/users/profile/credit-line')).body.data;
  expect(named).toEqual({ credit_line: 'Another', is_in_photos: true });
  await app.photographer.call('DELETE', '/users/profile/credit-line');
  for (const get of [original, large]) expect((await get()).includes('Foto:')).toBe(false);
  expect((await app.photographer.call('GET', '/users/profile/credit-line')).body.data).toEqual({
    credit_line: null,
    is_in_photos: false,
  });
});

test('the file of a photo that names its own credit keeps it beside a line of the account', async () => {
  await app.photographer.call('PUT', '/users/profile/credit-line', { credit_line: 'Line' });
  const again = await quarters(310, 210).jpeg().withXmp(PACKET).toBuffer();
  const { id } = (await app.send(again, { gallery, filename: 'e.jpg' })).body.data;
  expect(await creditIn(await bytesOf(`/photos/${id}/download?size=large`, as(reader)))).toEqual(CREDIT);
});

test('an account that is deleted is named no more', async () => {
  const other = await createActor(app, ['photographer']);
  await other.call('PUT', '/users/profile/credit-line', { credit_line: 'Berg' });
  const theirs = await createGallery(app, { event: await createEvent(app), photographer: other.id });
  const sent = await app.send(await quarters(320, 220).jpeg().toBuffer(), { gallery: theirs, as: other });
  const { id } = sent.body.data;
  const gone = await app.send(await quarters(321, 221).jpeg().toBuffer(), { gallery: theirs, as: other });
  await other.call('DELETE', `/photos/${gone.body.data.id}`);
  const admin = await createActor(app, ['admin']);
  const large = () => bytesOf(`/photos/${id}/download?size=large`, as(admin));
  expect(await creditIn(await large())).toEqual({ credit: 'Berg' });
  await admin.call('DELETE', `/users/${other.id}`);
  expect(await creditIn(await large())).toBeUndefined();
  const rows = await app.ctx.db.selectFrom('deleted_photo').select('snapshot').execute();
  expect(JSON.stringify(rows)).not.toContain('Berg');
});

test('data mining is reserved by header and by file', async () => {
  const picture = await fetch(`${app.url}/api/photos/${ids['a.jpg']}/download?size=large`, as(reader));
  expect(picture.headers.get('tdm-reservation')).toBe('1');
  const file = await fetch(`${app.url}/.well-known/tdmrep.json`);
  expect(await file.json()).toEqual([{ location: '/*', 'tdm-reservation': 1 }]);
});
