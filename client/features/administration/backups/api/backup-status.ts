import { trpc } from '#client/lib/trpc.ts';

const WHILE_RUNNING_MS = 3_000;

export const useMakeBackup = () => trpc.backups.make.useMutation();

/** Asked again and again while a backup is being made. */
export function useBackupStatus() {
  return trpc.backups.status.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.latest?.is_running ? WHILE_RUNNING_MS : false),
  });
}
