interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Two boxes that share at least this part of their union are the same face, whichever detector drew them. */
const SAME_FACE_OVERLAP = 0.4;

/**
 * For each found box the id of the stored box that is the same face, or null. Each stored box is given once, to the
 * found one it overlaps most.
 */
export function matchBoxes(
  found: readonly Box[],
  stored: readonly (Box & { id: string })[],
): (string | null)[] {
  const pairs = found.flatMap((box, index) =>
    stored.map((other) => ({ index, id: other.id, overlap: overlapOf(box, other) })),
  );
  const near = pairs
    .filter((pair) => pair.overlap >= SAME_FACE_OVERLAP)
    .sort((a, b) => b.overlap - a.overlap);
  const result: (string | null)[] = found.map(() => null);
  const taken = new Set<string>();
  for (const { index, id } of near) {
    if (result[index] !== null || taken.has(id)) continue;
    result[index] = id;
    taken.add(id);
  }
  return result;
}

/** Shared area over joint area, 0 to 1. */
function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.w * a.h + b.w * b.h - shared);
}
