import { hourMs, lifetimes } from '#server/contract/lifetimes.ts';
import { insertOneTimeToken } from '#server/features/accounts/auth/one-time-tokens.repository.ts';
import { resetPasswordPath } from '#server/features/accounts/auth/reset-password-path.ts';
import { fullName } from '#server/features/accounts/users/users.repository.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { countAsMailTo } from '#server/features/platform/outbox/outbox.repository.ts';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import type { Composer } from './compose-mail.ts';

/**
 * The link that sets a new password. It goes to an address that is not confirmed, too, and confirms it when used; the mail
 * then holds neither name nor username, as in compose-email-confirmation.ts.
 */
export const composePasswordReset: Composer = async (ctx, { mail, reader, language, t }) => {
  const links = mailWithLinks(ctx.mail);
  if (!links) return null;
  const link = await ctx.db.transaction().execute(async (trx) => {
    // Counted here too: username and address would otherwise allow twice as many. Whoever asked is not told, because that
    // would say that the two belong together.
    if (!(await countAsMailTo(trx, mail, reader.id, rateLimitValues.forgottenPasswordsPerLogin))) return null;
    return insertOneTimeToken(
      trx,
      {
        purpose: 'reset_password',
        userId: reader.id,
        createdBy: null,
        email: reader.email,
        lastsMs: lifetimes.mailedResetTokenMs,
      },
      ctx.clock.now(),
    );
  });
  if (!link) return null;
  const text = (key: string, params = {}) => t(`password_reset.${key}`, params);
  const isConfirmed = reader.email_verified_at !== null;
  const name = fullName(reader) || reader.username;
  const hours = lifetimes.mailedResetTokenMs / hourMs;
  return {
    to: reader.email,
    language,
    subject: text('subject'),
    title: text('title'),
    blocks: [
      { kind: 'text', text: isConfirmed ? t('hello', { name }) : t('hello_unnamed') },
      {
        kind: 'text',
        text: isConfirmed
          ? text('text', { username: reader.username, hours })
          : text('text_unnamed', { hours }),
      },
      { kind: 'button', label: text('button'), url: links.publicUrl + resetPasswordPath(link.token) },
      { kind: 'text', text: text('not_you') },
    ],
    footer: [],
  };
};
