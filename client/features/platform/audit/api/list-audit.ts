import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export const auditInput = (filters: Filters) => ({
  query: filters.q,
  limit: listSizes.auditEntries,
  offset: (pageOf(filters) - 1) * listSizes.auditEntries,
});

export const auditQuery = (utils: Utils, input: ReturnType<typeof auditInput>) =>
  utils.audit.list.queryOptions(input);

export function useAudit(input: ReturnType<typeof auditInput>) {
  return useQuery({ ...auditQuery(trpc.useUtils(), input), placeholderData: keepPreviousData });
}
