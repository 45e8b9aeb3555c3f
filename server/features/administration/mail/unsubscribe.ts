import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type UnsubscribeScope, unsubscribeScopes } from '#server/contract/schemas/notifications.ts';
import { endMails } from '#server/features/accounts/notifications/preferences.repository.ts';
import { isId } from '#server/ids.ts';
import { findMailReader } from './mail-recipients.repository.ts';

/** Addresses in a mail that end mails of its kind: for one POST of the mail program, and for the reader. */
export function unsubscribeUrls(
  ctx: Needs<'tokens'>,
  publicUrl: string,
  userId: string,
  scope: UnsubscribeScope,
): { oneClick: string; page: string } {
  const token = ctx.tokens.signUnsubscribe(userId, scope);
  return {
    oneClick: `${publicUrl}/api/mail/unsubscribe/${token}`,
    page: `${publicUrl}/unsubscribe#${token}`,
  };
}

/** Ends the mails a link was part of; doing it again changes nothing. */
export async function unsubscribe(ctx: Needs<'db' | 'tokens'>, token: string): Promise<UnsubscribeScope> {
  const read = ctx.tokens.readUnsubscribe(token);
  const scope = unsubscribeScopes.find((known) => known === read?.scope);
  if (!read || !scope || !isId(read.userId)) throw new AppError('token_not_found');
  if (!(await findMailReader(ctx.db, read.userId))) throw new AppError('token_not_found');
  await ctx.db.transaction().execute((trx) => endMails(trx, read.userId, scope));
  return scope;
}
