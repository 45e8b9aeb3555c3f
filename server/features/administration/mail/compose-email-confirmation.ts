import { hourMs, lifetimes } from '#server/contract/lifetimes.ts';
import { insertOneTimeToken } from '#server/features/accounts/auth/one-time-tokens.repository.ts';
import type { ChangeNotice } from '#server/features/platform/outbox/mail-kinds.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import type { ComposeDependencies, ComposedMail, ComposeInput, Composer } from './compose-mail.ts';

const confirmEmailPath = (token: string) => `/confirm-email#${token}`;

/*
 * NOTE: these mails may go to somebody who has no account here, because anybody can give any address. They hold no text
 * that somebody typed, such as the name or the username: it could be an advertisement.
 */

/** Asks the owner of the account's address to confirm it. */
export const composeVerifyEmail: Composer = async (ctx, input) => {
  if (input.reader.email_verified_at) return null;
  return confirmation(ctx, input, 'verify_email', input.reader.email);
};

/** Asks the owner of a new address to confirm it; nothing if the account wants another one by now, which has its own mail. */
export const composeChangeEmail: Composer = async (ctx, input) => {
  const { pending_email } = input.reader;
  const { recipient } = input.mail;
  if (recipient && recipient !== pending_email) return null;
  return pending_email ? confirmation(ctx, input, 'change_email', pending_email) : null;
};

async function confirmation(
  ctx: ComposeDependencies,
  input: ComposeInput,
  purpose: 'verify_email' | 'change_email',
  email: string,
): Promise<ComposedMail | null> {
  const links = mailWithLinks(ctx.mail);
  if (!links) return null;
  const { reader, language, t } = input;
  const hours = lifetimes.oneTimeTokenMs / hourMs;
  const { token } = await ctx.db
    .transaction()
    .execute((trx) =>
      insertOneTimeToken(trx, { purpose, userId: reader.id, createdBy: null, email }, ctx.clock.now()),
    );
  return {
    to: email,
    language,
    subject: t(`${purpose}.subject`),
    title: t(`${purpose}.title`),
    blocks: [
      { kind: 'text', text: t('hello_unnamed') },
      { kind: 'text', text: t(`${purpose}.text`, { email, hours }) },
      { kind: 'button', label: t('confirm_button'), url: links.publicUrl + confirmEmailPath(token) },
      { kind: 'text', text: t('not_you') },
    ],
    footer: [],
  };
}

/** Tells the address that the account had then what was changed. */
export const tellChange =
  (kind: ChangeNotice): Composer =>
  async (_ctx, { mail, reader, language, t }) => {
    if (!mail.recipient) return null;
    return {
      to: mail.recipient,
      language,
      subject: t(`${kind}.subject`),
      title: t(`${kind}.title`),
      blocks: [
        { kind: 'text', text: t('hello_unnamed') },
        { kind: 'text', text: t(`${kind}.text`, { email: reader.email }) },
        { kind: 'text', text: t(`${kind}.not_you`) },
      ],
      footer: [],
    };
  };
