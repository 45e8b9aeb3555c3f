import { tracked } from '@trpc/server';
import { z } from 'zod';
import { AppError } from '#server/contract/errors.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  notificationListInput,
  notificationPage,
  unreadCount,
} from '#server/contract/schemas/notifications.ts';
import { requireStillSignedIn } from '#server/features/auth/require-still-signed-in.ts';
import { requireId } from '#server/ids.ts';
import { listen } from '#server/live/bus.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';
import { countUnread, listNotifications, markRead } from './notifications.repository.ts';

const ok = { ok: true as const };
const reason = 'answers the viewer only';

export const notificationsRouter = router({
  list: signedIn(reason)
    .meta({ summary: "The viewer's notifications, newest first", errors: ['field_invalid'] })
    .input(notificationListInput)
    .output(notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx.db, ctx.viewer.id, input)),

  unreadCount: signedIn(reason)
    .meta({ summary: 'How many notifications are unread' })
    .output(unreadCount)
    .query(async ({ ctx }) => ({ unread: await countUnread(ctx.db, ctx.viewer.id) })),

  markRead: signedIn(reason)
    .meta({ summary: 'Mark a notification as read', errors: ['notification_not_found'] })
    .input(byId)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const id = requireId(input.id, 'notification_not_found');
      if (!(await markRead(ctx.db, ctx.viewer.id, ctx.clock.now(), id)))
        throw new AppError('notification_not_found');
      ctx.bus.publish({ topic: `user:${ctx.viewer.id}`, kind: 'notification' });
      return ok;
    }),

  markAllRead: signedIn(reason)
    .meta({ summary: 'Mark all notifications as read' })
    .output(done)
    .mutation(async ({ ctx }) => {
      await markRead(ctx.db, ctx.viewer.id, ctx.clock.now());
      ctx.bus.publish({ topic: `user:${ctx.viewer.id}`, kind: 'notification' });
      return ok;
    }),

  /** Tells open pages how many are unread, and that roles changed (`session`), so that they ask again. */
  live: signedIn(reason)
    .input(z.object({}).optional())
    .subscription(async function* ({ ctx, signal }) {
      const { id } = ctx.viewer;
      const state = async (kind: 'notification' | 'session') =>
        tracked(String(Date.now()), { kind, unread: await countUnread(ctx.db, id) });
      yield await state('notification');
      for await (const message of listen(ctx.bus, [`user:${id}`], signal ?? new AbortController().signal)) {
        await requireStillSignedIn(ctx, ctx.viewer);
        yield await state(message.kind === 'session' ? 'session' : 'notification');
      }
    }),
});
