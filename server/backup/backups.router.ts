import { backupStatus, makeBackupInput } from '#server/contract/schemas/backups.ts';
import { done } from '#server/contract/schemas/common.ts';
import { router, withPermission } from '#server/trpc/trpc.ts';
import { backUpNow } from './back-up-now.ts';
import { getBackupStatus } from './get-backup-status.ts';

export const backupsRouter = router({
  status: withPermission('settings.administer')
    .meta({ summary: 'When the server last made a backup, and whether restoring it worked' })
    .output(backupStatus)
    .query(({ ctx }) => getBackupStatus(ctx)),

  make: withPermission('settings.administer')
    .meta({
      summary: 'Begin a backup; its status says how it ends',
      errors: ['backup_folder_unusable', 'backup_folder_own', 'backup_folder_read_only', 'backup_running'],
    })
    .input(makeBackupInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await backUpNow(ctx, input.folder);
      return { ok: true as const };
    }),
});
