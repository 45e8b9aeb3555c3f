import { trpc } from '#client/lib/trpc.ts';

export function useDashboardStats() {
  return trpc.stats.dashboard.useQuery();
}
