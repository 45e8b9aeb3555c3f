import { trpc } from '#client/lib/trpc.ts';

export function useDashboardStats() {
  return trpc.stats.dashboard.useQuery();
}

/** Progress of the whole installation; for global administrators. */
export function useFirstSteps(enabled: boolean) {
  return trpc.stats.firstSteps.useQuery(undefined, { enabled });
}
