import { reloadUser } from '#client/lib/session.ts';
import { trpc, watchForSignOut } from '#client/lib/trpc.ts';

/** The number on the bell, asked again now and then in case a push was lost. */
export function useUnread(): number {
  const { data } = trpc.notifications.unreadCount.useQuery(undefined, { refetchInterval: 60_000 });
  return data?.unread ?? 0;
}

/** Mounted once, in the top bar: the server says when something new has come, or when one's roles changed. */
export function useNotificationPush(): void {
  const utils = trpc.useUtils();
  trpc.notifications.live.useSubscription(undefined, {
    onData: ({ data }) => {
      if (data.kind === 'session') void reloadUser();
      utils.notifications.unreadCount.setData(undefined, { unread: data.unread });
      void utils.notifications.list.invalidate();
    },
    onError: (error) => void watchForSignOut(error),
  });
}
