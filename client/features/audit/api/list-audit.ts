import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { type Filters, pageOf } from '#client/lib/use-url-filters.ts';

export const entriesPerPage = 20;

export const auditInput = (filters: Filters) => ({
  query: filters.q,
  limit: entriesPerPage,
  offset: (pageOf(filters) - 1) * entriesPerPage,
});

export const auditQuery = (utils: Utils, input: ReturnType<typeof auditInput>) =>
  utils.audit.list.queryOptions(input);

export function useAudit(input: ReturnType<typeof auditInput>) {
  return useQuery({ ...auditQuery(trpc.useUtils(), input), placeholderData: keepPreviousData });
}
