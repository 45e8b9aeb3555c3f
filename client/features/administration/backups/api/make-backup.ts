import { trpc } from '#client/lib/trpc.ts';

export const useMakeBackup = () => trpc.backups.make.useMutation();
