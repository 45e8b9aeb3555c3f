import { trpc } from '#client/lib/trpc.ts';

/** The number on the bell: pushed by the server, asked again now and then in case the push is lost. */
export function useUnread(): number {
  const utils = trpc.useUtils();
  const { data } = trpc.notifications.unreadCount.useQuery(undefined, { refetchInterval: 60_000 });
  trpc.notifications.live.useSubscription(undefined, {
    onData: () => {
      void utils.notifications.unreadCount.invalidate();
      void utils.notifications.list.invalidate();
    },
  });
  return data?.unread ?? 0;
}
