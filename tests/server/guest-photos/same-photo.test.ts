/** @module-tag long */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { createClub, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { type Guest, guestsOf, newGuest, type SentAnswer } from '#tests/support/guests.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters, SECRET_EXIF } from '#tests/support/test-images.ts';

let app: PhotoApp;
let guests: ReturnType<typeof guestsOf>;
let gallery: string;
let link: ShareLink;
let guest: Guest;

beforeAll(async () => {
  app = await startPhotoApp();
  guests = guestsOf(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  const { id } = app.photographer;
  gallery = await createGallery(app, {
    event: await createEvent(app, [await createClub(app)]),
    photographer: id,
    createdBy: id,
  });
  link = await guests.createLink(gallery);
  guest = newGuest(link);
});

let width = 100;
/** Other bytes each time, with metadata: what is kept of a guest's photo has another hash. */
async function photo(): Promise<Buffer> {
  width += 2;
  return quarters(width, 80).withExifMerge(SECRET_EXIF).jpeg().toBuffer();
}

const sendAsGuest = async (bytes: Buffer, from = guest): Promise<string> => {
  const { status, body }: SentAnswer = await guests.send(from, bytes);
  expect([status, body.code]).toEqual([201, undefined]);
  return body.data?.id ?? '';
};
const upload = async (bytes: Buffer) => {
  const { status, body } = await app.send(bytes, { gallery });
  return { status, id: body.data.id, duplicate: body.data.duplicate };
};
const accept = async (id: string) => (await guests.decide('accept', [id], gallery)).body.data;
const decline = async (id: string) => (await guests.decide('decline', [id], gallery)).body.data;
async function download(id: string): Promise<Buffer> {
  const { token } = app.photographer;
  const answer = await fetch(`${app.url}/api/photos/${id}/download`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const photoIds = async () =>
  (
    await app.photographer.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${gallery}`)
  ).body.data.photos.map(({ id }) => id);

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Holds the gallery as one who adds a photo does, writes its row, and commits after a while, when it is told to. */
async function beginAdding(
  lock: 'share' | 'no key update',
  hashes: { sha256: Buffer } | { sent_sha256: Buffer },
): Promise<{ commit: () => Promise<string> }> {
  const [written, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const adding = app.ctx.db.transaction().execute(async (trx) => {
    await sql`select id from gallery where id = ${gallery} for ${sql.raw(lock)}`.execute(trx);
    const id = await createPhoto({ ...app, ctx: { ...app.ctx, db: trx } }, gallery);
    await trx.updateTable('photo').set(hashes).where('id', '=', id).execute();
    written.resolve();
    await told.promise;
    await delay(500);
    return id;
  });
  await written.promise;
  return {
    commit: () => {
      told.resolve();
      return adding;
    },
  };
}

describe('a file that a guest sent first, and a member uploads then', () => {
  test('is the photo of the gallery once it was accepted, also as it is kept there', async () => {
    const bytes = await photo();
    const id = await sendAsGuest(bytes);
    expect(await accept(id)).toEqual({ accepted: 1, duplicates: 0 });
    expect(await upload(bytes)).toEqual({ status: 200, id, duplicate: true });
    const kept = await download(id);
    expect(kept.equals(bytes)).toBe(false);
    expect(await upload(kept)).toEqual({ status: 200, id, duplicate: true });
    expect(await photoIds()).toEqual([id]);
  });

  test('is uploaded while the other one waits, as if there were none, and accepting adds nothing', async () => {
    const bytes = await photo();
    const waiting = await sendAsGuest(bytes);
    const uploaded = await upload(bytes);
    expect(uploaded).toEqual({ status: 201, id: expect.any(String), duplicate: false });
    expect(await accept(waiting)).toEqual({ accepted: 0, duplicates: 1 });
    expect(await photoIds()).toEqual([uploaded.id]);
  });

  test('is uploaded after it was declined', async () => {
    const bytes = await photo();
    expect(await decline(await sendAsGuest(bytes))).toEqual({ declined: 1 });
    const uploaded = await upload(bytes);
    expect(uploaded).toMatchObject({ status: 201, duplicate: false });
    expect(await photoIds()).toEqual([uploaded.id]);
  });

  test('is one photo when accepting and uploading meet', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bytes = await photo();
      const waiting = await sendAsGuest(bytes);
      const before = (await photoIds()).length;
      const [decided, uploaded] = await Promise.all([accept(waiting), upload(bytes)]);
      expect(decided.accepted + decided.duplicates).toBe(1);
      expect(uploaded.duplicate).toBe(decided.accepted === 1);
      expect(await photoIds()).toHaveLength(before + 1);
    }
  });

  test('is one photo when it is accepted while the row of the upload is written', async () => {
    const bytes = await photo();
    const waiting = await sendAsGuest(bytes);
    const written = await beginAdding('share', { sha256: hashOf(bytes) });
    const decided = accept(waiting);
    const id = await written.commit();
    expect(await decided).toEqual({ accepted: 0, duplicates: 1 });
    expect(await photoIds()).toEqual([id]);
  });

  test('is one photo when it is uploaded while the row of the accepted one is written', async () => {
    const bytes = await photo();
    const written = await beginAdding('no key update', { sent_sha256: hashOf(bytes) });
    const uploaded = upload(bytes);
    const id = await written.commit();
    expect(await uploaded).toEqual({ status: 200, id, duplicate: true });
    expect(await photoIds()).toEqual([id]);
  });
});

describe('a file that a member uploaded first, and a guest sends then', () => {
  test('waits like any other, and accepting it adds nothing', async () => {
    const bytes = await photo();
    const { id } = await upload(bytes);
    const waiting = await sendAsGuest(bytes);
    expect(await accept(waiting)).toEqual({ accepted: 0, duplicates: 1 });
    expect(await photoIds()).toEqual([id]);
    expect((await guests.own(guest)).body.data.photos).toMatchObject([{ state: 'accepted' }]);
  });

  test('is declined without touching the photo of the member', async () => {
    const bytes = await photo();
    const { id } = await upload(bytes);
    expect(await decline(await sendAsGuest(bytes))).toEqual({ declined: 1 });
    expect(await photoIds()).toEqual([id]);
    expect((await download(id)).equals(bytes)).toBe(true);
  });
});

test('a file from two guests is one photo, and another gallery may have it too', async () => {
  const bytes = await photo();
  const [first, second] = [await sendAsGuest(bytes), await sendAsGuest(bytes, newGuest(link))];
  expect([await accept(first), await accept(second)]).toEqual([
    { accepted: 1, duplicates: 0 },
    { accepted: 0, duplicates: 1 },
  ]);
  const elsewhere = await app.send(bytes);
  expect([elsewhere.status, elsewhere.body.data.duplicate]).toEqual([201, false]);
});
