import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import type { AuditAction } from '#server/contract/audit-actions.ts';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import type { createInvitationInput, replaceInvitationInput } from '#server/contract/schemas/invitations.ts';
import type { DB } from '#server/db/tables.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { lockMinor } from '#server/features/people/guardians/guardianship-rules.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  createInvitations,
  isForOnePerson,
  isLinkKnown,
  tokenHashes,
} from './insert-invitations-and-queue-mails.ts';
import {
  findListedInvitation,
  findOpenPersonalInvitations,
  type InvitationRow,
  invitations,
  listChildrenToInvite,
  lockInvitation,
  replaceTokens,
} from './invitations.repository.ts';
import { queueInvitationMails } from './queue-invitation-mails.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens' | 'jobs' | 'mail' | 'rateLimits'> & { viewer: SignedIn };

/** Makes one invitation. @returns its id */
export async function createInvitation(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  input: z.output<typeof createInvitationInput>,
): Promise<string> {
  requireMayInvite(ctx, club, input);
  const isForPerson = isForOnePerson(input);
  if (isForPerson && (input.max_uses ?? 1) !== 1)
    throw fieldError('max_uses', 'An invitation for one person can be used once');
  if (input.guardian_of && input.role !== 'member') throw fieldError('role', 'Must be one of: member');
  const guardian_of = input.guardian_of && requireId(input.guardian_of, 'club_person_not_found');
  await limitMails(ctx, input);
  const wanted = {
    ...input,
    guardian_of,
    expires_at: new Date(ctx.clock.now().getTime() + input.expires_in_days * dayMs),
  };
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    if (guardian_of) await lockMinor(trx, club.id, guardian_of, ctx.clock.today());
    const cause = { clubId: club.id, createdBy: ctx.viewer.id };
    const [id = ''] = await createInvitations(ctx, trx, cause, [wanted]);
    await audit(trx, ctx, 'invitation.create', club, { id, role: input.role, guardian_of });
    return id;
  });
}

/**
 * Makes an invitation for a guardian of each child who has neither a guardian nor an open one, to be handed over on paper.
 * @returns their ids, in the order of the children's names
 */
export async function inviteGuardiansOfAll(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
): Promise<string[]> {
  if (!targetRules.club.managePeople(ctx.viewer, club.facts)) throw new AppError('club_forbidden');
  await ctx.rateLimits.limitRequests('member-import', ctx.viewer.id);
  const expires_at = new Date(ctx.clock.now().getTime() + lifetimes.invitationConfirmsMs);
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const children = await listChildrenToInvite(trx, club.id, ctx.clock.today(), ctx.clock.now());
    const cause = { clubId: club.id, createdBy: ctx.viewer.id };
    const ids = await createInvitations(
      ctx,
      trx,
      cause,
      children.map((guardian_of) => ({ role: 'member', guardian_of, expires_at })),
    );
    if (ids.length > 0)
      await recordClubAudit(trx, ctx.viewer, 'invitation.createForChildren', club, {
        invitations: ids.length,
      });
    return ids;
  });
}

/** Ends an invitation; accounts that joined with it stay members. */
export async function revokeInvitation(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
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
 * for. Where it has an address, the new link is mailed to it. Another address gets another link too, because the old one
 * may be in a stranger's mailbox.
 */
export async function replaceInvitation(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  { invitation_id, email }: z.output<typeof replaceInvitationInput>,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    const old = await lockOfClub(trx, ctx, club, invitation_id);
    requireMayInvite(ctx, club, old);
    if (old.state === 'revoked' || old.state === 'used') throw new AppError(`invitation_${old.state}`);
    if (email && old.max_uses !== 1)
      throw fieldError('email', 'Only an invitation for one person has an address');
    const lastsMs = old.expires_at.getTime() - old.created_at.getTime();
    const next = { id: old.id, email: email ?? old.email, token_version: old.token_version + 1 };
    await limitMails(ctx, next);
    await trx
      .updateTable('invitation')
      .set({
        email: next.email,
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

/**
 * Gives another link to every open invitation for one person whose link cannot be shown, because it was made with another
 * secret: one before a restore, for example. Those with an address are mailed. Invitations that the viewer may not make stay.
 * @returns how many have another link
 */
export async function replaceUnknownLinks(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
): Promise<number> {
  // As many mails as an import sends.
  await ctx.rateLimits.limitRequests('member-import', ctx.viewer.id);
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const open = await findOpenPersonalInvitations(trx, club.id, ctx.clock.now());
    const next = open
      .filter((each) => !isLinkKnown(ctx, each) && mayInvite(ctx, club, each))
      .map((each) => ({ ...each, token_version: each.token_version + 1 }));
    await replaceTokens(
      trx,
      next.map((each) => ({ id: each.id, ...tokenHashes(ctx, each) })),
    );
    await queueInvitationMails(ctx, trx, ctx.viewer.id, next);
    if (next.length > 0)
      await recordClubAudit(trx, ctx.viewer, 'invitation.replaceUnknown', club, { invitations: next.length });
    return next.length;
  });
}

/**
 * Mails an open invitation to its address, as it would have been when it was made. The link stays as it is, so that a
 * printed one goes on working. Nothing happens where this link was mailed before.
 */
export async function mailInvitation(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  invitationId: string,
): Promise<void> {
  if (!mailWithLinks(ctx.mail)) throw new AppError('mail_not_set_up');
  await ctx.db.transaction().execute(async (trx) => {
    const invitation = await lockOfClub(trx, ctx, club, invitationId);
    requireMayInvite(ctx, club, invitation);
    if (invitation.state !== 'open') throw new AppError(`invitation_${invitation.state}`);
    if (invitation.email === null) throw fieldError('email', 'Email is required');
    if (!isLinkKnown(ctx, invitation)) throw new AppError('invitation_link_unknown');
    if ((await findListedInvitation(trx, invitation.id, ctx.clock.now()))?.mail) return;
    await limitMails(ctx, invitation);
    await queueInvitationMails(ctx, trx, ctx.viewer.id, [invitation]);
    await audit(trx, ctx, 'invitation.mail', club, invitation);
  });
}

type Given = Pick<InvitationRow, 'role'> & { guardian_of?: string | null | undefined };

const mayInvite = ({ viewer }: Dependencies, { facts }: LoadedClub, { role, guardian_of }: Given): boolean =>
  (role !== 'photographer' || targetRules.club.invitePhotographers(viewer, facts)) &&
  (!guardian_of || targetRules.club.managePeople(viewer, facts));

function requireMayInvite(ctx: Dependencies, club: LoadedClub, given: Given): void {
  if (!mayInvite(ctx, club, given)) throw new AppError('club_forbidden');
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
  { id, role, guardian_of }: { id: string } & Given,
): Promise<void> =>
  recordClubAudit(trx, ctx.viewer, action, club, {
    invitation_id: id,
    role,
    ...(guardian_of && { club_person_id: guardian_of }),
  });
