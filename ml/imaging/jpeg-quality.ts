/**
 * Renditions are baseline JPEGs with the standard Huffman tables. WebP or mozjpeg would take ten times as long to encode.
 * Tables optimised for each picture would make its file 1 to 3 % smaller, and encoding the three renditions of a photo
 * would take 33 ms of processor time instead of 15.
 */
export const RENDITION_JPEG = {
  /** Of the small and the medium rendition, and of faces that are cut out. */
  quality: 82,
  largeQuality: 86,
  options: { chromaSubsampling: '4:2:0', optimiseCoding: false },
} as const;

/** Quality of copies that are encoded anew: without metadata (strip-metadata.ts), and with blurred faces (blur-faces.ts). */
export const COPY_JPEG_QUALITY = 92;
