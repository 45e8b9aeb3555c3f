/**
 * Numbers for decoding our own large rendition, which the engine reads. Uploaded files: ml/imaging/decoder-process-limits.ts, and
 * MAX_MEGAPIXELS in server/config/upload-settings.ts.
 */
import { parameter } from './parameter.ts';

export const decoding = {
  renditionMaxPixels: parameter(
    16_000_000,
    'px',
    'the engine reads our own large rendition (at most the pixels of 1600 x 1600); 4000 x 4000 leaves room for another size',
  ),
} as const;
