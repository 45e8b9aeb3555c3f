import { pictureUrlOfSize } from '#server/contract/picture-url.ts';
import { renditionSize } from '#server/contract/rendition-sizes.ts';

export interface FractionBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A face and the photo it is cropped from; null: there is none. */
export interface FaceCropSource {
  url: string | null;
  photoWidth: number | null;
  photoHeight: number | null;
  box: FractionBox | null;
}

const faceShare = 0.55;
const zoomMin = 1.3;
const zoomMax = 3.2;

/**
 * Size and offset of a photo in a square window so that a face fills about half of it, in percent of the
 * window. At 100 % zoom the photo just covers the window; the zoom stays between 130 % and 320 %. Of a photo with a smaller face
 * the part around it is zoomed, or a neighbour would fill the window.
 */
export function zoomToFace(photoWidth: number, photoHeight: number, box: FractionBox) {
  const shortSide = Math.min(photoWidth, photoHeight);
  const face = Math.max(box.w * photoWidth, box.h * photoHeight, 1);
  const zoom = Math.min(Math.max((faceShare * shortSide) / face, zoomMin), zoomMax);
  const part = Math.min(shortSide, (face * zoomMax) / faceShare);
  const width = (zoom * photoWidth) / part;
  const height = (zoom * photoHeight) / part;
  const offset = (size: number, middle: number) => Math.min(0, Math.max(1 - size, 0.5 - middle * size));
  return {
    zoom,
    width: width * 100,
    height: height * 100,
    left: offset(width, box.x + box.w / 2) * 100,
    top: offset(height, box.y + box.h / 2) * 100,
  };
}

/**
 * The picture of a face in a square window: of the medium rendition, or of the large one where the face would have fewer pixels
 * than the window.
 * @param windowSize in CSS pixels
 */
export function croppedFace({ url, photoWidth, photoHeight, box }: FaceCropSource, windowSize: number) {
  if (!url || !photoWidth || !photoHeight || !box) return null;
  const shown = renditionSize({ width: photoWidth, height: photoHeight }, 'medium').width * box.w;
  return {
    src: shown < faceShare * windowSize ? pictureUrlOfSize(url, 'large') : url,
    style: cropStyle(zoomToFace(photoWidth, photoHeight, box)),
  };
}

/** The crop as CSS for the photo inside its window. */
const cropStyle = ({ width, height, left, top }: ReturnType<typeof zoomToFace>) => ({
  width: `${width}%`,
  height: `${height}%`,
  left: `${left}%`,
  top: `${top}%`,
});
