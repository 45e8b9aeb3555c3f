import type { Kysely, Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { isPhotographerFor, type RoleGrant } from '#server/contract/permissions.ts';
import type { JoinedClub } from '#server/contract/schemas/invitations.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { markEmailVerified } from '#server/features/accounts/users/email-address.ts';
import { saveGrant } from '#server/features/accounts/users/roles.repository.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import {
  findMembershipStatus,
  saveApprovedMembership,
} from '#server/features/clubs/clubs/members.repository.ts';
import { publishMembersChanged } from '#server/features/clubs/clubs/publish-members-changed.ts';
import { lockInvitedChild } from '#server/features/people/guardians/guardianship-rules.ts';
import { type Joined, joinAsGuardian } from '#server/features/people/guardians/join-as-guardian.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { hashToken } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  findInvitationByToken,
  hasAccepted,
  hasLeftSince,
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

export type JoinDependencies = Needs<'clock' | 'jobs' | 'mail'>;
/** The account that joins, with the roles it has. */
type Joiner = { id: string; username: string; grants: readonly RoleGrant[] };

/** Lets the viewer join the club. Changes nothing where the viewer has all that the invitation gives. */
export async function acceptInvitation(
  ctx: JoinDependencies & Needs<'db' | 'bus'> & { viewer: SignedIn },
  token: string,
): Promise<JoinedClub> {
  const now = ctx.clock.now();
  const { joined, notified } = await ctx.db.transaction().execute(async (trx) => {
    const { invitation, ...as } = await joinClub(ctx, trx, token, ctx.viewer);
    await verifyMailedAddress(trx, invitation, token, ctx.viewer.id, now);
    const readers = [ctx.viewer.id];
    return {
      joined: toJoinedClub(invitation, as),
      notified: [
        ...(await settleNotifications(ctx, trx, ['getting_started_clubs'], { readers })),
        ...as.notified,
      ],
    };
  });
  publishNotifications(ctx.bus, notified);
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
  // Members are asked by an invitation for a guardian too.
  const hasAll = viewer !== null && invitation.guardian_of === null && hasRole(viewer, invitation);
  if (isMember && (acceptedBefore || hasAll)) return { ...invitation, accepted: true };
  // A membership that ended, or a role that was taken, does not come back with the same invitation.
  // Who left without answering whether they are a child's guardian may still do so.
  const leftSince =
    viewer !== null &&
    invitation.guardian_of === null &&
    (await hasLeftSince(db, invitation.club_id, viewer.id, invitation.created_at));
  if (acceptedBefore || leftSince) throw new AppError('invitation_accepted_before');
  if (invitation.state !== 'open') throw new AppError(`invitation_${invitation.state}`);
  return { ...invitation, accepted: false };
}

/**
 * Spends one use: makes the account an approved member, and photographer where the invitation says so. Roles and
 * memberships that are there stay as they are. Where it is for a child's guardian, the account becomes one, or the club decides.
 */
export async function joinClub(
  ctx: JoinDependencies,
  trx: Transaction<DB>,
  token: string,
  joiner: Joiner,
): Promise<Joined & { invitation: InvitationRow }> {
  const now = ctx.clock.now();
  const found = await readInvitation(trx, token, joiner, now);
  // The club first, as in requests for membership; then two who want the last use come one after the other.
  if (!(await lockClub(trx, found.club_id))) throw new AppError('invitation_not_found');
  if (found.guardian_of) await lockInvitedChild(trx, found.guardian_of);
  await lockInvitation(trx, found.id);
  const invitation = await readInvitation(trx, token, joiner, now);
  if (invitation.accepted) return { invitation, guardian: null, notified: [] };
  const { id, club_id, role, created_by, guardian_of } = invitation;
  const club = { id: club_id, name: invitation.club_name };
  // Joining forgets that the account left.
  const confirms = await mayConfirm(trx, invitation, joiner, now);
  await insertAcceptance(trx, id, joiner.id, now);
  await saveApprovedMembership(trx, { club_id, user_id: joiner.id, approved_by: created_by }, now);
  if (role === 'photographer')
    await saveGrant(trx, { user_id: joiner.id, role_name: role, club_id, created_by });
  const as: Joined = guardian_of
    ? await joinAsGuardian(trx, ctx, club, {
        ...{ personId: guardian_of, userId: joiner.id, invitedAt: invitation.created_at },
        mayConfirm: confirms,
      })
    : { guardian: null, notified: [] };
  await recordClubAudit(trx, joiner, 'invitation.accept', club, {
    invitation_id: id,
    role,
    ...(as.guardian && { club_person_id: guardian_of, guardian: as.guardian }),
  });
  return { invitation, ...as };
}

/** Decision 0073; what it asks of the child: join-as-guardian.ts. Nobody confirms themselves. */
async function mayConfirm(
  trx: Transaction<DB>,
  { club_id, confirms_guardian, created_at, created_by }: InvitationRow,
  joiner: Joiner,
  now: Date,
): Promise<boolean> {
  return (
    confirms_guardian &&
    now.getTime() - created_at.getTime() < lifetimes.invitationConfirmsMs &&
    created_by !== joiner.id &&
    !(await hasLeftSince(trx, club_id, joiner.id, created_at))
  );
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

export const toJoinedClub = (
  { club_id, club_name, role, guardian_of }: InvitationRow,
  { guardian }: Joined,
): JoinedClub => ({
  club: { id: club_id, name: club_name },
  role,
  guardian,
  child_id: guardian === 'confirmed' ? guardian_of : null,
});

const hasRole = (viewer: Joiner, { role, club_id }: InvitationRow): boolean =>
  role === 'member' || isPhotographerFor(viewer, [club_id]);
