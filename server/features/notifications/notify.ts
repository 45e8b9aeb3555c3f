import type { Transaction } from 'kysely';
import type { notificationKinds } from '#server/contract/schemas/notifications.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { Bus } from '#server/live/bus.ts';

/** Five values each: well below the 65,535 parameters of a statement, however many members a club has. */
const ROWS_PER_STATEMENT = 2_000;

export type NewNotification = {
  kind: (typeof notificationKinds)[number];
  params?: Record<string, string | number>;
  href?: string;
};

/** Stores notifications in the transaction that causes them. Call `publishNotifications` after the commit. */
export async function notify(
  trx: Transaction<DB>,
  userIds: readonly string[],
  notices: NewNotification[],
): Promise<void> {
  const rows = [...new Set(userIds)].flatMap((userId) =>
    notices.map((notice) => ({
      id: newId(),
      user_id: userId,
      kind: notice.kind,
      params: JSON.stringify(notice.params ?? {}),
      href: notice.href ?? null,
    })),
  );
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
