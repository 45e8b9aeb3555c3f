import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { hourMs } from '#server/contract/lifetimes.ts';
import type { ProviderConnection } from '#server/contract/schemas/oidc.ts';
import type { DB } from '#server/db/tables.ts';
import { holdViewer } from '#server/features/accounts/auth/hold-viewer.ts';
import { requireRecentPassword } from '#server/features/accounts/auth/require-recent-password.ts';
import { markAuthenticated, revokeSessionsOf } from '#server/features/accounts/auth/sessions.repository.ts';
import { tellOwner } from '#server/features/accounts/auth/tell-owner.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { hasPassword } from '#server/features/accounts/users/users.repository.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import { beginAtProvider } from './begin-at-provider.ts';
import {
  deleteIdentityOf,
  findIdentity,
  findIdentityOf,
  insertIdentity,
} from './external-identities.repository.ts';
import { getProvider } from './provider.ts';
import { findLatestEnd } from './provider-sessions.repository.ts';
import { type AnswerDependencies, readAnswer, spendAnswer, type UsableAnswer } from './use-answer.ts';

type Dependencies = AnswerDependencies &
  Needs<'bus' | 'jobs' | 'mail' | 'relyingParty'> &
  Pick<RequestContext, 'setupViewer'> & { viewer: SignedIn };

/** Whether the viewer's account is connected to one of the provider. */
export async function getConnection(ctx: Dependencies): Promise<ProviderConnection> {
  const { db, viewer, provider } = ctx;
  const connected = provider && (await findIdentityOf(db, viewer.id, provider.issuer));
  const endsByItself = connected && (await findLatestEnd(db, connected.id)) === null;
  return {
    label: provider?.label ?? null,
    session_hours: provider && !endsByItself ? provider.sessionMs / hourMs : null,
    connected_since: connected ? connected.created_at.toISOString() : null,
  };
}

/** Sends the viewer to the provider, to connect an account or instead of giving the password again. */
export async function beginForViewer(
  ctx: Dependencies,
  { purpose, ...where }: { purpose: 'connect' | 'confirm'; from: string; page?: string | undefined },
): Promise<{ url: string }> {
  if (purpose === 'connect') {
    refuseDuringSetup(ctx);
    await requireRecentPassword(ctx, ctx.db, 'all');
  }
  return beginAtProvider(ctx, { purpose, sessionId: ctx.viewer.sessionId, ...where });
}

/** A session that has to set up a second factor gives no other way in to the account. */
function refuseDuringSetup({ setupViewer }: Dependencies): void {
  if (setupViewer) throw new AppError('second_factor_needed');
}

/**
 * Does in the session that asked what the viewer was sent to the provider for.
 * @throws AppError oidc_failed, oidc_taken, oidc_other_account
 */
export async function finishForViewer(ctx: Dependencies): Promise<void> {
  const answer = await readAnswer(ctx);
  if (answer.purpose === 'sign_in' || answer.sessionId !== ctx.viewer.sessionId)
    throw new AppError('oidc_failed');
  if (answer.purpose === 'connect') await connect(ctx, answer);
  else await confirm(ctx, answer);
  ctx.providerCookie.clear();
}

/** Connects the account; the viewer's other sessions end and the owner is told. */
async function connect(ctx: Dependencies, answer: UsableAnswer): Promise<void> {
  refuseDuringSetup(ctx);
  await change(ctx, 'identity_connected', async (trx) => {
    await spendAnswer(trx, answer);
    if (!(await insertIdentity(trx, ctx.viewer.id, answer.proved, ctx.clock.now())))
      throw new AppError('oidc_taken');
  });
}

/** Counts as the password given again in the session in use. */
async function confirm(ctx: Dependencies, answer: UsableAnswer): Promise<void> {
  const { db, viewer, clock } = ctx;
  const identity = await findIdentity(db, answer.proved);
  if (identity?.user_id !== viewer.id) throw new AppError('oidc_other_account');
  await db.transaction().execute(async (trx) => {
    await spendAnswer(trx, answer);
    await markAuthenticated(trx, viewer.sessionId, clock.now());
  });
}

/**
 * Disconnects the account; sessions that the provider opened end with the viewer's other sessions.
 * @throws AppError oidc_needs_password where there would be no other way in
 */
export async function disconnect(ctx: Dependencies): Promise<void> {
  await requireRecentPassword(ctx, ctx.db, 'all');
  const { issuer } = getProvider(ctx);
  await change(ctx, 'identity_disconnected', async (trx) => {
    if (!(await hasPassword(trx, ctx.viewer.id))) throw new AppError('oidc_needs_password');
    if (!(await deleteIdentityOf(trx, ctx.viewer.id, issuer))) throw new AppError('oidc_not_connected');
  });
}

async function change(
  ctx: Dependencies,
  event: 'identity_connected' | 'identity_disconnected',
  work: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  const { db, viewer, clock, bus } = ctx;
  const now = clock.now();
  const provider = getProvider(ctx).label;
  await db.transaction().execute(async (trx) => {
    await holdViewer(ctx, trx);
    await work(trx);
    await revokeSessionsOf(trx, viewer.id, now, viewer.sessionId);
    await tellOwner(ctx, trx, event, viewer, { provider });
  });
  bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
  publishNotifications(bus, [viewer.id]);
}
