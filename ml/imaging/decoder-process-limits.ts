/**
 * Limits for decoding the files that people upload. How many pixels such a file may have is a setting: MAX_MEGAPIXELS in
 * server/config/upload-settings.ts. The limit for reading our own renditions is ml/parameters/rendition-decoding.ts.
 */
import { availableParallelism } from 'node:os';

/** One picture may take this long, from the moment a process works on it. */
export const DECODE_WITHIN_MS = 15_000;
/** One picture may take this much memory. A real photo of 24 megapixels needs about a fifth of it. */
export const RESIDENT_LIMIT_BYTES = 1024 ** 3;
/**
 * The most pixels of a picture that is decoded while other pictures are, if all its pixels have to be in memory at once
 * (progressive JPEG, interlaced PNG, WebP, GIF, HEIF, and pictures whose faces are blurred). A larger one is decoded alone,
 * when all other decoders are idle: two of 100 megapixels at once took 1,100 MB.
 */
export const MAX_PIXELS_UNLESS_ALONE = 40_000_000;
/** The most pixels of the picture that crops are cut from (120 MB); a larger one is decoded at a smaller scale. */
export const CROP_SOURCE_PIXELS = 40_000_000;
/** How often the memory of a working process is looked at: a bomb grows by some 100 MB in this time. */
export const RESIDENT_CHECK_MS = 100;
/** A process that grew beyond this is replaced before its next picture. */
export const RESIDENT_RETIRE_BYTES = 400 * 1024 ** 2;
/** Decoders end once there was nothing to decode for so long; each holds some 60 MB, and starts in less than a second. */
export const IDLE_FOR_MS = 60_000;
/** Number of decoder processes, which is how many pictures are decoded at once. */
export const DECODERS = Math.max(1, Math.min(4, availableParallelism()));

/** A PNG with more pieces than this is an attack, not a picture. */
export const PNG_MOST_CHUNKS = 65_536;
/** Colour profiles are a few kB; one that inflates beyond this is dropped. */
export const ICC_MOST_BYTES = 1024 ** 2;
/** A block of metadata beyond this is not looked at. In JPEG it cannot be larger than 64 kB. */
export const EXIF_MOST_BYTES = 256 * 1024;
