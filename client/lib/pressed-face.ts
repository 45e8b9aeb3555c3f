import type { MouseEvent } from 'react';
import type { FractionBox } from './zoom-to-face.ts';

export const centreOf = ({ x, y, w, h }: FractionBox) => ({ x: x + w / 2, y: y + h / 2 });

/**
 * Targets of small faces that stand close overlap: the pointer takes the face whose centre is nearest.
 * @param event a press on a target whose parent is as large as the picture
 */
export function pressedFace<Face extends FractionBox>(
  event: MouseEvent<HTMLElement>,
  faces: readonly Face[],
  own: Face,
): Face {
  const picture = event.currentTarget.parentElement?.getBoundingClientRect();
  // A key presses without a place.
  if (event.detail === 0 || !picture) return own;
  const away = (face: Face) => {
    const { x, y } = centreOf(face);
    return Math.hypot(
      picture.left + x * picture.width - event.clientX,
      picture.top + y * picture.height - event.clientY,
    );
  };
  return faces.reduce((nearest, face) => (away(face) < away(nearest) ? face : nearest), own);
}
