import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
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
  const isVisible = useDocumentVisibility() === 'visible';
  // What changed while the page was hidden: queries are asked again by themselves, the viewer's roles are not.
  const wasHidden = useRef(false);
  useEffect(() => {
    if (isVisible && wasHidden.current) void reloadUser();
    wasHidden.current = !isVisible;
  }, [isVisible]);
  trpc.notifications.live.useSubscription(undefined, {
    // Over HTTP/1.1 a browser has six connections for all tabs of a server: hidden pages hold none.
    enabled: isVisible,
    onData: ({ data }) => {
      if (data.kind === 'session') void reloadUser();
      utils.notifications.unreadCount.setData(undefined, { unread: data.unread });
      void utils.notifications.list.invalidate();
      // A notification tells of a decision that open pages and the navigation show: a membership, a guardian, a club's question.
      void utils.myPhotos.hasFamily.invalidate();
      void utils.family.invalidate();
      void utils.clubs.list.invalidate();
    },
    onError: (error) => void checkSessionAfter401(error),
  });
}
