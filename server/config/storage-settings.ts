import { z } from 'zod';
import { parseStorageUrl } from './parse-storage-url.ts';
import { explained, text } from './setting-types.ts';

/** Where photos are stored: environment variables with their defaults. */
export const storageSettings = {
  STORAGE_URL: explained(
    z
      .string()
      .transform((url, context) => {
        const location = parseStorageUrl(url);
        if (!('problem' in location)) return location;
        context.addIssue(location.problem);
        return z.NEVER;
      })
      .optional(),
    '`s3://bucket/prefix?region=…` keeps photos in S3. See [photos in S3](s3.md).',
    'files in DATA_DIR',
  ),
  AWS_ACCESS_KEY_ID: explained(text.optional(), 'The key of the bucket. Needed with STORAGE_URL.'),
  AWS_SECRET_ACCESS_KEY: explained(text.optional(), 'Its secret. Needed with STORAGE_URL.'),
  AWS_SESSION_TOKEN: explained(text.optional(), 'For temporary keys.'),
  AWS_REGION: explained(text.optional(), 'The region, unless STORAGE_URL names it.'),
};
