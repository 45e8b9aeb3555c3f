import type { FileWords } from '#server/app-context.ts';

type Box = { x: number; y: number; w: number; h: number };
type Size = { width: number; height: number };

/** Two sizes are of one shape up to a pixel that was rounded in the smaller one. */
const SHAPE_TOLERANCE = 0.01;

/**
 * Which names a file gives to faces. A region names the face that lies on it, each box with the centre of the other in it. Programs that
 * turn a picture leave the regions where they were, and the tag that says how it lies is read in two ways: where the regions were drawn
 * on the shape of the picture they are tried as they are, else turned to either side, and believed where all lie on faces. Regions
 * of another shape, such as of a cropped picture, name nobody.
 * @param faces boxes as fractions (0..1) of the upright photo
 * @returns names by the id of the face
 */
export function namesOfFaces(
  { regions, applied_to }: Pick<FileWords, 'regions' | 'applied_to'>,
  photo: Size,
  faces: readonly { id: string; bounding_box: Box }[],
): Map<string, string> {
  if (!applied_to || isOneShape(applied_to, photo)) {
    const asTheyAre = matched(regions, faces);
    if (asTheyAre.size > 0 || !applied_to || !isOneShape(applied_to, turned(photo))) return asTheyAre;
  } else if (!isOneShape(applied_to, turned(photo))) return new Map();
  const sides = [clockwise, counterclockwise]
    .map((turn) =>
      matched(
        regions.map((region) => ({ ...region, ...turn(region) })),
        faces,
      ),
    )
    .filter(({ size }) => size === regions.length);
  return sides.length === 1 ? sides[0]! : new Map();
}

const isOneShape = (a: Size, b: Size): boolean =>
  Math.abs((a.width / a.height) * (b.height / b.width) - 1) < SHAPE_TOLERANCE;
const turned = ({ width, height }: Size): Size => ({ width: height, height: width });
const clockwise = ({ x, y, w, h }: Box): Box => ({ x: 1 - y - h, y: x, w: h, h: w });
const counterclockwise = ({ x, y, w, h }: Box): Box => ({ x: y, y: 1 - x - w, w: h, h: w });

/** The nearest pairs first; each region and each face is in one. */
function matched(
  regions: FileWords['regions'],
  faces: readonly { id: string; bounding_box: Box }[],
): Map<string, string> {
  const pairs = regions.flatMap((region, at) =>
    faces.flatMap(({ id, bounding_box: face }) =>
      holds(region, centreOf(face)) && holds(face, centreOf(region))
        ? [{ at, id, name: region.name, away: distance(centreOf(face), centreOf(region)) }]
        : [],
    ),
  );
  const names = new Map<string, string>();
  const taken = new Set<number>();
  for (const { at, id, name } of pairs.sort((a, b) => a.away - b.away)) {
    if (taken.has(at) || names.has(id)) continue;
    taken.add(at);
    names.set(id, name);
  }
  return names;
}

const centreOf = ({ x, y, w, h }: Box) => ({ x: x + w / 2, y: y + h / 2 });
const holds = ({ x, y, w, h }: Box, at: { x: number; y: number }): boolean =>
  at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h;
const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y);
