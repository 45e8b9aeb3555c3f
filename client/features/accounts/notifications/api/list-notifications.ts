import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Filters, pageOf } from '#client/hooks/use-url-filters.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

export interface NotificationFilters {
  unread?: boolean | undefined;
  limit: number;
  offset?: number;
}

/** The query input from the search params: all notifications or unread ones. */
export const notificationsInput = (filters: Filters) => ({
  unread: filters.show === 'unread' || undefined,
  limit: listSizes.notifications,
  offset: (pageOf(filters) - 1) * listSizes.notifications,
});

export const notificationsQuery = (utils: Utils, filters: NotificationFilters) =>
  utils.notifications.list.queryOptions(filters);

export function useNotifications(filters: NotificationFilters) {
  return useQuery({ ...notificationsQuery(trpc.useUtils(), filters), placeholderData: keepPreviousData });
}

export function useMarkRead() {
  return {
    one: trpc.notifications.markRead.useMutation(),
    all: trpc.notifications.markAllRead.useMutation(),
  };
}
