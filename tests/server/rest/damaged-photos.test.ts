import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { guestsOf, newGuest } from '#tests/support/guests.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';

let app: PhotoApp;
let gallery: string;
let cut: Buffer;
beforeAll(async () => {
  app = await startPhotoApp();
  const { id } = app.photographer;
  const event = await createEvent(app);
  gallery = await createGallery(app, { event, visibility: 'public', photographer: id, createdBy: id });
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const whole = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  // Not between the two bytes of a marker: `variant` would make another one of it.
  let end = Math.floor(whole.length * 0.8);
  while (whole[end - 1] === 0xff) end += 1;
  cut = whole.subarray(0, end);
});
afterAll(() => app.close());

const encoded = (text: string) => Buffer.from(text).toString('base64');
async function sendInParts(bytes: Buffer) {
  const headers = { authorization: `Bearer ${app.photographer.token}`, 'tus-resumable': '1.0.0' };
  const begun = await fetch(`${app.url}/api/photos/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `gallery_id ${encoded(gallery)},filename ${encoded('a.jpg')}`,
    },
  });
  const answer = await fetch(`${app.url}${begun.headers.get('location')}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
/** Another file with the same picture: bytes behind its end. */
const variant = (bytes: Buffer, n: number) => Buffer.concat([bytes, Buffer.from([n])]);

test('a photo of which a part is missing is taken in every way, and editors see the mark', async () => {
  const one = await app.send(cut, { gallery });
  expect([one.status, one.body.data.damage]).toEqual([201, 'incomplete']);
  const parts = await sendInParts(variant(cut, 1));
  expect([parts.status, (parts.body.data as Photo).damage]).toEqual([201, 'incomplete']);

  const guests = guestsOf(app);
  const guest = newGuest(await guests.createLink(gallery, { name: 'Parents' }));
  const sent = await guests.send(guest, variant(cut, 2));
  expect([sent.status, sent.body.data]).toMatchObject([201, { damage: 'incomplete' }]);
  const waiting = await guests.waiting(gallery);
  expect(waiting.body.data.photos.map(({ damage }) => damage)).toEqual(['incomplete']);
  await guests.decide('accept', [sent.body.data!.id], gallery);

  const list = async (as = app.photographer) =>
    (await as.call<{ photos: Photo[] }>('GET', `/photos/gallery/${gallery}`)).body.data.photos;
  expect((await list()).map(({ damage }) => damage)).toEqual(['incomplete', 'incomplete', 'incomplete']);
  expect((await list(await createActor(app))).map(({ damage }) => damage)).toEqual([null, null, null]);
});

test('a photo of which most is missing is refused in every way, with the share', async () => {
  const rest = cut.subarray(0, cut.length / 4);
  const refusal = { code: 'image_incomplete', params: { share: expect.closeTo(80, -1) } };
  const one = await app.send(rest, { gallery });
  expect([one.status, one.body]).toMatchObject([415, refusal]);
  const parts = await sendInParts(rest);
  expect([parts.status, parts.body]).toMatchObject([415, refusal]);
  const guests = guestsOf(app);
  const sent = await guests.send(newGuest(await guests.createLink(gallery, { name: 'Parents' })), rest);
  expect([sent.status, sent.body]).toMatchObject([415, { code: 'image_incomplete' }]);
});
