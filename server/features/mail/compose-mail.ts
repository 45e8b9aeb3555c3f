import type { Needs } from '#server/app-context.ts';
import { type MailText, mailTexts } from '#server/mail/mail-texts.ts';
import type { MailContent } from '#server/mail/render-mail.ts';
import { composeTest } from './compose-test.ts';
import type { MailKind } from './mail-kinds.ts';
import { findMailReader, type MailReader } from './mail-recipients.repository.ts';
import type { OutboxMail } from './outbox.repository.ts';

export type ComposeParts = Needs<'db' | 'clock' | 'mail' | 'tokens'>;
/** What a composer is given: the row, its reader, and the texts of the reader's language. */
export type ComposeInput = { mail: OutboxMail; reader: MailReader; t: MailText; language: 'en' | 'de' };
export type ComposedMail = MailContent & { to: string; unsubscribeUrl?: string };
export type Composer = (ctx: ComposeParts, input: ComposeInput) => Promise<ComposedMail | null>;

const composers: Record<MailKind, Composer> = {
  test: composeTest,
};

/**
 * Makes a mail at the moment it is sent: rights, address and language are those of now.
 * @returns null when there is nothing to say any more
 */
export async function composeMail(ctx: ComposeParts, mail: OutboxMail): Promise<ComposedMail | null> {
  const reader = mail.user_id ? await findMailReader(ctx.db, mail.user_id) : undefined;
  if (!reader?.is_active) return null;
  const language = mail.language ?? reader.language ?? 'en';
  return composers[mail.kind](ctx, { mail, reader, language, t: mailTexts(language) });
}
