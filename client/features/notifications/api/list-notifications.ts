import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';

export interface NoticeFilters {
  unread?: boolean | undefined;
  limit: number;
  offset?: number;
}

export function useNotices(filters: NoticeFilters) {
  return trpc.notifications.list.useQuery(filters, { placeholderData: keepPreviousData });
}

export function useMarkRead() {
  const utils = trpc.useUtils();
  const settle = { onSuccess: () => utils.notifications.invalidate() };
  return {
    one: trpc.notifications.markRead.useMutation(settle),
    all: trpc.notifications.markAllRead.useMutation(settle),
  };
}
