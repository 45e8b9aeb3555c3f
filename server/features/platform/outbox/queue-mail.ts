import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { NewMail } from './mail-kinds.ts';
import { insertMails } from './outbox.repository.ts';

/** Queues mails in the transaction that causes them, so that both are committed or neither. */
export async function queueMails(
  ctx: Needs<'jobs'>,
  trx: Transaction<DB>,
  mails: readonly NewMail[],
  afterMs?: number,
): Promise<void> {
  const ids = await insertMails(trx, mails);
  if (ids.length > 0)
    await ctx.jobs.enqueue(
      trx,
      'send-mail',
      ids.map((mail_id) => ({ mail_id })),
      afterMs,
    );
}
