import type { Needs } from '#server/app-context.ts';
import { fallbackLanguage, type LanguageCode } from '#server/contract/languages.ts';
import { getInstallationName } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { type MailText, mailTexts } from '#server/features/administration/mail/rendering/mail-texts.ts';
import type { MailContent } from '#server/features/administration/mail/rendering/render-mail.ts';
import {
  type ChangeNotice,
  changeNotices,
  type MailKind,
} from '#server/features/platform/outbox/mail-kinds.ts';
import type { OutboxMail } from '#server/features/platform/outbox/outbox.repository.ts';
import { composeDigest } from './compose-digest.ts';
import { composeChangeEmail, composeVerifyEmail, tellChange } from './compose-email-confirmation.ts';
import { composeFactorRemoval } from './compose-factor-removal.ts';
import { composeInvitation } from './compose-invitation.ts';
import { composeNotification } from './compose-notification.ts';
import { composePasswordReset } from './compose-password-reset.ts';
import { composeTestMail } from './compose-test-mail.ts';
import { findMailReader, findMailReaderByLogin, type MailReader } from './mail-recipients.repository.ts';

export type ComposeDependencies = Needs<'db' | 'clock' | 'mail' | 'tokens'>;
/** What a composer is given: the row, its reader, and the texts of the reader's language. */
export type ComposeInput = { mail: OutboxMail; reader: MailReader; t: MailText; language: LanguageCode };
/** What one kind of mail says, and the address it goes to. */
export type ComposedMail = Omit<MailContent, 'installation'> & { to: string; unsubscribeUrl?: string };
export type Composer = (ctx: ComposeDependencies, input: ComposeInput) => Promise<ComposedMail | null>;

/** Of mails to accounts. */
const composers: Record<Exclude<MailKind, 'invitation'>, Composer> = {
  test: composeTestMail,
  password_reset: composePasswordReset,
  verify_email: composeVerifyEmail,
  change_email: composeChangeEmail,
  ...(Object.fromEntries(changeNotices.map((kind) => [kind, tellChange(kind)])) as Record<
    ChangeNotice,
    Composer
  >),
  factor_removal_asked: composeFactorRemoval,
  notification: composeNotification,
  digest: composeDigest,
};

/**
 * Makes a mail at the moment it is sent: rights, address and language are those of now. `accountId` is null where it
 * goes to an address that may have no account.
 * @returns null when there is nothing to say any more
 */
export async function composeMail(
  ctx: ComposeDependencies,
  mail: OutboxMail,
): Promise<(ComposedMail & MailContent & { accountId: string | null }) | null> {
  const installation = await getInstallationName(ctx.db);
  if (mail.kind === 'invitation') {
    const invitation = await composeInvitation(ctx, mail, installation);
    return invitation && { ...invitation, installation, accountId: null };
  }
  const reader = await findReader(ctx, mail);
  if (!reader?.is_active) return null;
  const language = reader.language ?? mail.language ?? fallbackLanguage;
  const t = mailTexts(language, installation);
  const composed = await composers[mail.kind](ctx, { mail, reader, language, t });
  return composed && { ...composed, installation, accountId: reader.id };
}

/** The one who forgot a password is looked up here and not when they ask, so that asking takes the same time for all. */
function findReader({ db }: ComposeDependencies, mail: OutboxMail): Promise<MailReader | undefined> {
  if (mail.user_id) return findMailReader(db, mail.user_id);
  if (mail.kind === 'password_reset' && mail.recipient) return findMailReaderByLogin(db, mail.recipient);
  return Promise.resolve(undefined);
}
