import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { nullableTimestamp, text, timestamp } from './common.ts';

export const backupStatus = z.object({
  /** BACKUP_DIR is set: the server makes a backup every day. */
  is_set_up: z.boolean(),
  /** BACKUP_DIR, or the folder that an administrator named last. */
  folder: z.string().nullable(),
  /** When a backup was last finished, in whichever folder. */
  made_at: nullableTimestamp,
  /** When it does, `HH:MM` in the server's time zone. */
  at: z.string().nullable(),
  keep: z.number(),
  /** When restoring a backup last succeeded. */
  proven_at: nullableTimestamp,
  latest: z
    .object({
      started_at: timestamp,
      /** Null: it is being made, or its server ended meanwhile. */
      finished_at: nullableTimestamp,
      is_running: z.boolean(),
      photos: z.number().nullable(),
      bytes: z.number().nullable(),
      faulty_originals: z.number().nullable(),
      /** Why there is no backup, in English. */
      error: z.string().nullable(),
      /** Why it could not be restored, in English. */
      proof_error: z.string().nullable(),
    })
    .nullable(),
});

export const makeBackupInput = z.object({
  /** A folder of the server's machine, from its root; where BACKUP_DIR is set, that counts. */
  folder: text({ max: inputLimits.folderMax }).optional(),
});

export type BackupStatus = z.output<typeof backupStatus>;
