export interface FractionBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

const faceShare = 0.55;
const zoomMin = 1.3;
const zoomMax = 3.2;

/**
 * Size and offset of a photo in a square window so that a face fills about half of it, in percent of the
 * window. At 100 % zoom the photo just covers the window; the zoom stays between 130 % and 320 %,
 * or up to `maxZoom`.
 */
export function zoomToFace(photoWidth: number, photoHeight: number, box: FractionBox, maxZoom = zoomMax) {
  const shortSide = Math.min(photoWidth, photoHeight);
  const face = Math.max(box.w * photoWidth, box.h * photoHeight, 1);
  const zoom = Math.min(Math.max((faceShare * shortSide) / face, zoomMin), maxZoom);
  const width = (zoom * photoWidth) / shortSide;
  const height = (zoom * photoHeight) / shortSide;
  const offset = (size: number, middle: number) => Math.min(0, Math.max(1 - size, 0.5 - middle * size));
  return {
    zoom,
    width: width * 100,
    height: height * 100,
    left: offset(width, box.x + box.w / 2) * 100,
    top: offset(height, box.y + box.h / 2) * 100,
  };
}

/** The crop as CSS for the photo inside its window. */
export const cropStyle = ({ width, height, left, top }: ReturnType<typeof zoomToFace>) => ({
  width: `${width}%`,
  height: `${height}%`,
  left: `${left}%`,
  top: `${top}%`,
});
