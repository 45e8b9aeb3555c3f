import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { pageSizes } from '#server/contract/page-sizes.ts';

const pollMs = 10_000;
const throttleMs = 1_500;

export const jobsSummaryQuery = (utils: Utils) => utils.faceAdmin.jobsSummary.queryOptions();
export const activeJobsQuery = (utils: Utils) =>
  utils.faceAdmin.activeJobs.queryOptions({ limit: pageSizes.activeJobs });
export const recentJobsQuery = (utils: Utils) =>
  utils.faceAdmin.recentJobs.queryOptions({ limit: pageSizes.recentJobs });

export function useJobsSummary() {
  return useQuery({ ...jobsSummaryQuery(trpc.useUtils()), refetchInterval: pollMs });
}

export function useActiveJobs() {
  return useQuery({ ...activeJobsQuery(trpc.useUtils()), refetchInterval: pollMs });
}

export function useRecentJobs() {
  return useQuery({ ...recentJobsQuery(trpc.useUtils()), refetchInterval: pollMs });
}

/** Refetches all three lists; old data stay visible meanwhile. */
export function useRefreshJobs() {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.faceAdmin.jobsSummary.invalidate(),
      utils.faceAdmin.activeJobs.invalidate(),
      utils.faceAdmin.recentJobs.invalidate(),
    ]);
}

/** Refetches the lists on each event of the queue, throttled. */
export function useJobsPush(): void {
  const refresh = useRefreshJobs();
  const throttledRefresh = useThrottledCallback(() => void refresh(), throttleMs);
  trpc.live.jobs.useSubscription(undefined, { onData: throttledRefresh });
}

export function useJobActions() {
  return {
    retry: trpc.faceAdmin.retryJob.useMutation(),
    reprocess: trpc.faceAdmin.reprocess.useMutation(),
  };
}
