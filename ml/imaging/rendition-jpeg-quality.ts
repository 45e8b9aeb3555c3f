/**
 * Renditions are baseline JPEGs with the standard Huffman tables. WebP or mozjpeg would take ten times as long to encode.
 * Tables optimised for each picture would make its file 1 to 3 % smaller, and encoding the three renditions of a photo
 * would take 33 ms of processor time instead of 15.
 */
export const JPEG = {
  quality: 82,
  largeQuality: 86,
  options: { chromaSubsampling: '4:2:0', optimiseCoding: false },
} as const;
/** A copy that has to be encoded anew, for visitors who download. */
export const COPY_JPEG_QUALITY = 92;
