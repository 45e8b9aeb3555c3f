import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredShare, intersectionOverUnion, suppressOverlaps } from '#ml/math/box.ts';
import { fitSimilarity, invert, scaleOf } from '#ml/math/similarity-transform.ts';
import { align, CHIP_PX, mirrorImage } from '#ml/pipeline/align.ts';
import { mirror, warp } from '#ml/pipeline/warp.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const IDENTITY = { a: 1, b: 0, tx: 0, ty: 0 };

describe('the similarity fit', () => {
  it('finds again the turn, scale and shift it was made with, and back', () => {
    fc.assert(
      fc.property(
        number(-3.14, 3.14),
        number(0.1, 10),
        number(-500, 500),
        number(-500, 500),
        (angle, scale, tx, ty) => {
          const truth = { a: scale * Math.cos(angle), b: scale * Math.sin(angle), tx, ty };
          const from = [38, 51, 73, 51, 56, 71, 41, 92, 70, 92];
          const to = from.map((_, k) => {
            const x = from[k - (k % 2)]!;
            const y = from[k - (k % 2) + 1]!;
            return k % 2 === 0 ? truth.a * x - truth.b * y + tx : truth.b * x + truth.a * y + ty;
          });
          const fitted = fitSimilarity(from, to)!;
          for (const key of ['a', 'b', 'tx', 'ty'] as const) expect(fitted[key]).toBeCloseTo(truth[key], 6);
          expect(scaleOf(invert(fitted)!)).toBeCloseTo(1 / scale, 6);
        },
      ),
    );
  });

  it('has no answer for points that coincide', () => {
    expect(fitSimilarity([1, 1, 1, 1], [0, 0, 1, 1])).toBeUndefined();
    expect(invert({ a: 0, b: 0, tx: 1, ty: 1 })).toBeUndefined();
  });
});

/** Pixel (x, y) is red x, green y. */
function ramp(widthPx: number, heightPx: number) {
  const data = new Uint8Array(3 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) data.set([x, y, 7], 3 * (y * widthPx + x));
  return { data, widthPx, heightPx };
}

const at = (chip: Uint8Array, size: number, u: number, v: number) => [
  ...chip.subarray(3 * (v * size + u), 3 * (v * size + u) + 3),
];

describe('the warp', () => {
  it('copies under the identity', () => {
    const out = new Uint8Array(3 * 10 * 10);
    warp(ramp(100, 80), IDENTITY, 10, out);
    expect(at(out, 10, 3, 6)).toEqual([3, 6, 7]);
  });

  it('averages where it shrinks', () => {
    const out = new Uint8Array(3 * 10 * 10);
    warp(ramp(100, 100), { ...IDENTITY, a: 8, tx: 20, ty: 20 }, 10, out);
    // Nearest pixels are exact to half a pixel of the source.
    const [x, y, blue] = at(out, 10, 5, 5);
    expect(Math.abs(x! - 60.5)).toBeLessThanOrEqual(0.5);
    expect([y, blue]).toEqual([x, 7]);
  });

  it('leaves no pattern where it shrinks fine stripes', () => {
    const stripes = { widthPx: 100, heightPx: 100, data: new Uint8Array(3 * 100 * 100) };
    stripes.data.forEach((_, i) => {
      stripes.data[i] = Math.floor(i / 3) % 2 ? 200 : 100;
    });
    const out = new Uint8Array(3 * 10 * 10);
    warp(stripes, { ...IDENTITY, a: 8, tx: 20, ty: 20 }, 10, out);
    expect(new Set(out)).toEqual(new Set([150]));
  });

  it('goes on with the rim beyond the rim', () => {
    const out = new Uint8Array(3 * 10 * 10);
    warp(ramp(50, 50), { ...IDENTITY, tx: -5, ty: 45 }, 10, out);
    expect(at(out, 10, 0, 9)).toEqual([0, 49, 7]);
  });

  it('mirrors left and right', () => {
    const chip = ramp(10, 10).data;
    const out = new Uint8Array(chip.length);
    mirror(chip, 10, out);
    expect(at(out, 10, 0, 4)).toEqual([9, 4, 7]);
  });
});

describe('alignment', () => {
  it('puts the eyes upright', () => {
    // A face lying on its side: eyes one above the other, nose to the left.
    const points = [140, 60, 140, 140, 100, 100, 70, 70, 70, 130];
    const image = ramp(255, 255);
    const chip = align(image, { box: { x: 60, y: 40, w: 120, h: 120 }, points, score: 1 })!;
    const mirrored = mirrorImage(chip);
    const size = CHIP_PX;
    // Walking right in the chip is walking down in the image, walking down is walking left.
    const red = (u: number, v: number) => chip[3 * (v * size + u)]!;
    const green = (u: number, v: number) => chip[3 * (v * size + u) + 1]!;
    const middle = Math.round(size / 2);
    expect(green(middle + 20, middle)).toBeGreaterThan(green(middle - 20, middle));
    expect(red(middle, middle + 20)).toBeLessThan(red(middle, middle - 20));
    // The mirror image walks the other way.
    const [u, v] = [middle + 20, middle];
    expect(mirrored[3 * (v * size + u) + 1]!).toBeLessThan(mirrored[3 * (v * size + size - u) + 1]!);
  });

  /** As OpenCV and insightface publish it. */
  const ARCFACE = [38.2946, 51.6963, 73.5318, 51.5014, 56.0252, 71.7366, 41.5493, 92.3655, 70.7299, 92.2041];

  it('puts all five points where they were taught, also in the mirror image', () => {
    const points = ARCFACE.map((px, i) => 1.3 * px + (i % 2 === 0 ? 30 : 20));
    const chip = align(ramp(255, 255), { box: { x: 0, y: 0, w: 99, h: 99 }, points, score: 1 })!;
    const mirrored = mirrorImage(chip);
    for (let i = 0; i < points.length; i += 2) {
      const [u, v] = [Math.round(ARCFACE[i]!), Math.round(ARCFACE[i + 1]!)];
      for (const [red, green] of [at(chip, CHIP_PX, u, v), at(mirrored, CHIP_PX, CHIP_PX - 1 - u, v)]) {
        // Half a pixel of the chip, and what rounding adds.
        expect(Math.abs(red! - points[i]!)).toBeLessThan(1.7);
        expect(Math.abs(green! - points[i + 1]!)).toBeLessThan(1.7);
      }
    }
  });

  it('drops points that coincide', () => {
    const face = {
      box: { x: 0, y: 0, w: 9, h: 9 },
      points: new Array(10).fill(5),
      score: 1,
    };
    expect(align(ramp(50, 50), face)).toBeUndefined();
  });
});

describe('boxes', () => {
  const box = (x: number, y: number, w: number, h = w) => ({ x, y, w, h });

  it('overlap by their shared part', () => {
    expect(intersectionOverUnion(box(0, 0, 2), box(1, 0, 2))).toBeCloseTo(1 / 3);
    expect(intersectionOverUnion(box(0, 0, 1), box(2, 2, 1))).toBe(0);
    expect(coveredShare(box(1, 1, 2), box(0, 0, 2))).toBeCloseTo(1 / 4);
  });

  it('give way to the surer', () => {
    const found = [
      { box: box(0, 0, 10), score: 0.7 },
      { box: box(1, 0, 10), score: 0.9 },
      { box: box(30, 0, 10), score: 0.6 },
    ];
    expect(suppressOverlaps(found, 0.3).map(({ score }) => score)).toEqual([0.9, 0.6]);
  });
});
