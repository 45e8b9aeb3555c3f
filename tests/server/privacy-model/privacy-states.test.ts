/**
 * Random states of visibility, consent, guardianship, membership and choice: in each, no list and no picture gives more than the model permits.
 * @module-tag long
 */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshPersonMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { changeWorld } from './change-world.ts';
import { looks } from './compare-reads.ts';
import { CLEAR, createWorld, signInAgain, sizes, type World } from './create-world.ts';
import { decoders } from './replace-in-world.ts';

/** 5,000 take a quarter of an hour. */
const STATES = Number(process.env.PRIVACY_STATES ?? runs(60, 500));

/** Where a kind of look has found nothing by then, it goes on up to so many times as long. */
const MOST_OVER = 4;

/** States after which the means of people are kept anew. */
const MEANS_EVERY = 20;

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(Number(process.env.PRIVACY_SEED ?? 3));
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
let app: PhotoApp;
let world: World;
beforeAll(async () => {
  // Pictures are stand-ins that say which faces are blurred.
  app = await startPhotoApp({
    ...decoders,
    blurFaces: ({ output, faces }) => writeFile(output, JSON.stringify(faces)),
    stripMetadata: async ({ output }) => {
      await writeFile(output, CLEAR);
      return { mime: 'image/jpeg' };
    },
  });
  world = await createWorld(app, random);
});
afterAll(() => app.close());

test('lists, links, names, searches and pictures give what is permitted and no more', async () => {
  expect([world.galleries.length, world.people.length]).toEqual([sizes.galleries, sizes.people]);
  const weighted = Object.entries(looks).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  const seen: Record<string, { looks: number; found: number }> = {};
  for (let i = 0; i < 300; i += 1) await changeWorld(app, world, pick);
  const kindsFound = () => Object.keys(looks).filter((name) => (seen[name]?.found ?? 0) > 0);
  const goesOn = (state: number) =>
    kindsFound().length < Object.keys(looks).length && state <= MOST_OVER * STATES;
  for (let state = 1; state <= STATES || goesOn(state); state += 1) {
    await changeWorld(app, world, pick);
    if (state % 1_000 === 0) await signInAgain(app, world);
    // As every 20 seconds on a server; until then searches read the faces.
    if (state % MEANS_EVERY === 0) await refreshPersonMeans(app.ctx.db);
    const name = pick(weighted);
    const found = await looks[name]!.look(app, world, pick).catch((error: Error) => {
      error.message = `state ${state}, ${name}: ${error.message}`;
      throw error;
    });
    seen[name] ??= { looks: 0, found: 0 };
    seen[name].looks += 1;
    seen[name].found += found > 0 ? 1 : 0;
    if (STATES > 1_000 && state % 500 === 0) console.info(state, seen);
  }
  // Nothing is not what is looked for.
  expect(kindsFound()).toEqual(Object.keys(looks));
}, 3_600_000);
