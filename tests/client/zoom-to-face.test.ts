import { expect, test } from 'vitest';
import { zoomToFace } from '#client/lib/zoom-to-face.ts';

test('the zoom on a face stays between 130 and 320 percent', () => {
  const zoom = (size: number) => zoomToFace(1000, 1000, { x: 0.4, y: 0.4, w: size, h: size }).zoom;
  expect([zoom(0.001), zoom(0.25), zoom(1)]).toEqual([3.2, 2.2, 1.3]);
});
