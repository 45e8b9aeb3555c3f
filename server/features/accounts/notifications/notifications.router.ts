import { AppError } from '#server/contract/app-error.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  notificationListInput,
  notificationPage,
  notificationPreferences,
  unreadCount,
  updatePreferenceInput,
} from '#server/contract/schemas/notifications.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { requireId } from '#server/ids.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';
import { listPreferences } from './list-preferences.ts';
import { countUnread, listNotifications, markRead } from './notifications.repository.ts';
import { saveDelivery } from './preferences.repository.ts';

const ok = { ok: true as const };
const reason = 'answers the viewer only';

export const notificationsRouter = router({
  list: signedIn(reason)
    .meta({ summary: "The viewer's notifications, newest first", errors: ['field_invalid'] })
    .input(notificationListInput)
    .output(notificationPage)
    .query(({ ctx, input }) => listNotifications(ctx.db, ctx.viewer, input)),

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

  preferences: signedIn(reason)
    .meta({ summary: 'How the viewer is told of each kind of notification that concerns them' })
    .output(notificationPreferences)
    .query(({ ctx }) => listPreferences(ctx)),

  updatePreference: signedIn('changes the viewer only')
    .meta({
      summary: 'Choose how one kind of notification is delivered',
      errors: ['mail_not_set_up', 'field_invalid'],
    })
    .input(updatePreferenceInput)
    .output(notificationPreferences)
    .mutation(async ({ ctx, input }) => {
      const isMail = input.delivery === 'digest' || input.delivery === 'at_once';
      if (isMail && !mailWithLinks(ctx.mail)) throw new AppError('mail_not_set_up');
      await saveDelivery(ctx.db, ctx.viewer.id, input.kind, input.delivery);
      return listPreferences(ctx);
    }),
});
