/**
 * Cannot-link constraints, the term of constrained clustering (Wagstaff & Cardie 2000): the rules that keep two groups apart
 * whatever their distance. Persons that a human named, corrected or kept apart are `kept`: the machine never joins two of them
 * (`mayJoin`), so that two persons kept apart need no rule of their own.
 */
import type { FaceGroup } from './face-group.ts';

/** How many photos show both, counted up to `most`. */
export function countCommonPhotos(a: FaceGroup, b: FaceGroup, most: number): number {
  const [small, large] = a.photos.size <= b.photos.size ? [a.photos, b.photos] : [b.photos, a.photos];
  let count = 0;
  for (const photo of small) if (large.has(photo) && ++count === most) return most;
  return count;
}

export const isRejected = (a: FaceGroup, b: FaceGroup): boolean =>
  (a.person !== undefined && b.rejections.has(a.person)) ||
  (b.person !== undefined && a.rejections.has(b.person));

/**
 * Whether these two could be one person at all: no person is twice in a photo, and no face joins a person it was rejected for.
 * Two `kept` persons could be: the machine may suggest to merge them (suggest-merges.ts), and a human decides.
 */
export const areCompatible = (a: FaceGroup, b: FaceGroup): boolean =>
  !isRejected(a, b) && countCommonPhotos(a, b, 1) === 0;

/** Whether what humans said keeps the machine from putting these two together. */
export const areDecidedApart = (a: FaceGroup, b: FaceGroup): boolean =>
  (a.kept && b.kept) || isRejected(a, b);

/** Whether the machine may put these two together. */
export const mayJoin = (a: FaceGroup, b: FaceGroup): boolean => !(a.kept && b.kept) && areCompatible(a, b);
