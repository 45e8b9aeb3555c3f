import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { User } from '#server/contract/schemas/users.ts';
import type { DB } from '#server/db/tables.ts';
import {
  requireOneTimeToken,
  revokeOneTimeTokensOf,
  spendOneTimeToken,
} from '#server/features/accounts/auth/one-time-tokens.repository.ts';
import { requireRecentPassword } from '#server/features/accounts/auth/require-recent-password.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { updateUserFields } from './save-user.ts';
import { accountKey, isEmailTaken } from './users.repository.ts';

type Mailing = Needs<'jobs' | 'mail'>;
const emailPurposes = ['verify_email', 'change_email'] as const;

/** Queues the mail that confirms an account's address, where mails with links are sent. */
export async function queueVerification(ctx: Mailing, trx: Transaction<DB>, userId: string): Promise<void> {
  if (!mailWithLinks(ctx.mail)) return;
  await queueMails(ctx, trx, [{ kind: 'verify_email', dedupeKey: `verify_email:${newId()}`, userId }]);
}

/** Sends the viewer's mail of confirmation again: for a new address that waits, or for the account's own. */
export async function requestVerification(
  ctx: Mailing & Needs<'db' | 'rateLimits'>,
  user: User,
): Promise<void> {
  if (!mailWithLinks(ctx.mail)) throw new AppError('mail_not_set_up');
  await ctx.rateLimits.limitRequests('verification', user.id);
  await ctx.db
    .transaction()
    .execute((trx) =>
      user.pending_email
        ? queueChange(ctx, trx, user.id, user.pending_email)
        : queueVerification(ctx, trx, user.id),
    );
}

const queueChange = (ctx: Mailing, trx: Transaction<DB>, userId: string, recipient: string) =>
  queueMails(ctx, trx, [{ kind: 'change_email', dedupeKey: `change_email:${newId()}`, userId, recipient }]);

/**
 * Sets the viewer's address. Where mails with links are sent, the new one waits until it is confirmed: the old one holds until
 * then, and gets a mail about the change (`confirmEmail`). Throws `email_taken`.
 */
export async function changeEmail(
  ctx: Mailing & Needs<'db' | 'rateLimits' | 'clock'> & { viewer: SignedIn },
  trx: Transaction<DB>,
  user: User,
  email: string,
): Promise<void> {
  const pending = email === user.email ? null : email;
  if (pending === user.pending_email) return;
  if (pending) await requireRecentPassword(ctx, trx, 'of the page');
  if (!mailWithLinks(ctx.mail)) {
    await setEmail(trx, user.id, email, ctx.clock.now());
    return;
  }
  if (pending && (await isEmailTaken(trx, pending, user.id))) throw new AppError('email_taken');
  await trx.updateTable('app_user').set({ pending_email: pending }).where('id', '=', user.id).execute();
  if (!pending) return;
  await ctx.rateLimits.limitRequests('verification', user.id);
  await queueChange(ctx, trx, user.id, pending);
}

/** A new address is not confirmed, and links mailed to the old one work no longer. */
export async function setEmail(
  trx: Transaction<DB>,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  await updateUserFields(trx, userId, { email });
  await trx
    .updateTable('app_user')
    .set({ email_verified_at: null, email_bounced_at: null, pending_email: null })
    .where('id', '=', userId)
    .execute();
  await revokeOneTimeTokensOf(trx, userId, now);
}

/** What a link would confirm; nothing is spent. */
export async function readEmailToken(ctx: Needs<'db' | 'clock'>, token: string) {
  const owner = await requireOneTimeToken(ctx.db, emailPurposes, token, ctx.clock.now());
  if (!owner.is_active) throw new AppError('account_inactive');
  return {
    username: owner.username,
    email: owner.token_email ?? owner.email,
    is_change: owner.purpose === 'change_email',
  };
}

/** Uses the token up and confirms its address. A new address becomes the account's; the old one gets a mail about it. */
export async function confirmEmail(
  ctx: Mailing & Needs<'db' | 'clock' | 'bus'>,
  token: string,
): Promise<{ email: string }> {
  const now = ctx.clock.now();
  const confirmed = await ctx.db.transaction().execute(async (trx) => {
    const owner = await requireOneTimeToken(trx, emailPurposes, token, now);
    if (!owner.is_active) throw new AppError('account_inactive');
    if (!(await spendOneTimeToken(trx, owner.token_hash, now))) throw new AppError('token_used');
    const email = owner.token_email ?? owner.email;
    if (owner.purpose === 'change_email') {
      // The owner may have chosen another address since.
      if (owner.pending_email !== email) throw new AppError('token_revoked');
      await setEmail(trx, owner.user_id, email, now);
      await queueMails(ctx, trx, [
        {
          kind: 'email_changed',
          dedupeKey: `email_changed:${newId()}`,
          userId: owner.user_id,
          recipient: owner.email,
        },
      ]);
    } else if (accountKey(owner.email) !== accountKey(email)) throw new AppError('token_revoked');
    await trx
      .updateTable('app_user')
      .set({ email_verified_at: now, email_bounced_at: null })
      .where('id', '=', owner.user_id)
      .execute();
    return { userId: owner.user_id, email };
  });
  ctx.bus.publish({ topic: `user:${confirmed.userId}`, kind: 'session' });
  return { email: confirmed.email };
}

/** Notes that the account's owner has opened a link mailed to this address. @returns whether it is the account's */
export async function markEmailVerified(
  trx: Transaction<DB>,
  userId: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('app_user')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${now})`, email_bounced_at: null })
    .where('id', '=', userId)
    .where('email_key', '=', accountKey(email))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
