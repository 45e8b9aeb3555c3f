import { describe, expect, it } from 'vitest';
import { namesOfFaces } from '#server/features/faces/gallery-people/names-in-files.ts';

const landscape = { width: 4000, height: 3000 };
const portrait = { width: 3000, height: 4000 };
/** About a centre, as regions are written. */
const box = (x: number, y: number, size = 0.1) => ({ x: x - size / 2, y: y - size / 2, w: size, h: size });
const face = (id: string, x: number, y: number) => ({ id, bounding_box: box(x, y) });
const region = (name: string, x: number, y: number, size = 0.12) => ({ name, ...box(x, y, size) });
const named = (
  regions: ReturnType<typeof region>[],
  applied_to: typeof landscape | null,
  photo: typeof landscape,
  faces: ReturnType<typeof face>[],
) => Object.fromEntries(namesOfFaces({ regions, applied_to }, photo, faces));

describe('the names that a file gives to faces', () => {
  const faces = [face('left', 0.2, 0.5), face('right', 0.7, 0.4)];

  it('are those of the regions that lie on them, one each', () => {
    const regions = [region('Mia', 0.22, 0.5), region('Tom', 0.7, 0.42), region('Nobody', 0.5, 0.9)];
    expect(named(regions, landscape, landscape, faces)).toEqual({ left: 'Mia', right: 'Tom' });
    expect(named(regions, { width: 1000, height: 750 }, landscape, faces)).toEqual({
      left: 'Mia',
      right: 'Tom',
    });
    expect(named(regions, null, landscape, faces)).toEqual({ left: 'Mia', right: 'Tom' });
    const twice = [region('Mia', 0.2, 0.5), region('Tom', 0.22, 0.5)];
    expect(named(twice, landscape, landscape, faces)).toEqual({ left: 'Mia' });
  });

  it('are nobody’s where a region only touches a face, or is the whole team', () => {
    expect(named([region('Mia', 0.29, 0.5)], landscape, landscape, faces)).toEqual({});
    expect(named([region('Team', 0.5, 0.5, 0.9)], landscape, landscape, faces)).toEqual({});
  });

  it('are nobody’s in a picture of another shape, as after cropping', () => {
    expect(named([region('Mia', 0.2, 0.5)], landscape, { width: 3000, height: 3000 }, faces)).toEqual({});
  });

  it.each([
    ['clockwise', (x: number, y: number) => [1 - y, x] as const],
    ['counterclockwise', (x: number, y: number) => [y, 1 - x] as const],
  ])('follow a picture that was turned %s without them', (_, turn) => {
    const turned = [face('left', ...turn(0.2, 0.5)), face('right', ...turn(0.7, 0.4))];
    const regions = [region('Mia', 0.2, 0.5), region('Tom', 0.7, 0.4)];
    expect(named(regions, landscape, portrait, turned)).toEqual({ left: 'Mia', right: 'Tom' });
  });

  it('are nobody’s where a turned picture does not say to which side', () => {
    // A face in the middle lies there after each turn.
    expect(named([region('Mia', 0.5, 0.5)], landscape, portrait, [face('middle', 0.5, 0.5)])).toEqual({});
    const regions = [region('Mia', 0.2, 0.5), region('Gone', 0.9, 0.9)];
    expect(named(regions, landscape, portrait, [face('left', 0.5, 0.2)])).toEqual({});
  });

  it('are found in a square picture, turned or not', () => {
    const square = { width: 2000, height: 2000 };
    const regions = [region('Mia', 0.2, 0.5), region('Tom', 0.7, 0.4)];
    expect(named(regions, square, square, faces)).toEqual({ left: 'Mia', right: 'Tom' });
    const turned = [face('left', 0.5, 0.2), face('right', 0.6, 0.7)];
    expect(named(regions, square, square, turned)).toEqual({ left: 'Mia', right: 'Tom' });
  });
});
