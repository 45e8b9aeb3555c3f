import { useThrottledCallback } from '@mantine/hooks';
import { trpc } from '#client/lib/trpc.ts';
import { limits } from '#server/contract/limits.ts';

const everyMs = 10_000;
const atMostEveryMs = 1_500;

export const activeJobs = { limit: limits.activeJobs };
export const recentJobs = { limit: limits.recentJobs };

export function useJobsSummary() {
  return trpc.faceAdmin.jobsSummary.useQuery(undefined, { refetchInterval: everyMs });
}

export function useActiveJobs() {
  return trpc.faceAdmin.activeJobs.useQuery(activeJobs, { refetchInterval: everyMs });
}

export function useRecentJobs() {
  return trpc.faceAdmin.recentJobs.useQuery(recentJobs, { refetchInterval: everyMs });
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
  const calm = useThrottledCallback(() => void refresh(), atMostEveryMs);
  trpc.live.jobs.useSubscription(undefined, { onData: calm });
}

export function useJobActions() {
  return {
    retry: trpc.faceAdmin.retryJob.useMutation(),
    reprocess: trpc.faceAdmin.reprocess.useMutation(),
  };
}
