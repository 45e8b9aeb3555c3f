import { expect, test } from 'vitest';
import { croppedFace, zoomToFace } from '#client/lib/zoom-to-face.ts';

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

test('the middle of the window is on the face itself, however small it is and wherever it stands', () => {
  for (const [width, height] of photos)
    for (const size of faces)
      for (const across of places)
        for (const down of places) {
          const [w, h] = [size / width, size / height];
          const inside = (middle: number, side: number) => Math.min(1 - side, Math.max(0, middle - side / 2));
          const box = { x: inside(across, w), y: inside(down, h), w, h };
          const crop = zoomToFace(width, height, box);
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

test('the picture of somebody in a team photo shows no neighbour', () => {
  const size = { w: 0.03, h: 0.06 };
  const team = Array.from({ length: 18 }, (_, at) => ({
    x: 0.08 + (at % 6) * 0.14,
    y: 0.2 + Math.floor(at / 6) * 0.14,
    ...size,
  }));
  for (const box of team) {
    const crop = zoomToFace(3000, 2000, box);
    const seen = team.filter(({ x, y, w, h }) => {
      const [across, down] = [x + w / 2, y + h / 2];
      const place = [crop.left + across * crop.width, crop.top + down * crop.height];
      return place.every((percent) => percent > 0 && percent < 100);
    });
    expect(seen).toEqual([box]);
  }
});

test('a small face comes from the large rendition', () => {
  const url = '/api/photos/1/download?size=medium&v=1';
  const of = (w: number) =>
    croppedFace({ url, photoWidth: 3000, photoHeight: 2000, box: { x: 0.1, y: 0.1, w, h: w } }, 72)?.src;
  expect([of(0.03), of(0.1)]).toEqual([url.replace('medium', 'large'), url]);
});
