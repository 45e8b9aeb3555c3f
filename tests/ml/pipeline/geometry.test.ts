import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredShare, intersectionOverUnion, suppressOverlaps } from '#ml/math/box.ts';
import { fitSimilarity, invert, scaleOf } from '#ml/math/similarity-transform.ts';
import { align, CHIP_PX } from '#ml/pipeline/align.ts';
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

describe('the warp', () => {
  const at = (chip: Uint8Array, size: number, u: number, v: number) => [
    ...chip.subarray(3 * (v * size + u), 3 * (v * size + u) + 3),
  ];

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
  it.each(['dlib150', 'arcface112'] as const)('puts the eyes where %s wants them, upright', (kind) => {
    // A face lying on its side: eyes one above the other, nose to the left.
    const points = [140, 60, 140, 140, 100, 100, 70, 70, 70, 130];
    const image = ramp(255, 255);
    const [chip, mirrored] = align(
      image,
      { box: { x: 60, y: 40, w: 120, h: 120 }, points, pointSource: 'yunet', score: 1 },
      kind,
      2,
    ) as [Uint8Array, Uint8Array];
    const size = CHIP_PX[kind];
    // Walking right in the chip is walking down in the image, walking down is walking left.
    const red = (u: number, v: number) => chip[3 * (v * size + u)]!;
    const green = (u: number, v: number) => chip[3 * (v * size + u) + 1]!;
    const middle = Math.round(size / 2);
    expect(green(middle + 20, middle)).toBeGreaterThan(green(middle - 20, middle));
    expect(red(middle, middle + 20)).toBeLessThan(red(middle, middle - 20));
    // The other view walks the other way.
    const [u, v] = [middle + 20, middle];
    expect(mirrored[3 * (v * size + u) + 1]!).toBeLessThan(mirrored[3 * (v * size + size - u) + 1]!);
  });

  /** In pixels of a chip of 150 with dlib's padding of .25: its mean face, and where YuNet sees the same points. */
  const DLIB_CHIP = {
    landmark68: [47.55, 46.6, 100.48, 46.6, 74.01, 76.56, 50.41, 103.02, 97.61, 103.02],
    yunet: [46.75, 47.02, 101.28, 47.02, 74.01, 79.72, 49.73, 103.55, 98.3, 103.55],
  };
  const padded = (source: 'landmark68' | 'yunet', padding: number) =>
    DLIB_CHIP[source].map((px) => (((px / 150) * 1.5 - 0.25 + padding) / (1 + 2 * padding)) * 150);
  /** As OpenCV and insightface publish it. */
  const SFACE = [38.2946, 51.6963, 73.5318, 51.5014, 56.0252, 71.7366, 41.5493, 92.3655, 70.7299, 92.2041];

  it.each([
    ['dlib150', 'yunet', padded('yunet', 0.15), padded('yunet', 0.3)],
    ['dlib150', 'landmark68', padded('landmark68', 0.15), padded('landmark68', 0.3)],
    ['arcface112', 'landmark68', SFACE, SFACE],
  ] as const)('of %s by %s puts all five points where they were taught, in both views', (...row) => {
    const [kind, pointSource, close, wide] = row;
    const points = close.map((px, i) => 1.3 * px + (i % 2 === 0 ? 30 : 20));
    const found = { box: { x: 0, y: 0, w: 99, h: 99 }, points, pointSource, score: 1 };
    const views = align(ramp(255, 255), found, kind, 2) as [Uint8Array, Uint8Array];
    const size = CHIP_PX[kind];
    for (let i = 0; i < points.length; i += 2) {
      const at = (chip: Uint8Array, [u, v]: [number, number]) =>
        chip.subarray(3 * (v * size + u), 3 * (v * size + u) + 2);
      const near = (px: number | undefined) => Math.round(px ?? Number.NaN);
      const seen = at(views[0], [near(close[i]), near(close[i + 1])]);
      const mirrored = at(views[1], [size - 1 - near(wide[i]), near(wide[i + 1])]);
      for (const [red, green] of [seen, mirrored]) {
        // Half a pixel of the chip, and what rounding adds.
        expect(Math.abs(red! - points[i]!)).toBeLessThan(1.7);
        expect(Math.abs(green! - points[i + 1]!)).toBeLessThan(1.7);
      }
    }
  });

  it('gives a recogniser that asks for one view the face as it is', () => {
    const face = {
      box: { x: 0, y: 0, w: 99, h: 99 },
      points: SFACE,
      pointSource: 'landmark68' as const,
      score: 1,
    };
    for (const kind of ['arcface112', 'dlib150'] as const) {
      const [asItIs] = align(ramp(255, 255), face, kind, 2)!;
      expect(align(ramp(255, 255), face, kind, 1)).toEqual([asItIs]);
    }
  });

  it('drops points that coincide', () => {
    const face = {
      box: { x: 0, y: 0, w: 9, h: 9 },
      points: new Array(10).fill(5),
      pointSource: 'yunet' as const,
      score: 1,
    };
    expect(align(ramp(50, 50), face, 'dlib150', 2)).toBeUndefined();
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
