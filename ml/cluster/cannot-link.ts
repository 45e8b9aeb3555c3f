/**
 * Cannot-link constraints, the term of constrained clustering (Wagstaff & Cardie 2000): the rules that keep two groups apart
 * whatever their distance. Two persons that a human said are two need no rule of their own: persons about whom a human
 * decided something (`kept`) are never joined with each other, see `mayJoin`.
 */
import type { FaceGroup } from './face-group.ts';

function disjoint(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  for (const each of small) if (large.has(each)) return false;
  return true;
}

/**
 * Whether these two could be one person at all: no person is twice in a photo, and no face joins a person it was rejected for.
 * True for two kept persons, too: that is for a human to decide, see `mayJoin`.
 */
export const areCompatible = (a: FaceGroup, b: FaceGroup): boolean =>
  !(a.person !== undefined && b.rejections.has(a.person)) &&
  !(b.person !== undefined && a.rejections.has(b.person)) &&
  disjoint(a.photos, b.photos);

/** Whether the machine may put these two together. */
export const mayJoin = (a: FaceGroup, b: FaceGroup): boolean => !(a.kept && b.kept) && areCompatible(a, b);
