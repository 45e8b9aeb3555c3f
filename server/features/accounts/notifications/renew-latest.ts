import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { NotificationKind } from '#server/contract/notification-kinds.ts';
import type { DB } from '#server/db/tables.ts';

type Which = { kind: NotificationKind; href: string; readers: readonly string[] };

/**
 * Tells the latest notification of each reader again in place of a new one: unread, at the time of now, and in the next digest. No other
 * mail is sent.
 * @param mayBe which of them, a condition on `n` and on `mail`, the last mail that told of it
 * @returns whose it was
 */
export async function renewLatest(
  { clock }: Needs<'clock'>,
  trx: Transaction<DB>,
  { kind, href, readers }: Which,
  mayBe: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notification set created_at = ${clock.now()}::timestamptz, read_at = null, settled_at = null,
      mail_id = case when latest.was_in_digest then null else mail_id end
    from (
      select distinct on (n.user_id) n.id, ${mayBe} as may_be, mail.kind = 'digest' and mail.state = 'sent' as was_in_digest
      from notification n left join mail_outbox mail on mail.id = n.mail_id
      where n.user_id = any(${[...readers]}::uuid[]) and n.kind = ${kind} and n.href = ${href}
      order by n.user_id, n.created_at desc) latest
    where notification.id = latest.id and latest.may_be
    returning user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}
