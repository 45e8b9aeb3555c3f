import { trpc } from '#client/lib/trpc.ts';

export function useAdminStats() {
  return trpc.stats.admin.useQuery();
}
