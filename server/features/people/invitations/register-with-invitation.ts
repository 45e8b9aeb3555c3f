import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { JoinedClub, registerWithInvitationInput } from '#server/contract/schemas/invitations.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import { openSession, type SessionDependencies } from '#server/features/accounts/auth/open-session.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { queueVerification } from '#server/features/accounts/users/email-address.ts';
import { insertUser, invitedNotices } from '#server/features/accounts/users/save-user.ts';
import { requireStrongPassword } from '#server/features/accounts/users/weak-passwords.ts';
import { publishMembersChanged } from '#server/features/clubs/clubs/publish-members-changed.ts';
import { joinClub, readInvitation, toJoinedClub, verifyMailedAddress } from './accept-invitation.ts';

type Dependencies = SessionDependencies &
  Needs<'passwords' | 'rateLimits' | 'bus' | 'jobs' | 'mail'> & { clientAddress: string };

/** Creates an account that is a member of the club at once, or no account; also where registration needs an invitation. */
export async function registerWithInvitation(
  ctx: Dependencies,
  { token, ...account }: z.output<typeof registerWithInvitationInput>,
): Promise<Session & JoinedClub> {
  const { registration } = await getInstallationSettings(ctx.db);
  if (registration === 'closed') throw new AppError('registration_closed');
  if (ctx.provider?.isOnly) throw new AppError('oidc_only');
  await readInvitation(ctx.db, token, null, ctx.clock.now());
  requireStrongPassword(account.password, account.username);
  await ctx.rateLimits.limitRequests('register', ctx.clientAddress);
  const password_hash = await ctx.passwords.hash(account.password);
  const now = ctx.clock.now();
  const { userId, joined, notified } = await ctx.db.transaction().execute(async (trx) => {
    const id = await insertUser(trx, { ...account, password_hash }, invitedNotices);
    const joiner = { id, username: account.username, grants: [] };
    const { invitation, ...as } = await joinClub(ctx, trx, token, joiner);
    if (!(await verifyMailedAddress(trx, invitation, token, id, now))) await queueVerification(ctx, trx, id);
    return { userId: id, joined: toJoinedClub(invitation, as), notified: as.notified };
  });
  publishNotifications(ctx.bus, notified);
  await publishMembersChanged(ctx, joined.club.id);
  return { ...(await openSession(ctx, userId, password_hash)), ...joined };
}
