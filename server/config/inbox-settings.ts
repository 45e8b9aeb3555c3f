import { explained, text, wholeNumber } from './setting-types.ts';

/** The hot folder: environment variables with their defaults. */
export const inboxSettings = {
  INBOX_DIR: explained(
    text.optional(),
    'A folder from which photos are taken, see [hot folder](hot-folder.md).',
    'there is none',
  ),
  INBOX_ACCOUNT: explained(
    text.optional(),
    'Username of the account for which they are taken: they go where it may upload.',
  ),
  INBOX_KEEP_DAYS: explained(
    wholeNumber(1, 365).default(7),
    'How many days files that were taken stay in its folder `taken`.',
  ),
};
