/**
 * Cannot-link constraints, the term of constrained clustering (Wagstaff & Cardie 2000): the rules that keep two groups apart
 * whatever their distance. Persons that a human named, corrected or kept apart are `kept`: the machine never joins two of them
 * (`mayJoin`), so that two persons kept apart need no rule of their own.
 *
 * Two faces of one photo are two people, so a common photo keeps groups apart. One photo does not where a group has only a weak
 * face on it: who a weak face is, is a guess, and a picture in the picture shows nobody else. When the groups are joined the
 * weak face leaves (release-second-faces.ts), so that no person is twice on a photo.
 */
import type { FaceGroup } from './face-group.ts';

/** Photos that show both, at most `most` of them. */
export function commonPhotos(a: FaceGroup, b: FaceGroup, most: number): number[] {
  const [small, large] = a.photos.size <= b.photos.size ? [a.photos, b.photos] : [b.photos, a.photos];
  const common: number[] = [];
  for (const photo of small) {
    if (!large.has(photo)) continue;
    common.push(photo);
    if (common.length === most) break;
  }
  return common;
}

export const shareNoPhoto = (a: FaceGroup, b: FaceGroup): boolean => commonPhotos(a, b, 1).length === 0;

/** Whether photos leave it open that these two are one person. `mayLeave`: the groups whose weak face on a common photo may. */
function photosAllow(a: FaceGroup, b: FaceGroup, mayLeave: (group: FaceGroup) => boolean): boolean {
  const [photo, second] = commonPhotos(a, b, 2);
  if (photo === undefined) return true;
  return second === undefined && [a, b].some((group) => group.loosePhotos.has(photo) && mayLeave(group));
}

export const isRejected = (a: FaceGroup, b: FaceGroup): boolean =>
  (a.person !== undefined && b.rejections.has(a.person)) ||
  (b.person !== undefined && a.rejections.has(b.person));

/**
 * Whether these two could be one person at all: photos leave it open, and no face joins a person it was rejected for.
 * Two `kept` persons could be: the machine may suggest to merge them (suggest-merges.ts), and a human decides.
 */
export const areCompatible = (a: FaceGroup, b: FaceGroup): boolean =>
  !isRejected(a, b) && photosAllow(a, b, () => true);

/** Whether the machine may put these two together. A kept person loses no face by it. */
export const mayJoin = (a: FaceGroup, b: FaceGroup): boolean =>
  !(a.kept && b.kept) && !isRejected(a, b) && photosAllow(a, b, ({ kept }) => !kept);
