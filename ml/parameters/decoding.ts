/** Numbers the decoding of a rendition decides by. */
import { parameter } from './parameter.ts';

export const decoding = {
  maxPixels: parameter(
    16_000_000,
    'px',
    'the engine reads our own large rendition (at most 1600 x 1600); 4000 x 4000 leaves room for another size',
  ),
} as const;
