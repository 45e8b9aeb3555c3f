import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

export function useAudit(filters: { query?: string | undefined; limit: number; offset: number }) {
  return trpc.audit.list.useQuery(filters, { placeholderData: keepPreviousData });
}
