import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type ChosenKind,
  chosenKinds,
  type Delivery,
  deliveryRules,
} from '#server/contract/notification-kinds.ts';
import type { UnsubscribeScope } from '#server/contract/schemas/notifications.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The delivery of every kind for one user: their choice, or else the standard. */
export async function getDeliveries(db: Executor, userId: string): Promise<Record<ChosenKind, Delivery>> {
  const rows = await db
    .selectFrom('notification_preference')
    .select(['kind', 'delivery'])
    .where('user_id', '=', userId)
    .execute();
  const chosen = new Map(rows.map(({ kind, delivery }) => [kind, delivery]));
  const entries = chosenKinds.map((kind) => [kind, chosen.get(kind) ?? deliveryRules[kind].standard]);
  return Object.fromEntries(entries) as Record<ChosenKind, Delivery>;
}

export async function saveDelivery(
  db: Executor,
  userId: string,
  kind: ChosenKind,
  delivery: Delivery,
): Promise<void> {
  await db
    .insertInto('notification_preference')
    .values({ user_id: userId, kind, delivery })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ delivery }))
    .execute();
}

/** Ends mails of one scope; the notifications stay on the page. */
export async function endMails(trx: Transaction<DB>, userId: string, scope: UnsubscribeScope): Promise<void> {
  const current = await getDeliveries(trx, userId);
  const ended = chosenKinds.filter((kind) =>
    scope === 'digest' ? current[kind] === 'digest' : kind === scope && current[kind] === 'at_once',
  );
  for (const kind of ended) await saveDelivery(trx, userId, kind, 'app');
}

/** The delivery that the users chose for one kind, and whether they can be mailed. */
export async function listDeliveries(
  trx: Transaction<DB>,
  kind: ChosenKind,
  userIds: readonly string[],
): Promise<Map<string, { delivery: Delivery; mailable: boolean }>> {
  const { rows } = await sql<{ id: string; delivery: Delivery; mailable: boolean }>`
    select u.id, coalesce(p.delivery, ${deliveryRules[kind].standard}) as delivery,
      u.is_active and u.email_verified_at is not null and u.email_bounced_at is null as mailable
    from app_user u left join notification_preference p on p.user_id = u.id and p.kind = ${kind}
    where u.id = any(${[...userIds]}::uuid[])`.execute(trx);
  return new Map(rows.map(({ id, delivery, mailable }) => [id, { delivery, mailable }]));
}
