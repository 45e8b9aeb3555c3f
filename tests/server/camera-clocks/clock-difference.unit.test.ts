import { describe, expect, test } from 'vitest';
import { clockDifference, type Sighting } from '#server/features/faces/camera-clocks/clock-difference.ts';

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

type Match = { seed: number; late?: number; drift?: number; common: number; own?: number; people?: number };

/**
 * Two cameras at a match of 90 minutes: each sees scenes of its own and some that both see, within 8 seconds; of a scene bursts of up to
 * four photos, on each of which somebody is found with 9 of 10. Some people are seen more often than others.
 * @param late seconds that the clock of B is behind; with `drift`, so many fewer at the end
 */
function match({ seed, late = 0, drift = 0, common, own = 60, people = 22 }: Match): Sighting[] {
  const random = randomFrom(seed);
  const length = 5400;
  const sightings: Sighting[] = [];
  const scene = () =>
    new Set(
      Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => `p${Math.floor(random() * random() * people)}`,
      ),
    );
  const shoot = (camera: string, moment: number, seen: Set<string>) => {
    const burst = 1 + Math.floor(random() * 4);
    for (let shot = 0; shot < burst; shot += 1) {
      const at = moment + shot * 0.7 - (camera === 'B' ? late - (drift * moment) / length : 0);
      for (const person of seen)
        if (random() < 0.9) sightings.push({ camera, photo: `${camera} ${at}`, person, at });
    }
  };
  for (const camera of ['A', 'B']) for (let i = 0; i < own; i += 1) shoot(camera, random() * length, scene());
  for (let i = 0; i < common; i += 1) {
    const [moment, seen] = [((i + random()) * length) / common, scene()];
    for (const camera of ['A', 'B']) shoot(camera, moment + (random() - 0.5) * 16, seen);
  }
  return sightings;
}
const lateness = (sightings: Sighting[]) => clockDifference(sightings, 'B', 'A');

describe('the difference of two clocks', () => {
  test.each([
    ['a whole hour', 3600],
    ['an hour and twelve seconds', 3612],
    ['two hours ahead', -7200],
    ['minutes', 540],
    ['a day', 86_400],
  ])('is found where people are seen by both: %s', (_, late) => {
    const found = lateness(match({ seed: 5, late, common: 15 }));
    expect(Math.abs(found! - late)).toBeLessThanOrEqual(12);
    // The other way round it is ahead.
    expect(clockDifference(match({ seed: 5, late, common: 15 }), 'A', 'B')! + found!).toBeCloseTo(0, -1.5);
  });

  test('is found where one clock drifts by some seconds', () => {
    const found = lateness(match({ seed: 6, late: 3600, drift: 10, common: 20 }));
    expect(Math.abs(found! - 3595)).toBeLessThanOrEqual(12);
  });

  test.each([
    ['the clocks agree', match({ seed: 7, common: 25 })],
    ['they differ by a minute', match({ seed: 7, late: 60, common: 25 })],
    ['there are no photos', []],
    [
      'nobody is seen by both',
      match({ seed: 7, late: 3600, common: 15 }).map((each) => ({
        ...each,
        person: each.camera + each.person,
      })),
    ],
    ['few are', match({ seed: 7, late: 3600, common: 2 })],
    [
      'all were seen in one moment',
      match({ seed: 7, late: 3600, common: 15, own: 0 }).filter(({ at }) => at % 3600 < 300),
    ],
  ])('is none where %s', (_, sightings) => {
    expect(lateness(sightings)).toBeUndefined();
  });

  test('is asked about in no right gallery of 200, and found in 19 of 20 with 5 to 25 common scenes', () => {
    const sizes = [20, 60, 120];
    const asked: number[] = [];
    let found = 0;
    const wrong: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      const facts = { own: sizes[i % 3]!, people: [12, 22, 40][Math.floor(i / 3) % 3]! };
      if (lateness(match({ seed: 1000 + i, common: i % 20, ...facts })) !== undefined) asked.push(i);
      const late = [3612, 3600, -3600, 7200, -540, 300, 86_412, -1234][i % 8]!;
      const said = lateness(match({ seed: 5000 + i, late, common: 5 + (i % 21), ...facts }));
      if (said !== undefined && Math.abs(said - late) <= 20) found += 1;
      else if (said !== undefined) wrong.push(i);
    }
    expect({ asked, wrong }).toEqual({ asked: [], wrong: [] });
    expect(found).toBeGreaterThanOrEqual(190);
  }, 60_000);
});
