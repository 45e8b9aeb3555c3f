import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const dashboardStatsQuery = (utils: Utils) => utils.stats.dashboard.queryOptions();

export function useDashboardStats() {
  return useQuery(dashboardStatsQuery(trpc.useUtils()));
}

export const waitingQuery = (utils: Utils) => utils.stats.waiting.queryOptions();

/** Where somebody waits for the viewer's answer. */
export function useWaiting(enabled: boolean) {
  return useQuery({ ...waitingQuery(trpc.useUtils()), enabled });
}

/** Progress of the whole installation; for global administrators. */
export const firstStepsQuery = (utils: Utils) => utils.stats.firstSteps.queryOptions();

export function useFirstSteps(enabled: boolean) {
  return useQuery({ ...firstStepsQuery(trpc.useUtils()), enabled });
}
