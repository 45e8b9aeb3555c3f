/**
 * Photos of a gallery, edited and sent again by each way in that takes them for the same: none is lost, none there twice. Other
 * pictures under the names of old ones take the place of none.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { sharedDir } from '#tests/ml/support.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { editShot, listLargePhotos, randomBy } from '#tests/support/edited-photos.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { openTestInbox } from '#tests/support/test-inbox.ts';

/** Of each way, of which there are three: 504 edits, 102 other pictures. */
const EDITS = Number(process.env.EDITS ?? 168);
const OTHERS = Math.ceil(EDITS / 5);
/** Large enough to be compared as larger ones are. */
const SIDE = 640;
const AT_ONCE = 4;

const imaging = createImaging({ processes: 1 });
const random = randomBy(11);
let app: PhotoApp;
let folder: string;
type Shot = { before: Buffer; after: Buffer; other: Buffer };
/** The next pictures, each with an edit of it and a picture of something else. */
let nextShots: () => Promise<Shot[]>;

beforeAll(async () => {
  if (!sharedDir) return;
  app = await startPhotoApp();
  folder = await mkdtemp(join(tmpdir(), 'clublens-edits-'));
  const photos = await Promise.all(
    (await listLargePhotos(join(sharedDir, 'photos'))).map((photo) =>
      sharp(photo).removeAlpha().resize({ width: SIDE, height: SIDE, fit: 'inside' }).jpeg().toBuffer(),
    ),
  );
  const pick = (at: number) => photos[at % photos.length]!;
  // The same pictures come again: what stands behind its end makes each another file.
  const file = (picture: Buffer, what: string) => Buffer.concat([picture, Buffer.from(what)]);
  let at = 0;
  nextShots = async () => {
    const shots: Shot[] = [];
    for (const end = at + EDITS; at < end; at += 1)
      shots.push({
        before: file(pick(at), `photo ${at}`),
        after: file(await editShot(pick(at), random), `edit ${at}`),
        other: file(pick(at + 1 + (at % (photos.length - 1))), `other ${at}`),
      });
    return shots;
  };
});
afterAll(async () => {
  await app?.close();
  await imaging.close();
  if (folder) await rm(folder, { recursive: true });
});

const nameOf = (n: number) => `IMG_${String(n).padStart(4, '0')}.jpg`;
type Way = {
  /** Sends files, each to the path or photo of its number. @returns what was refused, and how */
  send(files: Buffer[]): Promise<string[]>;
};
type Place = { owner: Actor; event: string; gallery: string };

/** Some at once, as programs do. */
async function each(
  files: Buffer[],
  send: (file: Buffer, n: number) => Promise<{ status: number }>,
): Promise<string[]> {
  let next = 0;
  const refused: string[] = [];
  const work = async () => {
    for (let n = next++; n < files.length; n = next++) {
      const { status } = await send(files[n]!, n);
      if (status >= 300) refused.push(`${nameOf(n)} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return refused;
}

const ways: Record<string, (place: Place) => Promise<Way>> = {
  async 'REST, by id'({ owner, gallery }) {
    const ids: string[] = [];
    return {
      send: (files) =>
        each(files, async (file, n) => {
          const id = ids[n];
          if (id === undefined) {
            const added = await app.send(file, { as: owner, gallery, filename: nameOf(n) });
            ids[n] = added.body.data.id;
            return added;
          }
          const form = new FormData();
          form.set('file', new Blob([new Uint8Array(file)]), nameOf(n));
          return owner.call('POST', `/photos/${id}/replace`, form);
        }),
    };
  },
  async WebDAV({ owner, event }) {
    const { key } = await giveKey(app, owner, 'upload');
    return {
      send: (files) =>
        each(files, async (file, n) => {
          const answer = await fetch(`${app.url}/dav/event-${event}/Final/${nameOf(n)}`, {
            method: 'PUT',
            headers: { Authorization: `Bearer ${key}` },
            body: new Uint8Array(file),
          });
          await answer.body?.cancel();
          return answer;
        }),
    };
  },
  async 'the hot folder'({ owner, event }) {
    const dir = await mkdtemp(join(folder, 'inbox-'));
    const inbox = await openTestInbox({ app, imaging, dir, account: owner.username });
    return {
      async send(sent) {
        for (const [n, file] of sent.entries())
          await writeFile(join(dir, `event-${event}`, 'Final', nameOf(n)), file);
        await inbox.takeAll();
        return [];
      },
    };
  },
};

describe.skipIf(!sharedDir).each(Object.entries(ways))('by %s', (name, open) => {
  test(`${EDITS} edits replace, ${OTHERS} other pictures do not`, async () => {
    const owner = await createActor(app, ['photographer']);
    const event = await createEvent(app);
    const gallery = await createGallery(app, {
      event,
      photographer: owner.id,
      createdBy: owner.id,
      name: 'Final',
    });
    const way = await open({ owner, event, gallery });
    const shots = await nextShots();
    const photos = async () =>
      new Map(
        (
          await app.ctx.db
            .selectFrom('photo')
            .select(['id', 'filename', 'sha256'])
            .where('gallery_id', '=', gallery)
            .execute()
        ).map(({ id, filename, sha256 }) => [filename, { id, sha256: sha256.toString('hex') }]),
      );
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const names = shots.map((_, n) => nameOf(n));

    expect(await way.send(shots.map(({ before }) => before))).toEqual([]);
    const before = await photos();
    expect([...before.keys()].sort()).toEqual(names);
    const began = Date.now();
    const refused = await way.send(shots.map(({ after }) => after));
    const after = await photos();
    const copies = [...after.keys()].filter((filename) => !before.has(filename));
    const missed = [...refused, ...copies];
    const stored = new Set([...after.values()].map((photo) => photo.sha256));
    const lost = shots.filter((shot) => !stored.has(sha256(shot.after))).length - refused.length;
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(
      `${name}: ${EDITS} edits, ${lost} lost, ${missed.length} for another shot (${missed}), ${seconds} s`,
    );
    expect(refused.filter((each) => !each.endsWith(' 409'))).toEqual([]);
    expect(lost).toBe(0);
    expect(missed).toEqual([]);
    for (const [filename, { id }] of before) expect(after.get(filename)?.id).toBe(id);

    await way.send(shots.slice(0, OTHERS).map(({ other }) => other));
    const last = await photos();
    const taken = [...after].filter(([filename, { sha256: was }]) => last.get(filename)?.sha256 !== was);
    console.log(`${name}: ${OTHERS} other pictures, ${taken.length} taken for the same`);
    expect(taken.map(([filename]) => filename)).toEqual([]);
  });
});
