import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import type { AuditAction } from '#server/contract/audit-actions.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { targetRules } from '#server/contract/permissions.ts';
import type { createInvitationInput } from '#server/contract/schemas/invitations.ts';
import type { DB } from '#server/db/tables.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import { lockClub } from '#server/features/clubs/clubs.repository.ts';
import type { LoadedClub } from '#server/features/clubs/load-club.ts';
import { mailWithLinks } from '#server/features/mail/mail-with-links.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { createInvitations, isForOnePerson, tokenHashes } from './insert-invitations-and-queue-mails.ts';
import { type InvitationRow, invitations, lockInvitation } from './invitations.repository.ts';
import { queueInvitationMails } from './queue-invitation-mails.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens' | 'jobs' | 'mail' | 'rateLimits'> & { viewer: SignedIn };

/** Makes one invitation. @returns its id */
export async function createInvitation(
  ctx: Dependencies,
  club: LoadedClub,
  input: z.output<typeof createInvitationInput>,
): Promise<string> {
  requireMayInvite(ctx, club, input.role);
  const isForPerson = isForOnePerson(input);
  if (isForPerson && (input.max_uses ?? 1) !== 1)
    throw fieldError('max_uses', 'An invitation for one person can be used once');
  await limitMails(ctx, input);
  const wanted = {
    ...input,
    expires_at: new Date(ctx.clock.now().getTime() + input.expires_in_days * dayMs),
  };
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const cause = { clubId: club.id, createdBy: ctx.viewer.id };
    const [id = ''] = await createInvitations(ctx, trx, cause, [wanted]);
    await audit(trx, ctx, 'invitation.create', club, { id, role: input.role });
    return id;
  });
}

/** Ends an invitation; accounts that joined with it stay members. */
export async function revokeInvitation(
  ctx: Dependencies,
  club: LoadedClub,
  invitationId: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const invitation = await lockOfClub(trx, ctx, club, invitationId);
    if (invitation.state === 'revoked') throw new AppError('invitation_revoked');
    await trx
      .updateTable('invitation')
      .set({ revoked_at: ctx.clock.now() })
      .where('id', '=', invitation.id)
      .execute();
    await audit(trx, ctx, 'invitation.revoke', club, invitation);
  });
}

/**
 * Gives an invitation another link; the old one stops working. One that has expired lasts as long again as it was made
 * for. Where it has an address, the new link is mailed to it.
 */
export async function replaceInvitation(
  ctx: Dependencies,
  club: LoadedClub,
  invitationId: string,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    const old = await lockOfClub(trx, ctx, club, invitationId);
    requireMayInvite(ctx, club, old.role);
    if (old.state === 'revoked' || old.state === 'used') throw new AppError(`invitation_${old.state}`);
    await limitMails(ctx, old);
    const lastsMs = old.expires_at.getTime() - old.created_at.getTime();
    const next = { id: old.id, email: old.email, token_version: old.token_version + 1 };
    await trx
      .updateTable('invitation')
      .set({
        token_version: next.token_version,
        ...tokenHashes(ctx, next),
        ...(old.state === 'expired' ? { expires_at: new Date(now.getTime() + lastsMs) } : {}),
      })
      .where('id', '=', old.id)
      .execute();
    await trx
      .insertInto('invitation_replaced_token')
      .values(
        [old.token_hash, old.mailed_token_hash].flatMap((token_hash) =>
          token_hash ? [{ token_hash, invitation_id: old.id }] : [],
        ),
      )
      .execute();
    await queueInvitationMails(ctx, trx, ctx.viewer.id, [next]);
    await audit(trx, ctx, 'invitation.replace', club, old);
  });
}

function requireMayInvite({ viewer }: Dependencies, club: LoadedClub, role: InvitationRow['role']): void {
  if (role === 'photographer' && !targetRules.club.invitePhotographers(viewer, club.facts))
    throw new AppError('club_forbidden');
}

async function limitMails(
  ctx: Dependencies,
  { email }: { email?: string | null | undefined },
): Promise<void> {
  if (email && mailWithLinks(ctx.mail)) await ctx.rateLimits.limitRequests('invitation-mail', ctx.viewer.id);
}

async function lockOfClub(
  trx: Transaction<DB>,
  ctx: Dependencies,
  club: LoadedClub,
  invitationId: string,
): Promise<InvitationRow> {
  const id = requireId(invitationId, 'invitation_not_found');
  await lockInvitation(trx, id);
  const invitation = await invitations(trx, ctx.clock.now())
    .where('invitation.id', '=', id)
    .where('invitation.club_id', '=', club.id)
    .executeTakeFirst();
  if (!invitation) throw new AppError('invitation_not_found');
  return invitation;
}

const audit = (
  trx: Transaction<DB>,
  ctx: Dependencies,
  action: AuditAction,
  club: LoadedClub,
  { id, role }: { id: string; role: string },
): Promise<void> => recordClubAudit(trx, ctx.viewer, action, club, { invitation_id: id, role });
