import { z } from 'zod';
import { explained, text, wholeNumber } from './setting-types.ts';

/** Nightly backups: environment variables with their defaults. */
export const backupSettings = {
  BACKUP_DIR: explained(
    text.optional(),
    'Where the server puts a backup every day; best on another disk. See [backup](backup.md).',
    'the server makes no backups by itself',
  ),
  BACKUP_AT: explained(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00')
      .default('03:00'),
    'When, by the clock of `TZ`.',
  ),
  BACKUP_KEEP: explained(wholeNumber(1, 365).default(7), 'How many backups are kept.'),
  BACKUP_KEY_FILE: explained(
    text.optional(),
    'A file with the passphrase of these backups.',
    'they are not encrypted',
  ),
};
