import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Invitation, invitationListInput } from '#server/contract/schemas/invitations.ts';
import { isLinkKnown } from './insert-invitations-and-queue-mails.ts';
import { invitationPath } from './invitation-path.ts';
import { findListedInvitation, type ListedInvitationRow, listInvitations } from './invitations.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens'> & { origin: string };

/** A club's invitations with their links, which are made anew from the server's secret. */
export async function listClubInvitations(
  ctx: Dependencies,
  clubId: string,
  filter: z.output<typeof invitationListInput>,
): Promise<{ invitations: Invitation[]; total: number }> {
  const { rows, total } = await listInvitations(ctx.db, clubId, filter, ctx.clock.now());
  return { invitations: rows.map((row) => toInvitation(ctx, row)), total };
}

export async function getInvitation(ctx: Dependencies, id: string): Promise<Invitation> {
  const row = await findListedInvitation(ctx.db, id, ctx.clock.now());
  if (!row) throw new AppError('invitation_not_found');
  return toInvitation(ctx, row);
}

function toInvitation(ctx: Dependencies, row: ListedInvitationRow): Invitation {
  const token = ctx.tokens.signInvitation(row.id, row.token_version, 'shared');
  return {
    id: row.id,
    role: row.role,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    guardian_of: row.child_name,
    max_uses: row.max_uses,
    uses: row.uses,
    accepted_by: row.accepted_by,
    accepted_name: row.accepted_name,
    guardian_state: row.guardian_state,
    state: row.state,
    mail: row.mail,
    url: isLinkKnown(ctx, row) ? ctx.origin + invitationPath(token) : null,
    inviter_name: row.inviter_name,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
