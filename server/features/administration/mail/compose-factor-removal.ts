import { findFactorRemoval } from '#server/features/accounts/auth/factor-removals.repository.ts';
import { stopRemovalPath } from '#server/features/accounts/auth/stop-removal-path.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import type { Composer } from './compose-mail.ts';

/** Says that passkeys and codes will be removed, with the link that stops it; nothing where it was stopped already. */
export const composeFactorRemoval: Composer = async (ctx, { mail, reader, language, t }) => {
  const links = mailWithLinks(ctx.mail);
  const { removal_id } = mail.params;
  if (!links || !mail.recipient || !removal_id) return null;
  const removal = await findFactorRemoval(ctx.db, reader.id, ctx.clock.now());
  if (removal?.id !== removal_id || !removal.removed_at) return null;
  const text = (key: string) => t(`factor_removal_asked.${key}`);
  const url = links.publicUrl + stopRemovalPath(ctx.tokens.signStopRemoval(removal_id));
  return {
    to: mail.recipient,
    language,
    subject: text('subject'),
    title: text('title'),
    blocks: [
      { kind: 'text', text: t('hello_unnamed') },
      { kind: 'text', text: text('text') },
      { kind: 'text', text: text('not_you') },
      { kind: 'button', label: text('button'), url },
    ],
    footer: [],
  };
};
