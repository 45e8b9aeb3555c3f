/**
 * Renditions are baseline JPEGs: encoding them as WebP or with mozjpeg takes ten times as long. Huffman tables of its own
 * would make a file 1 to 3 % smaller and take 18 of 33 ms of the processor for the three renditions of a photo.
 */
export const JPEG = {
  quality: 82,
  largeQuality: 86,
  options: { chromaSubsampling: '4:2:0', optimiseCoding: false },
} as const;
/** A copy that has to be encoded anew, for visitors who download. */
export const COPY_JPEG_QUALITY = 92;
