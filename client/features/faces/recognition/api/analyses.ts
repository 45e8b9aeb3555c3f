import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLiveUpdates } from '#client/lib/live-updates.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

const pollMs = 10_000;
const throttleMs = 1_500;

export const analysesSummaryQuery = (utils: Utils) => utils.recognition.analysesSummary.queryOptions();
export const activeAnalysesQuery = (utils: Utils) =>
  utils.recognition.activeAnalyses.queryOptions({ limit: listSizes.activeAnalyses });
export const recentAnalysesQuery = (utils: Utils) =>
  utils.recognition.recentAnalyses.queryOptions({ limit: listSizes.recentAnalyses });

export function useAnalysesSummary() {
  return useQuery({ ...analysesSummaryQuery(trpc.useUtils()), refetchInterval: pollMs });
}

export function useActiveAnalyses() {
  return useQuery({ ...activeAnalysesQuery(trpc.useUtils()), refetchInterval: pollMs });
}

export function useRecentAnalyses() {
  return useQuery({ ...recentAnalysesQuery(trpc.useUtils()), refetchInterval: pollMs });
}

/** Refetches all three lists; old data stay visible meanwhile. */
export function useRefreshAnalyses() {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.recognition.analysesSummary.invalidate(),
      utils.recognition.activeAnalyses.invalidate(),
      utils.recognition.recentAnalyses.invalidate(),
    ]);
}

/** Refetches the lists on each event of the queue, throttled. */
export function useAnalysesPush(): void {
  const refresh = useRefreshAnalyses();
  const throttledRefresh = useThrottledCallback(() => void refresh(), throttleMs);
  useLiveUpdates('analyses', { analyses: true }, throttledRefresh);
}

export function useAnalysisActions() {
  return {
    retry: trpc.recognition.retryAnalysis.useMutation(),
    reprocess: trpc.recognition.reprocess.useMutation(),
  };
}
