import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { type Filters, pageOf } from '#client/lib/use-url-filters.ts';

export const entriesPerPage = 20;

export const auditWanted = (filters: Filters) => ({
  query: filters.q,
  limit: entriesPerPage,
  offset: (pageOf(filters) - 1) * entriesPerPage,
});

export function useAudit(filters: { query?: string | undefined; limit: number; offset: number }) {
  return trpc.audit.list.useQuery(filters, { placeholderData: keepPreviousData });
}
