/** @module-tag long */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Analysis } from '#ml/index.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { type Actor, caller, createActor } from '#tests/support/actors.ts';
import { guestsOf, newGuest } from '#tests/support/guests.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

const MIB = 1024 * 1024;
const FLOOR = 6 * MIB;
const SIZE = 30 * MIB;

let app: PhotoApp;
let guests: ReturnType<typeof guestsOf>;
/** Least space that was free at any moment. */
let least = SIZE;
/** Space taken by something else. */
let taken = 0;

function free(): number {
  let used = taken;
  for (const name of app ? readdirSync(app.folder, { recursive: true }) : []) {
    const found = statSync(join(app.folder, String(name)), { throwIfNoEntry: false });
    used += found?.isFile() ? found.size : 0;
  }
  least = Math.min(least, SIZE - used);
  return SIZE - used;
}

let watch: NodeJS.Timeout;
beforeAll(async () => {
  const nobody = async () => ({ pipelineVersion: '', faces: [] }) as unknown as Analysis;
  app = await startPhotoApp({}, nobody, {
    disk: {
      floor: { bytes: FLOOR, share: 1, atLeast: 0 },
      measure: async () => ({ free: free(), size: SIZE }),
    },
  });
  guests = guestsOf(app);
  watch = setInterval(free, 2);
});
afterAll(async () => {
  clearInterval(watch);
  await app.close();
});
beforeEach(async () => {
  taken = 0;
  await app.ctx.db.deleteFrom('resumable_upload').execute();
  await app.store.sweepPartial(0);
  await app.removeLeftovers();
  least = SIZE;
});

let tail = 0;
const small = await quarters().jpeg().toBuffer();
/** Other bytes each time: bytes behind the picture that no decoder reads. */
function picture(bytes = 2 * MIB): Buffer {
  const file = Buffer.alloc(bytes);
  small.copy(file);
  tail += 1;
  file.writeUInt32BE(tail, bytes - 4);
  return file;
}
const encoded = (text: string) => Buffer.from(text).toString('base64');
const tus = (as: Actor) => ({ 'tus-resumable': '1.0.0', authorization: `Bearer ${as.token}` });

async function begin(bytes = 2 * MIB, gallery = app.gallery): Promise<Response> {
  return fetch(`${app.url}/api/photos/uploads`, {
    method: 'POST',
    headers: {
      ...tus(app.photographer),
      'upload-length': String(bytes),
      'upload-metadata': `gallery_id ${encoded(gallery)},filename ${encoded('a.jpg')}`,
    },
  });
}
const bring = (location: string | null, body: Buffer) =>
  fetch(`${app.url}${location}`, {
    method: 'PATCH',
    headers: {
      ...tus(app.photographer),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new Uint8Array(body),
  });

/** One file as a form, with or without its length. */
async function form(
  path: string,
  { length, as = app.photographer }: { length: boolean; as?: Actor },
  fields: Record<string, string> = {},
) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.set('file', new Blob([new Uint8Array(picture())]), 'a.jpg');
  const whole = new Response(data);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536));
      controller.close();
    },
  });
  const headers = {
    authorization: `Bearer ${as.token}`,
    'content-type': whole.headers.get('content-type')!,
  };
  const sent = length ? { body: bytes } : { body: stream, duplex: 'half' };
  const answer = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, ...sent } as RequestInit);
  await answer.text();
  return answer.status;
}
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

const ways: Record<string, (n: number) => Promise<number>> = {
  'parts of members': async () => {
    const begun = await begin();
    if (begun.status !== 201) return begun.status;
    return (await bring(begun.headers.get('location'), picture())).status;
  },
  'parts of guests': async () => {
    const guest = newGuest(await link());
    return (await guests.send(guest, picture())).status;
  },
  'one piece with its length': () => form('/photos/upload', { length: true }, { gallery_id: app.gallery }),
  'one piece without a length': () => form('/photos/upload', { length: false }, { gallery_id: app.gallery }),
  'a picture to search by': async () =>
    form('/my-photos/find-once', { length: true, as: await createActor(app) }),
  'a picture to search by, without a length': async () =>
    form('/my-photos/find-once', { length: false, as: await createActor(app) }),
};
let shared: Promise<{ token: string }> | undefined;
function link() {
  shared ??= guests.createLink(app.gallery, { name: 'Parents' });
  return shared;
}

test.each(Object.entries(ways))(
  'however many come at once, %s leave the floor at each moment, and others sign in',
  async (_, send) => {
    await app.ctx.db.deleteFrom('guest_photo').execute();
    await app.ctx.db.deleteFrom('photo').execute();
    // Room for three.
    taken = free() - FLOOR - 12 * MIB;
    least = SIZE;
    const statuses = await times(12, send);
    expect(statuses).toContain(507);
    expect(statuses.filter((status) => status === 500)).toEqual([]);
    expect(least).toBeGreaterThanOrEqual(FLOOR);
    const somebody = await createActor(app);
    expect((await somebody.call('GET', '/auth/me')).status).toBe(200);
  },
);

test('bytes that are announced are kept for those who announced them, as long as these go on', async () => {
  taken = free() - FLOOR - 20 * MIB;
  const begun = await times(20, () => begin(3_000_000));
  const statuses = begun.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(6);
  expect(statuses.filter((status) => status === 507)).toHaveLength(14);
  // Everybody else is refused, in every way.
  expect(await form('/photos/upload', { length: true }, { gallery_id: app.gallery })).toBe(507);
  const parts = begun.filter(({ status }) => status === 201).map(({ headers }) => headers.get('location'));
  // Those who announced may send; what is made of the photo needs room beside it.
  expect((await bring(parts[0]!, picture(3_000_000))).status).not.toBe(500);
  expect(least).toBeGreaterThanOrEqual(FLOOR);
  app.clock.set(new Date(Date.now() + lifetimes.announcedBytesMs + 1000));
  try {
    expect((await begin(3_000_000)).status).toBe(201);
  } finally {
    app.clock.set(null);
  }
});

test('a disk that something else fills ends an upload in parts with 507, which can go on later', async () => {
  const location = (await begin(3_000_000)).headers.get('location');
  taken = free() - FLOOR - MIB;
  const refused = await bring(location, picture(3_000_000));
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([507, 'storage_full']);
  expect(least).toBeGreaterThanOrEqual(FLOOR);
  taken = 0;
  const head = await fetch(`${app.url}${location}`, { method: 'HEAD', headers: tus(app.photographer) });
  expect(Number(head.headers.get('upload-offset'))).toBeLessThan(3_000_000);
  expect((await bring(location, picture(3_000_000))).status).not.toBe(507);
});

test('copies for visitors are not made below the floor', async () => {
  const noise = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  const { id } = (await app.send(noise)).body.data;
  const { token } = await guests.createLink(app.gallery, { name: 'Others', collects: false });
  taken = free() - FLOOR;
  least = SIZE;
  const path = `/galleries/shared/${token}/photos/${id}/download`;
  const refused = await caller(app.url)('GET', path);
  expect([refused.status, refused.body.code]).toEqual([507, 'storage_full']);
  expect(least).toBeGreaterThanOrEqual(FLOOR);
  taken = 0;
  expect((await fetch(`${app.url}/api${path}`)).status).toBe(200);
});
