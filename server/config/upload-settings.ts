import { explained, wholeNumber } from './setting-types.ts';

/** The largest photos that are accepted: environment variables with their defaults. */
export const uploadSettings = {
  MAX_UPLOAD_MB: explained(wholeNumber(1, 500).default(50), 'The largest file, in MB.'),
  /** The other limits of decoding a picture: ml/imaging/decoder-process-limits.ts. */
  MAX_MEGAPIXELS: explained(
    wholeNumber(1, 500).default(100),
    'The largest picture. Cameras of 102 megapixels need `105`: their JPEGs, also progressive ones, were decoded in at most 8 seconds and 700 MB, within the limits of a decoder.',
  ),
};
