import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '#ml/cluster/cluster.ts';
import { forEachPairWithin, withoutProducts } from '#ml/cluster/neighbours/pairs-within-distance.ts';
import { principalAxes } from '#ml/cluster/neighbours/principal-axes.ts';
import { withProducts } from '#ml/cluster/neighbours/products.ts';
import { clusterFaces } from '#ml/index.ts';
import { squaredDistance } from '#ml/math/vector.ts';
import { clustering } from '#ml/parameters/clustering-tuning.ts';
import { seeded } from '#scripts/bench/engine/synthetic-faces.ts';
import { input } from '../galleries.ts';

function randomRows(count: number, dimensions: number, seed: number): Float32Array {
  const random = seeded(seed);
  return Float32Array.from({ length: count * dimensions }, () => random() - 0.5);
}

/** Every pair compared by the book. */
function plainPairs(rows: Float32Array, count: number, dimensions: number, radius: number): string[] {
  const pairs: string[] = [];
  const row = (i: number) => rows.subarray(i * dimensions, (i + 1) * dimensions);
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++)
      if (squaredDistance(row(i), row(j)) <= radius) pairs.push(`${i} ${j}`);
  return pairs.sort();
}

function foundPairs(rows: Float32Array, count: number, dimensions: number, radius: number): string[] {
  const pairs: string[] = [];
  withoutProducts(
    forEachPairWithin({ rows, count, dimensions }, radius, (i, j, squared) => {
      if (squared <= radius) pairs.push(i < j ? `${i} ${j}` : `${j} ${i}`);
    }),
  );
  return pairs.sort();
}

describe('near pairs', () => {
  it('are the same as by comparing all, whatever the size', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 130 }),
        fc.double({ min: 0.01, max: 30, noNaN: true }),
        fc.nat(),
        (count, dimensions, radius, seed) => {
          const rows = randomRows(count, dimensions, seed);
          const exact = plainPairs(rows, count, dimensions, radius);
          const found = foundPairs(rows, count, dimensions, radius);
          // Single precision may decide otherwise on a pair that lies on the rim itself.
          expect(Math.abs(found.length - exact.length)).toBeLessThanOrEqual(1);
          if (found.length === exact.length) expect(found).toEqual(exact);
        },
      ),
    );
  });

  it('none is lost by turning many points onto their axes', () => {
    const [count, dimensions] = [3100, 40];
    const rows = randomRows(count, dimensions, 5);
    for (let i = 0; i < 200; i++) rows.copyWithin(i * 15 * dimensions, i * dimensions, (i + 1) * dimensions);
    const found = new Set(foundPairs(rows, count, dimensions, 2.2));
    const exact = plainPairs(rows, count, dimensions, 2.2 - 1e-3);
    expect(exact.length).toBeGreaterThan(100);
    expect(exact.filter((pair) => !found.has(pair))).toEqual([]);
  });
});

describe('products', () => {
  const productsFrom = clustering.productsFrom as { value: number };
  const { value } = productsFrom;
  beforeEach(() => {
    productsFrom.value = 2;
  });
  afterEach(() => {
    productsFrom.value = value;
  });

  it('find the same pairs in the same order, and copies among them', async () => {
    const sizes = { count: fc.nat({ max: 1600 }), dimensions: fc.integer({ min: 1, max: 130 }) };
    const points = fc.record({
      ...sizes,
      share: fc.double({ min: 0.1, max: 1.2, noNaN: true }),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(points, async ({ count, dimensions, share, seed }) => {
        const rows = randomRows(count, dimensions, seed);
        for (let i = 1; i < count; i += 7) rows.copyWithin(i * dimensions, 0, dimensions);
        // Two numbers in -.5...5 are a sixth apart in the mean of squares.
        const radius = (share * dimensions) / 6;
        const work = (found: number[]) =>
          forEachPairWithin({ rows, count, dimensions }, radius, (...pair) => found.push(...pair));
        const [plain, multiplied]: [number[], number[]] = [[], []];
        withoutProducts(work(plain));
        await withProducts(work(multiplied));
        // One sentence in place of a million numbers where they differ.
        expect(multiplied.length === plain.length && multiplied.every((value, k) => value === plain[k])).toBe(
          true,
        );
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  it('find what is within the reach of both points, in the order of all', async () => {
    const points = fc.record({
      count: fc.nat({ max: 900 }),
      dimensions: fc.integer({ min: 1, max: 70 }),
      least: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(points, async ({ count, dimensions, least, seed }) => {
        const rows = randomRows(count, dimensions, seed);
        const radius = dimensions / 6;
        const random = seeded(seed);
        const added = Float64Array.from({ length: count }, () => radius * (least + random() / 2));
        const reach = { most: radius, added };
        const [all, plain, multiplied]: number[][] = [[], [], []];
        const work = (found: number[], own?: typeof reach) =>
          forEachPairWithin(
            { rows, count, dimensions },
            radius,
            (i, j, squared) => {
              if (own || squared <= radius - added[i]! - added[j]!) found.push(i, j);
            },
            own,
          );
        withoutProducts(work(all!));
        withoutProducts(work(plain!, reach));
        await withProducts(work(multiplied!, reach));
        expect(plain!.join() === all!.join()).toBe(true);
        expect(multiplied!.join() === all!.join()).toBe(true);
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  it('lead to the same plan', async () => {
    await fc.assert(
      fc.asyncProperty(input, async (given) => {
        expect(await withProducts(planOf(given))).toEqual(clusterFaces(given));
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});

describe('principal axes', () => {
  it('are orthonormal and sorted by variance', () => {
    const [count, dimensions] = [300, 6];
    const rows = randomRows(count, dimensions, 3).map((value, k) => value * (1 + (k % dimensions)));
    const axes = principalAxes(rows, count, dimensions);
    const axis = (a: number) => Float32Array.from(axes.subarray(a * dimensions, (a + 1) * dimensions));
    const spreads = Array.from({ length: dimensions }, (_, a) => {
      const along = Array.from({ length: count }, (_, i) =>
        axis(a).reduce((sum, value, k) => sum + value * rows[i * dimensions + k]!, 0),
      );
      const mean = along.reduce((sum, value) => sum + value, 0) / count;
      return along.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    });
    expect(spreads).toEqual(spreads.toSorted((a, b) => b - a));
    for (let a = 0; a < dimensions; a++)
      for (let b = 0; b < dimensions; b++)
        expect(axis(a).reduce((sum, value, k) => sum + value * axis(b)[k]!, 0)).toBeCloseTo(
          a === b ? 1 : 0,
          5,
        );
  });
});
