import { backupStatus } from '#server/contract/schemas/backups.ts';
import { router, withPermission } from '#server/trpc/trpc.ts';
import { getBackupStatus } from './get-backup-status.ts';

export const backupsRouter = router({
  status: withPermission('settings.administer')
    .meta({ summary: 'When the server last made a backup, and whether restoring it worked' })
    .output(backupStatus)
    .query(({ ctx }) => getBackupStatus(ctx)),
});
