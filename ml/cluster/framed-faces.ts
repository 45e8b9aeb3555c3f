/**
 * Faces within another face of the same photo: a poster, a picture in the picture, a mirror. They say nothing about who is two
 * people, so clustering treats them as weak faces (initial-groups.ts).
 */
import { clustering } from '../parameters/clustering-tuning.ts';
import type { Box } from '../types.ts';
import type { ClusterFace } from './types.ts';

const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.w <= outer.x + outer.w &&
  inner.y + inner.h <= outer.y + outer.h;

/** Ids of the faces whose box lies in the box of another face of the photo, and which are small for the photo. */
export function findFramedFaces(
  faces: readonly Pick<ClusterFace, 'id' | 'photoId' | 'sizePx' | 'box'>[],
): Set<string> {
  const framed = new Set<string>();
  for (const inPhoto of Map.groupBy(faces, ({ photoId }) => photoId).values()) {
    if (inPhoto.length < 2) continue;
    const most = clustering.framedFaceMax.value * median(inPhoto.map(({ sizePx }) => sizePx));
    for (const { id, box, sizePx } of inPhoto)
      if (
        box &&
        sizePx <= most &&
        inPhoto.some((other) => other.id !== id && other.box && contains(other.box, box))
      )
        framed.add(id);
  }
  return framed;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
