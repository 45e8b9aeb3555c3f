import { z } from 'zod';
import { BackupError } from '#server/backup/backup-error.ts';
import { describeBackup } from '#server/backup/describe-backup.ts';
import { type Installation, runBackup } from '#server/backup/run-backup.ts';
import type { OperatorAnswer } from './admin-commands.ts';

/** What `npm run backup` asks for. */
export const backupRequest = z.object({
  action: z.literal('backup'),
  folder: z.string().min(1),
  passphrase: z.string().min(1).optional(),
});
export type BackupRequest = z.output<typeof backupRequest>;

/** Makes a backup; what the operator can understand is an answer and no error. */
export async function backUp(
  installation: Installation,
  { folder, passphrase }: BackupRequest,
): Promise<OperatorAnswer> {
  try {
    const backup = await runBackup(installation, { folder, passphrase });
    return { ok: true, message: describeBackup(folder, backup) };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { ok: false, message: error.message };
  }
}
