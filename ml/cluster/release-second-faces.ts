/** Which faces leave where groups were joined in spite of a photo that shows both (cannot-link.ts). */
import type { FaceGroup } from './face-group.ts';
import { byClaim, type InitialState } from './initial-groups.ts';

/**
 * No person is twice on a photo unless a human said so: of the faces of a photo that came together the best stays, and the others
 * are weak faces without a person again, or nobody’s where they cannot be compared. Those in `held` always stay.
 */
export function releaseSecondFaces(
  { faces, photos, vectors, weak }: InitialState,
  groups: readonly FaceGroup[],
  held: ReadonlySet<number>,
): void {
  for (const group of groups) {
    if (group.photos.size === group.members.length) continue;
    const order = group.members.toSorted(
      (i, j) => Number(held.has(j)) - Number(held.has(i)) || byClaim(faces[i]!, faces[j]!),
    );
    const taken = new Set<number>();
    const leaving = new Set<number>();
    for (const i of order) {
      if (taken.has(photos[i]!) && !held.has(i)) leaving.add(i);
      taken.add(photos[i]!);
    }
    if (leaving.size === 0) continue;
    group.members = group.members.filter((i) => !leaving.has(i));
    weak.push(...[...leaving].filter((i) => vectors[i]));
  }
  weak.sort((a, b) => a - b);
}
