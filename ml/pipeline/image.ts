/** Upright sRGB pixels, three bytes each, row by row. */
export interface RgbImage {
  data: Uint8Array;
  widthPx: number;
  heightPx: number;
}

/** One found face in pixels of the decoded image. */
export interface Detection {
  box: { x: number; y: number; w: number; h: number };
  /** Five points x,y: right eye (left in the image), left eye, nose tip, right and left corner of the mouth. */
  points: number[];
  score: number;
}
