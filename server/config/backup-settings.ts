import { z } from 'zod';
import { text, wholeNumber } from './setting-types.ts';

/** Nightly backups: environment variables with their defaults. */
export const backupSettings = {
  /** Unset: the server makes no backups by itself. */
  BACKUP_DIR: text.optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00')
    .default('03:00'),
  /** How many backups are kept. */
  BACKUP_KEEP: wholeNumber(1, 365).default(7),
  /** Holds the passphrase of the backups. Unset: they are not encrypted. */
  BACKUP_KEY_FILE: text.optional(),
};
