import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLiveStream, useLiveUpdates } from '#client/lib/live-updates.ts';
import { reloadUser } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';

/** The number of unread notifications; polled as well, in case a push was lost. */
export function useUnreadCount(): number {
  const { data } = trpc.notifications.unreadCount.useQuery(undefined, { refetchInterval: 60_000 });
  return data?.unread ?? 0;
}

/** Opens the page's live stream and follows notifications and changes of the viewer's roles. Mounted once, in the top bar. */
export function useNotificationPush(): void {
  const utils = trpc.useUtils();
  const isVisible = useDocumentVisibility() === 'visible';
  // What changed while the page was hidden: queries are asked again by themselves, the viewer's roles are not.
  const wasHidden = useRef(false);
  useEffect(() => {
    if (isVisible && wasHidden.current) void reloadUser();
    wasHidden.current = !isVisible;
  }, [isVisible]);
  useLiveUpdates('viewer', {}, ({ kind, unread }) => {
    if (kind === 'settings') void utils.installationSettings.invalidate();
    // What one may do changed: every answer on the page may have.
    if (kind === 'session') void reloadUser().then(() => utils.invalidate());
    const missed = utils.notifications.unreadCount.getData()?.unread !== unread;
    utils.notifications.unreadCount.setData(undefined, { unread });
    // The stream opens anew with each page about a gallery: only then is nothing to be asked again.
    if (kind === 'opened' && !missed) return;
    void utils.notifications.list.invalidate();
    // A notification tells of a decision that open pages and the navigation show: a membership, a guardian, a club's question.
    void utils.myPhotos.hasFamily.invalidate();
    void utils.myPhotos.family.invalidate();
    void utils.guardians.claims.invalidate();
    void utils.erasure.invalidate();
    void utils.family.invalidate();
    void utils.clubs.invalidate();
    void utils.invitations.invalidate();
    void utils.takedowns.ofClub.invalidate();
    void utils.stats.waiting.invalidate();
  });
  useLiveStream();
}
