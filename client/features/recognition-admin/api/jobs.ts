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

/** Asks for all three again; what stands there stays until the answer is in. */
export function useRefreshJobs() {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.faceAdmin.jobsSummary.invalidate(),
      utils.faceAdmin.activeJobs.invalidate(),
      utils.faceAdmin.recentJobs.invalidate(),
    ]);
}

/** A pulse of the queue brings the lists up to date, however fast the photos go through. */
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
