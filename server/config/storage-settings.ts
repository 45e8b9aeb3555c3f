import { z } from 'zod';
import { parseStorageUrl } from './parse-storage-url.ts';
import { text } from './setting-types.ts';

/** Where photos are stored: environment variables with their defaults. */
export const storageSettings = {
  /** Unset: photos are files in DATA_DIR. */
  STORAGE_URL: z
    .string()
    .transform((url, context) => {
      const location = parseStorageUrl(url);
      if (!('problem' in location)) return location;
      context.addIssue(location.problem);
      return z.NEVER;
    })
    .optional(),
  AWS_ACCESS_KEY_ID: text.optional(),
  AWS_SECRET_ACCESS_KEY: text.optional(),
  /** For temporary keys. */
  AWS_SESSION_TOKEN: text.optional(),
  AWS_REGION: text.optional(),
};
