import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { ChangeNotice } from '#server/features/platform/outbox/mail-kinds.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { newId } from '#server/ids.ts';

/** Mails what happened to an account to the address that the account has now, where its owner has confirmed it. */
export async function queueChangeNotice(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  kind: ChangeNotice,
  userId: string,
): Promise<void> {
  if (!mailWithLinks(ctx.mail)) return;
  const account = await trx
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  if (account)
    await queueMails(ctx, trx, [{ kind, dedupeKey: `${kind}:${newId()}`, userId, recipient: account.email }]);
}
