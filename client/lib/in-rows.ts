import { centreOf } from './pressed-face.ts';
import type { FractionBox } from './zoom-to-face.ts';

/** The share of a face's height that the next one is lower where another row begins. */
const rowGap = 0.5;

/** Faces as a team photo is read: row by row, each from the left. */
export function inRows<Face extends { bounding_box: FractionBox }>(faces: readonly Face[]): Face[] {
  const middle = ({ bounding_box }: Face) => centreOf(bounding_box);
  const rows: Face[][] = [];
  let above: Face | undefined;
  for (const face of faces.toSorted((a, b) => middle(a).y - middle(b).y)) {
    if (!above || middle(face).y - middle(above).y > rowGap * face.bounding_box.h) rows.push([]);
    rows.at(-1)?.push(face);
    above = face;
  }
  return rows.flatMap((row) => row.toSorted((a, b) => middle(a).x - middle(b).x));
}
