import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { forgotPasswordInput } from '#server/contract/schemas/users.ts';
import { accountKey } from '#server/features/accounts/users/users.repository.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { newId } from '#server/ids.ts';
import type { VisitorAddress } from '#server/trpc/request-context.ts';

/** The mail is made some seconds later, so that the work for a known account slows no request that is measured. */
const delayMs = { min: 1_000, max: 5_000 };

/**
 * Queues a mail for what was typed, without looking whether there is such an account: the answer and its time are the
 * same for known and unknown names. The job that sends it looks, and forgets what is not known.
 */
export async function forgotPassword(
  ctx: Needs<'db' | 'jobs' | 'mail' | 'rateLimits'> & VisitorAddress,
  { login, language }: z.output<typeof forgotPasswordInput>,
): Promise<void> {
  if (!mailWithLinks(ctx.mail)) throw new AppError('mail_not_set_up');
  if (!ctx.addressIsShared)
    await ctx.rateLimits.limitRequests('forgotten-password-address', ctx.clientAddress);
  await ctx.rateLimits.limitRequests('forgotten-password', accountKey(login));
  const mail = {
    kind: 'password_reset' as const,
    dedupeKey: `password_reset:${newId()}`,
    userId: null,
    recipient: login,
    ...(language ? { language } : {}),
  };
  await ctx.db
    .transaction()
    .execute((trx) => queueMails(ctx, trx, [mail], randomInt(delayMs.min, delayMs.max)));
}
