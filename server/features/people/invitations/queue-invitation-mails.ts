import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';

/**
 * Queues the mails of invitations with an address, where mails with links are sent. Nothing is known of the reader's
 * language: the mail is in that of the account that invites.
 */
export async function queueInvitationMails(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  inviterId: string,
  invitations: readonly { id: string; email: string | null; token_version: number }[],
): Promise<void> {
  const mailed = invitations.filter(({ email }) => email !== null);
  if (mailed.length === 0 || !mailWithLinks(ctx.mail)) return;
  const inviter = await trx
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', inviterId)
    .executeTakeFirst();
  await queueMails(
    ctx,
    trx,
    mailed.map(({ id, token_version }) => ({
      kind: 'invitation' as const,
      // The list of invitations looks for this key (invitations.repository.ts).
      dedupeKey: `invitation:${id}:${token_version}`,
      userId: null,
      ...(inviter?.language ? { language: inviter.language } : {}),
      params: { invitation_id: id, token_version: String(token_version) },
    })),
  );
}
