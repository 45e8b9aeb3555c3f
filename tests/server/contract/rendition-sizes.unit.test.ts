import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renditionBytes, renditionNames, renditionSize } from '#server/contract/rendition-sizes.ts';

const sizeOf = (width: number, height: number) => {
  const { width: w, height: h } = renditionSize({ width, height }, 'large');
  return `${w} x ${h}`;
};

test('a photo is reduced by its long side, a long picture by its short one, and none is enlarged', () => {
  expect(sizeOf(4000, 3000)).toBe('1600 x 1200');
  expect(sizeOf(3000, 4000)).toBe('1200 x 1600');
  expect(sizeOf(4000, 1600)).toBe('1600 x 640');
  expect(sizeOf(6000, 1000)).toBe('3840 x 640');
  expect(sizeOf(1080, 9600)).toBe('537 x 4770');
  expect(sizeOf(100_000, 10)).toBe('16000 x 2');
  expect(sizeOf(900, 100)).toBe('900 x 100');
  expect(sizeOf(1, 1)).toBe('1 x 1');
});

test('no shape has more pixels than a square, or sides that no file could have', () => {
  const side = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(side, side, fc.constantFrom(...renditionNames), (width, height, size) => {
      const made = renditionSize({ width, height }, size);
      // Half a pixel more by rounding, along the longer side.
      expect(made.width * made.height).toBeLessThanOrEqual(
        renditionBytes[size] + Math.max(made.width, made.height),
      );
      expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(16_000);
    }),
  );
});
