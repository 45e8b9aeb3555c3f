import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { isChosenKind, type NotificationKind } from '#server/contract/notification-kinds.ts';
import type { DB } from '#server/db/tables.ts';
import type { Ended } from '#server/endings.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { newId } from '#server/ids.ts';
import type { Bus } from '#server/live/bus.ts';
import { listDeliveries } from './preferences.repository.ts';

/** Six values each: well below the 65,535 parameters of a statement, however many members a club has. */
const ROWS_PER_STATEMENT = 2_000;

export type NewNotification = {
  kind: NotificationKind;
  /** The facts of its texts. `context` chooses among the texts of one kind: see `consent_requested` in the texts. */
  params?: Record<string, string | number>;
  href?: string;
};
type UserNotification = { userId: string; notice: NewNotification; mailId: string | null };

/**
 * Stores notifications in the transaction that causes them, by each user's choice of delivery, and queues the mails of
 * those who want them at once. Call `publishNotifications` after the commit.
 */
export async function notify(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  userIds: readonly string[],
  notices: NewNotification[],
): Promise<void> {
  const users = [...new Set(userIds)];
  const sendsMail = mailWithLinks(ctx.mail) !== null;
  const userNotifications: UserNotification[] = [];
  for (const notice of notices) {
    const preferences = isChosenKind(notice.kind)
      ? await listDeliveries(trx, notice.kind, users)
      : new Map<string, never>();
    for (const userId of users) {
      const preference = preferences.get(userId);
      if (preference?.delivery === 'off') continue;
      const isMailed = sendsMail && preference?.delivery === 'at_once' && preference.mailable;
      userNotifications.push({ userId, notice, mailId: isMailed ? newId() : null });
    }
  }
  await insertRows(trx, userNotifications);
  await queueMails(
    ctx,
    trx,
    userNotifications.flatMap(({ userId, mailId }) =>
      mailId
        ? [{ id: mailId, kind: 'notification' as const, dedupeKey: `notification:${mailId}`, userId }]
        : [],
    ),
  );
}

/** Stores notifications that are never mailed, such as those of a new account. */
export async function insertNotifications(
  trx: Transaction<DB>,
  userId: string,
  notices: NewNotification[],
): Promise<void> {
  await insertRows(
    trx,
    notices.map((notice) => ({ userId, notice, mailId: null })),
  );
}

async function insertRows(trx: Transaction<DB>, userNotifications: UserNotification[]): Promise<void> {
  const rows = userNotifications.map(({ userId, notice, mailId }) => ({
    id: newId(),
    user_id: userId,
    kind: notice.kind,
    params: JSON.stringify(notice.params ?? {}),
    href: notice.href ?? null,
    mail_id: mailId,
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await trx
      .insertInto('notification')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
}

/** Tells the users' open pages to load notifications; after the commit, so that they are there. */
export function publishNotifications(bus: Bus, userIds: readonly string[]): void {
  for (const userId of new Set(userIds)) bus.publish({ topic: `user:${userId}`, kind: 'notification' });
}

export function publishEnded(bus: Bus, { users, galleries }: Ended): void {
  publishNotifications(bus, users);
  for (const id of galleries) bus.publish({ topic: `gallery:${id}`, kind: 'people' });
}
