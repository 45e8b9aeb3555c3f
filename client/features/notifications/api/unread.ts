import { reloadUser } from '#client/lib/session.ts';
import { checkSessionAfter401, trpc } from '#client/lib/trpc.ts';

/** The number of unread notifications; polled as well, in case a push was lost. */
export function useUnreadCount(): number {
  const { data } = trpc.notifications.unreadCount.useQuery(undefined, { refetchInterval: 60_000 });
  return data?.unread ?? 0;
}

/** Subscribes to new notifications and to changes of the viewer's roles. Mounted once, in the top bar. */
export function useNotificationPush(): void {
  const utils = trpc.useUtils();
  trpc.notifications.live.useSubscription(undefined, {
    onData: ({ data }) => {
      if (data.kind === 'session') void reloadUser();
      utils.notifications.unreadCount.setData(undefined, { unread: data.unread });
      void utils.notifications.list.invalidate();
    },
    onError: (error) => void checkSessionAfter401(error),
  });
}
