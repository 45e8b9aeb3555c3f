import { expect, test } from 'vitest';
import { zoomToFace } from '#client/lib/zoom-to-face.ts';

const photos = [
  [6000, 4000],
  [4000, 6000],
  [1000, 1000],
] as const;
/** Sizes of a face in pixels, and where its middle is in the photo. */
const faces = [16, 24, 40, 90, 300, 900];
const places = [0.01, 0.08, 0.3, 0.5, 0.77, 0.95, 0.99];

test('the zoom on a face stays between 130 and 320 percent', () => {
  const zoom = (size: number) => zoomToFace(1000, 1000, { x: 0.4, y: 0.4, w: size, h: size }).zoom;
  expect([zoom(0.001), zoom(0.25), zoom(1)]).toEqual([3.2, 2.2, 1.3]);
});

test('without a largest zoom the middle of the window is on the face itself, however small it is and wherever it stands', () => {
  const maxZoom = Number.POSITIVE_INFINITY;
  for (const [width, height] of photos)
    for (const size of faces)
      for (const across of places)
        for (const down of places) {
          const [w, h] = [size / width, size / height];
          const inside = (middle: number, side: number) => Math.min(1 - side, Math.max(0, middle - side / 2));
          const box = { x: inside(across, w), y: inside(down, h), w, h };
          const crop = zoomToFace(width, height, box, maxZoom);
          // In fractions of the window: where the face begins and ends.
          const left = (crop.left + box.x * crop.width) / 100;
          const top = (crop.top + box.y * crop.height) / 100;
          const [right, bottom] = [left + (w * crop.width) / 100, top + (h * crop.height) / 100];
          const said = JSON.stringify({ width, height, size, across, down });
          if (size <= 0.4 * Math.min(width, height)) expect(right - left, said).toBeCloseTo(0.55, 1);
          expect(
            [left <= 0.5 + 1e-9, right >= 0.5 - 1e-9, top <= 0.5 + 1e-9, bottom >= 0.5 - 1e-9],
            said,
          ).toEqual(Array(4).fill(true));
        }
});
