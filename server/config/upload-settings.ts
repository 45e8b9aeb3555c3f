import { wholeNumber } from './setting-types.ts';

/** The largest photos that are accepted: environment variables with their defaults. */
export const uploadSettings = {
  MAX_UPLOAD_MB: wholeNumber(1, 500).default(50),
  /** Of an uploaded picture; the other limits of decoding one: ml/imaging/decoder-process-limits.ts. */
  MAX_MEGAPIXELS: wholeNumber(1, 500).default(100),
};
