import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { hashToken, newId } from '#server/ids.ts';
import { insertInvitations } from './invitations.repository.ts';
import { queueInvitationMails } from './queue-invitation-mails.ts';

/** An invitation to make. One with an address, a name, a child or the photographer role is for one person. */
export type NewInvitation = {
  role: 'member' | 'photographer';
  email?: string | null | undefined;
  first_name?: string;
  last_name?: string;
  /** How many accounts may accept it; null or left out: any number. Not looked at where it is for one person. */
  max_uses?: number | null | undefined;
  /** The child whose guardian it is for. */
  guardian_of?: string | null | undefined;
  expires_at: Date;
};

export const isForOnePerson = (wanted: Omit<NewInvitation, 'expires_at'>): boolean =>
  wanted.role === 'photographer' ||
  Boolean(wanted.email || wanted.first_name || wanted.last_name || wanted.guardian_of);

/**
 * Makes invitations to one club, and queues the mails of those with an address. Who may, and the entry in the activity
 * log, are the caller's part.
 * @returns their ids, in the order given
 */
export async function createInvitations(
  ctx: Needs<'clock' | 'tokens' | 'jobs' | 'mail'>,
  trx: Transaction<DB>,
  cause: { clubId: string; createdBy: string; importId?: string },
  wanted: readonly NewInvitation[],
): Promise<string[]> {
  const now = ctx.clock.now();
  const rows = wanted.map((invitation) => {
    const id = newId();
    const email = invitation.email || null;
    return {
      id,
      club_id: cause.clubId,
      role: invitation.role,
      email,
      first_name: invitation.first_name ?? '',
      last_name: invitation.last_name ?? '',
      max_uses: isForOnePerson(invitation) ? 1 : (invitation.max_uses ?? null),
      expires_at: invitation.expires_at,
      created_by: cause.createdBy,
      created_at: now,
      import_id: cause.importId ?? null,
      guardian_of: invitation.guardian_of ?? null,
      confirms_guardian: Boolean(invitation.guardian_of),
      ...tokenHashes(ctx, { id, email, token_version: 1 }),
    };
  });
  await insertInvitations(trx, rows);
  await queueInvitationMails(
    ctx,
    trx,
    cause.createdBy,
    rows.map((row) => ({ ...row, token_version: 1 })),
  );
  return rows.map(({ id }) => id);
}

/** What the database keeps of an invitation's tokens. */
export function tokenHashes(
  { tokens }: Needs<'tokens'>,
  { id, email, token_version }: { id: string; email: string | null; token_version: number },
): { token_hash: Buffer; mailed_token_hash: Buffer | null } {
  return {
    token_hash: hashToken(tokens.signInvitation(id, token_version, 'shared')),
    mailed_token_hash: email ? hashToken(tokens.signInvitation(id, token_version, 'mailed')) : null,
  };
}

/** Whether the link can be made again: not where the server's secret was another one. */
export const isLinkKnown = (
  { tokens }: Needs<'tokens'>,
  { id, token_version, token_hash }: { id: string; token_version: number; token_hash: Buffer },
): boolean => hashToken(tokens.signInvitation(id, token_version, 'shared')).equals(token_hash);
