import { useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';

export const adminStatsQuery = (utils: Utils) => utils.stats.admin.queryOptions();

export function useAdminStats() {
  return useQuery(adminStatsQuery(trpc.useUtils()));
}
