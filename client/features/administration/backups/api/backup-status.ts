import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

const WHILE_RUNNING_MS = 3_000;

export const backupStatusQuery = (utils: Utils) => utils.backups.status.queryOptions();

/** Asked again and again while a backup is being made. */
export function useBackupStatus(enabled = true) {
  return useQuery({
    ...backupStatusQuery(trpc.useUtils()),
    enabled,
    refetchInterval: ({ state }) => (state.data?.latest?.is_running ? WHILE_RUNNING_MS : false),
  });
}
