import type { Box } from '../types.ts';

/** The share (0..1) of `inner` that lies inside `outer`. */
export function coveredShare(inner: Box, outer: Box): number {
  const width = Math.min(inner.x + inner.w, outer.x + outer.w) - Math.max(inner.x, outer.x);
  const height = Math.min(inner.y + inner.h, outer.y + outer.h) - Math.max(inner.y, outer.y);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (inner.w * inner.h);
}

/** Intersection over union, 0 (apart) .. 1 (equal); any unit, as long as both boxes share it. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.w * a.h + b.w * b.h - shared);
}

/**
 * Greedy non-maximum suppression: the surest box stays, those overlapping it by more than `maxIou` go. Equal
 * scores keep their order, so the result does not depend on the machine.
 */
export function suppressOverlaps<T extends { box: Box; score: number }>(
  found: readonly T[],
  maxIou: number,
): T[] {
  const kept: T[] = [];
  for (const candidate of found.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => intersectionOverUnion(candidate.box, other.box) <= maxIou))
      kept.push(candidate);
  return kept;
}
