import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { providerSignInInput, registerByProviderInput } from '#server/contract/schemas/oidc.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import { openSession, type SessionDependencies } from '#server/features/accounts/auth/open-session.ts';
import {
  proveSecondFactor,
  type SecondFactorProof,
} from '#server/features/accounts/auth/prove-second-factor.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { markEmailVerified, queueVerification } from '#server/features/accounts/users/email-address.ts';
import { insertUser, invitedNotices } from '#server/features/accounts/users/save-user.ts';
import { accountKey } from '#server/features/accounts/users/users.repository.ts';
import { publishMembersChanged } from '#server/features/clubs/clubs/publish-members-changed.ts';
import { joinClub, readInvitation } from '#server/features/people/invitations/accept-invitation.ts';
import { newId } from '#server/ids.ts';
import type { VisitorAddress } from '#server/trpc/request-context.ts';
import { sealRefreshToken } from './ask-about-sessions.ts';
import { findIdentity, insertIdentity, noteIdentityUse } from './external-identities.repository.ts';
import { joinClaimedClubs } from './join-claimed-clubs.ts';
import { getProvider } from './provider.ts';
import { type AnswerDependencies, readAnswer, spendAnswer, type UsableAnswer } from './use-answer.ts';

type Dependencies = SessionDependencies &
  AnswerDependencies &
  Needs<'passwords' | 'rateLimits' | 'log'> &
  VisitorAddress;

/**
 * Signs in whom the provider has named, if an account is connected to exactly that identity.
 * @throws AppError oidc_account_missing, oidc_failed, second_factor_required
 */
export async function signInByProvider(
  ctx: Dependencies,
  given: z.output<typeof providerSignInInput>,
): Promise<Session> {
  const answer = await readSignIn(ctx);
  const identity = await findIdentity(ctx.db, answer.proved);
  if (!identity) throw new AppError('oidc_account_missing');
  const secondFactor = await proveSecondFactor(ctx, identity.user_id, given);
  return open(ctx, answer, { id: identity.id, userId: identity.user_id }, secondFactor);
}

async function readSignIn(ctx: Dependencies): Promise<UsableAnswer> {
  const answer = await readAnswer(ctx);
  if (answer.purpose !== 'sign_in') throw new AppError('oidc_failed');
  return answer;
}

async function open(
  ctx: Dependencies,
  answer: UsableAnswer,
  identity: { id: string; userId: string },
  secondFactor?: SecondFactorProof,
): Promise<Session> {
  const now = ctx.clock.now();
  const { sid, isStrong, idToken, refreshToken, clubIds } = answer.proved;
  const lastsMs = refreshToken ? lifetimes.sessionLongestMs : getProvider(ctx).sessionMs;
  const id = newId();
  const session = await openSession(
    ctx,
    identity.userId,
    {
      session: {
        id,
        external_identity_id: identity.id,
        provider_sid: sid ?? null,
        provider_id_token: idToken
          ? await ctx.tokens.seal('provider-id-token', { idToken }, lastsMs, now)
          : null,
        provider_refresh_token: refreshToken
          ? await sealRefreshToken(ctx.tokens, id, refreshToken, now)
          : null,
        provider_asked_at: now,
        second_factor_at_provider: isStrong,
        ends_at: refreshToken ? null : new Date(now.getTime() + lastsMs),
      },
      spend: async (trx) => {
        if (!(await noteIdentityUse(trx, identity, now))) throw new AppError('oidc_failed');
        await spendAnswer(trx, answer);
      },
    },
    secondFactor,
  );
  ctx.providerCookie.clear();
  await joinClaimedClubs(ctx, { id: identity.userId, identityId: identity.id }, clubIds);
  return session;
}

/**
 * Creates an account without a password for whom the provider has named, where anybody may register or with an invitation. An
 * address counts as confirmed only where it is the one that the provider has confirmed.
 * @throws AppError registration_closed, registration_by_invitation, username_taken, email_taken, oidc_taken
 */
export async function registerByProvider(
  ctx: Dependencies,
  { invitation, ...account }: z.output<typeof registerByProviderInput>,
): Promise<Session> {
  const answer = await readSignIn(ctx);
  const { proved } = answer;
  const now = ctx.clock.now();
  const { registration } = await getInstallationSettings(ctx.db);
  if (registration === 'closed') throw new AppError('registration_closed');
  if (registration === 'invitation' && !invitation) throw new AppError('registration_by_invitation');
  if (invitation) await readInvitation(ctx.db, invitation, null, now);
  await ctx.rateLimits.limitRequests('register', ctx.clientAddress);
  const { identity, joined } = await ctx.db.transaction().execute(async (trx) => {
    const userId = await insertUser(
      trx,
      { ...account, password_hash: null },
      invitation ? invitedNotices : undefined,
    );
    const id = await insertIdentity(trx, userId, proved, now);
    if (!id) throw new AppError('oidc_taken');
    const joiner = { id: userId, username: account.username, grants: [] };
    const joined = invitation ? await joinClub(ctx, trx, invitation, joiner) : undefined;
    const isConfirmed = proved.emailVerified && accountKey(proved.email ?? '') === accountKey(account.email);
    if (isConfirmed) await markEmailVerified(trx, userId, account.email, now);
    else await queueVerification(ctx, trx, userId);
    return { identity: { id, userId }, joined };
  });
  if (joined) {
    publishNotifications(ctx.bus, joined.notified);
    await publishMembersChanged(ctx, joined.invitation.club_id);
  }
  return open(ctx, answer, identity);
}
