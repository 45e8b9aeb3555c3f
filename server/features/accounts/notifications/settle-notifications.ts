import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { type SettleableKind, settleableKinds } from '#server/contract/notification-kinds.ts';
import type { DB } from '#server/db/tables.ts';
import { isStillOpen } from './is-still-open.sql.ts';
import { publishNotifications } from './notify.ts';

/** Notifications that lead to the same page, those of some readers, or those about somebody of a club. */
type Which = { href: string } | { readers: readonly string[] } | { clubPersonId: string };

/**
 * Marks notifications as settled and read, for all readers, where what they ask for no longer waits, or what they warn of
 * is over: in the transaction that ends it. Mails about them that were not sent yet are not sent.
 * @returns the users to publish notifications to, after the commit
 */
export function settleNotifications(
  { clock }: Needs<'clock'>,
  trx: Transaction<DB>,
  kinds: readonly SettleableKind[],
  which: Which,
): Promise<string[]> {
  return settle(trx, clock, kinds, isMeant(which));
}

function isMeant(which: Which): RawBuilder<boolean> {
  if ('href' in which) return sql<boolean>`n.href = ${which.href}`;
  if ('readers' in which) return sql<boolean>`n.user_id = any(${[...which.readers]}::uuid[])`;
  return sql<boolean>`n.params ->> 'club_person_id' = ${which.clubPersonId}`;
}

/** Those whose matter ended in another way: it was deleted, withdrawn by leaving, or a date has passed. */
export async function settleAllNotifications(ctx: Needs<'db' | 'clock' | 'bus'>): Promise<void> {
  publishNotifications(ctx.bus, await settle(ctx.db, ctx.clock, settleableKinds, sql<boolean>`true`));
}

async function settle(
  db: Kysely<DB> | Transaction<DB>,
  clock: Needs<'clock'>['clock'],
  kinds: readonly SettleableKind[],
  areMeant: RawBuilder<boolean>,
): Promise<string[]> {
  // Those that a reader marks as read in this moment are left to the next hour: waiting for them could be a deadlock.
  const { rows } = await sql<{ user_id: string }>`
    update notification set settled_at = ${clock.now()}, read_at = coalesce(read_at, ${clock.now()})
    where id in (
      select n.id from notification n
      where n.settled_at is null and n.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
        and ${areMeant} and not ${isStillOpen(kinds, clock.today(), clock.now())}
      for update of n skip locked)
    returning user_id`.execute(db);
  return rows.map((row) => row.user_id);
}
