import { intersectionOverUnion } from '../math/box.ts';
import { detectionOverlap } from '../parameters/carry-over-face-ids-overlap.ts';
import type { Box } from '../types.ts';

/**
 * Carries face ids over to a new detection of the same photo: for each new box the id of the old face it is, or
 * null for a new one. The best overlaps are taken first, each face and box once; ties by order of the old faces.
 * @param isSame says of an old face and a new box, by their positions, what they must agree in besides
 */
export function carryOverFaceIds(
  oldFaces: readonly { id: string; box: Box }[],
  newBoxes: readonly Box[],
  isSame: (from: number, to: number) => boolean = () => true,
): (string | null)[] {
  const pairs = oldFaces.flatMap(({ id, box }, from) =>
    newBoxes.map((other, to) => ({ id, from, to, overlap: intersectionOverUnion(box, other) })),
  );
  pairs.sort((a, b) => b.overlap - a.overlap);
  const ids: (string | null)[] = newBoxes.map(() => null);
  const used = new Set<number>();
  for (const { id, from, to, overlap } of pairs) {
    if (overlap < detectionOverlap.minOverlap.value) break;
    if (used.has(from) || ids[to] !== null || !isSame(from, to)) continue;
    used.add(from);
    ids[to] = id;
  }
  return ids;
}
