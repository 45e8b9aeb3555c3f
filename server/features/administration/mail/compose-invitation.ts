import { fallbackLanguage } from '#server/contract/languages.ts';
import { formatDate } from '#server/features/administration/mail/rendering/format-date.ts';
import { mailTexts } from '#server/features/administration/mail/rendering/mail-texts.ts';
import { invitationPath } from '#server/features/people/invitations/invitation-path.ts';
import { invitations } from '#server/features/people/invitations/invitations.repository.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import type { OutboxMail } from '#server/features/platform/outbox/outbox.repository.ts';
import type { ComposeDependencies, ComposedMail } from './compose-mail.ts';

/**
 * The link of an invitation, to an address that may have no account yet; accepting it confirms the address. Nothing
 * where the invitation has ended or has a newer link. The subject names no person: it is read over shoulders.
 */
export async function composeInvitation(
  ctx: ComposeDependencies,
  mail: OutboxMail,
  installation: string,
): Promise<ComposedMail | null> {
  const links = mailWithLinks(ctx.mail);
  const invitation = await invitations(ctx.db, ctx.clock.now())
    .where('invitation.id', '=', mail.params.invitation_id ?? '')
    .executeTakeFirst();
  if (!links || !invitation?.email || invitation.state !== 'open') return null;
  const { id, token_version, club_name: club, inviter_name: inviter } = invitation;
  const role = invitation.guardian_of ? 'guardian' : invitation.role;
  if (String(token_version) !== mail.params.token_version) return null;
  const language = mail.language ?? fallbackLanguage;
  const t = mailTexts(language, installation);
  const name = `${invitation.first_name} ${invitation.last_name}`.trim();
  const token = ctx.tokens.signInvitation(id, token_version, 'mailed');
  return {
    to: invitation.email,
    language,
    subject: t('invitation.subject', { club }),
    title: t('invitation.title', { club }),
    blocks: [
      { kind: 'text', text: name ? t('hello', { name }) : t('invitation.hello') },
      {
        kind: 'text',
        text: inviter ? t(`invitation.from_${role}`, { inviter, club }) : t(`invitation.${role}`, { club }),
      },
      { kind: 'text', text: t('invitation.what') },
      { kind: 'button', label: t('invitation.button'), url: links.publicUrl + invitationPath(token) },
      { kind: 'text', text: t('invitation.until', { date: formatDate(language, invitation.expires_at) }) },
    ],
    footer: [{ text: t('invitation.not_expected') }],
  };
}
