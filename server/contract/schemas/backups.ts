import { z } from 'zod';
import { nullableTimestamp, timestamp } from './common.ts';

export const backupStatus = z.object({
  /** BACKUP_DIR is set: the server makes a backup every day. */
  is_set_up: z.boolean(),
  /** When it does, `HH:MM` in the server's time zone. */
  at: z.string().nullable(),
  keep: z.number().nullable(),
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
export type BackupStatus = z.output<typeof backupStatus>;
