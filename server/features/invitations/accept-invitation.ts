import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import { isPhotographerFor, type RoleGrant } from '#server/contract/permissions.ts';
import type { joinedClub } from '#server/contract/schemas/invitations.ts';
import type { DB } from '#server/db/tables.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import { hashToken } from '#server/features/auth/token-signer.ts';
import { lockClub } from '#server/features/clubs/clubs.repository.ts';
import { findMembershipStatus, saveApprovedMembership } from '#server/features/clubs/members.repository.ts';
import { publishMembersChanged } from '#server/features/clubs/publish-members-changed.ts';
import { publishNotifications } from '#server/features/notifications/notify.ts';
import { settleNotifications } from '#server/features/notifications/settle-notifications.ts';
import { markEmailVerified } from '#server/features/users/email-address.ts';
import { saveGrant } from '#server/features/users/roles.repository.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  findInvitationByToken,
  hasAccepted,
  type InvitationRow,
  insertAcceptance,
  isReplacedToken,
  lockInvitation,
} from './invitations.repository.ts';

/** Why an invitation lets nobody in. */
export const invitationErrors: ErrorCode[] = [
  'invitation_not_found',
  'invitation_used',
  'invitation_expired',
  'invitation_revoked',
  'invitation_replaced',
];

export type JoinedClub = z.output<typeof joinedClub>;
/** The account that joins, with the roles it has. */
type Joiner = { id: string; username: string; grants: readonly RoleGrant[] };

/** Lets the viewer join the club. Changes nothing where the viewer has all that the invitation gives. */
export async function acceptInvitation(
  ctx: Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn },
  token: string,
): Promise<JoinedClub> {
  const now = ctx.clock.now();
  const { joined, settled } = await ctx.db.transaction().execute(async (trx) => {
    const invitation = await joinClub(trx, token, ctx.viewer, now);
    await verifyMailedAddress(trx, invitation, token, ctx.viewer.id, now);
    const readers = [ctx.viewer.id];
    return {
      joined: toJoinedClub(invitation),
      settled: await settleNotifications(ctx, trx, ['getting_started_clubs'], { readers }),
    };
  });
  publishNotifications(ctx.bus, settled);
  publishRights(ctx.bus, [ctx.viewer.id]);
  await publishMembersChanged(ctx, joined.club.id);
  return joined;
}

/** The invitation of a token that works or has worked for this viewer; reading spends nothing. */
export async function readInvitation(
  db: Kysely<DB> | Transaction<DB>,
  token: string,
  viewer: Joiner | null,
  now: Date,
): Promise<InvitationRow & { accepted: boolean }> {
  const invitation = await findInvitationByToken(db, hashToken(token), now);
  if (!invitation) {
    const isReplaced = await isReplacedToken(db, hashToken(token));
    throw new AppError(isReplaced ? 'invitation_replaced' : 'invitation_not_found');
  }
  const acceptedBefore = viewer !== null && (await hasAccepted(db, invitation.id, viewer.id));
  const isMember =
    viewer !== null && (await findMembershipStatus(db, invitation.club_id, viewer.id)) === 'approved';
  if (isMember && (acceptedBefore || hasRole(viewer, invitation))) return { ...invitation, accepted: true };
  // A membership that ended, or a role that was taken, does not come back with the same invitation.
  if (acceptedBefore) throw new AppError('invitation_accepted_before');
  if (invitation.state !== 'open') throw new AppError(`invitation_${invitation.state}`);
  return { ...invitation, accepted: false };
}

/**
 * Spends one use: makes the account an approved member, and photographer where the invitation says so. Roles and
 * memberships that are there stay as they are.
 */
export async function joinClub(
  trx: Transaction<DB>,
  token: string,
  joiner: Joiner,
  now: Date,
): Promise<InvitationRow> {
  const found = await readInvitation(trx, token, joiner, now);
  // The club first, as in requests for membership; then two who want the last use come one after the other.
  if (!(await lockClub(trx, found.club_id))) throw new AppError('invitation_not_found');
  await lockInvitation(trx, found.id);
  const invitation = await readInvitation(trx, token, joiner, now);
  if (invitation.accepted) return invitation;
  const { id, club_id, role, created_by } = invitation;
  await insertAcceptance(trx, id, joiner.id, now);
  await saveApprovedMembership(trx, { club_id, user_id: joiner.id, approved_by: created_by }, now);
  if (role === 'photographer')
    await saveGrant(trx, { user_id: joiner.id, role_name: role, club_id, created_by });
  await recordClubAudit(
    trx,
    joiner,
    'invitation.accept',
    { id: club_id, name: invitation.club_name },
    { invitation_id: id, role },
  );
  return invitation;
}

/** Marks the account's address as confirmed where the token came in a mail to it. @returns whether it is */
export async function verifyMailedAddress(
  trx: Transaction<DB>,
  { email, mailed_token_hash }: InvitationRow,
  token: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  if (email === null || !mailed_token_hash?.equals(hashToken(token))) return false;
  return markEmailVerified(trx, userId, email, now);
}

export const toJoinedClub = ({ club_id, club_name, role }: InvitationRow): JoinedClub => ({
  club: { id: club_id, name: club_name },
  role,
});

const hasRole = (viewer: Joiner, { role, club_id }: InvitationRow): boolean =>
  role === 'member' || isPhotographerFor(viewer, [club_id]);
