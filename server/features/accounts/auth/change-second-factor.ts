import type { Kysely, Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type {
  RecoveryCodes,
  SecondFactorSetup,
  SecondFactorState,
} from '#server/contract/schemas/second-factor.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { getInstallationName } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import type { Actor } from '#server/features/platform/audit/record-audit.ts';
import { hashToken, newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { makeRecoveryCodes, writeRecoveryCode } from './recovery-codes.ts';
import { requireRecentPassword } from './require-recent-password.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  saveRecoveryCodes,
} from './second-factor.repository.ts';
import { revokeSessionsOf } from './sessions.repository.ts';
import { stopFactorRemoval } from './stop-factor-removal.ts';
import { tellOwner } from './tell-owner.ts';
import { describeForApp, stepOfCode } from './totp.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'tokens' | 'passwords'> & {
  viewer: SignedIn;
};

export async function getSecondFactor({ db, viewer }: Dependencies): Promise<SecondFactorState> {
  const factor = await findSecondFactor(db, viewer.id);
  if (!factor?.confirmed_at) return { since: null, recovery_codes_left: 0 };
  return {
    since: factor.confirmed_at.toISOString(),
    recovery_codes_left: await countRecoveryCodes(db, viewer.id),
  };
}

/** Begins a set-up, which asks for nothing at sign-in before it is confirmed; one begun before ends. */
export async function beginSecondFactor(ctx: Dependencies): Promise<SecondFactorSetup> {
  await requireRecentPassword(ctx, ctx.db, 'all');
  const id = newId();
  const secret = ctx.tokens.secondFactorSecret(id);
  const factor = { id, secret_hash: hashToken(secret), created_at: ctx.clock.now() };
  if (!(await insertSecondFactor(ctx.db, ctx.viewer.id, factor))) throw new AppError('second_factor_exists');
  return describeForApp(secret, await getInstallationName(ctx.db), ctx.viewer.username);
}

/** Confirms by a code that the app has the secret: from now on sign-ins ask for codes. The other sessions end. */
export async function confirmSecondFactor(ctx: Dependencies, code: string): Promise<RecoveryCodes> {
  await requireRecentPassword(ctx, ctx.db, 'all');
  const { viewer } = ctx;
  const now = ctx.clock.now();
  const factor = await findSecondFactor(ctx.db, viewer.id);
  if (!factor) throw new AppError('second_factor_missing');
  if (factor.confirmed_at) throw new AppError('second_factor_exists');
  const step = stepOfCode(ctx.tokens.secondFactorSecret(factor.id), code.replace(/\s/g, ''), now);
  if (step === null) throw new AppError('second_factor_incorrect');
  return changeOwn(ctx, 'second_factor_added', async (trx, saveCodes) => {
    if (!(await confirmFactor(trx, { id: factor.id, userId: viewer.id, step }, now)))
      throw new AppError('edit_conflict');
    await saveCodes();
    await revokeSessionsOf(trx, viewer.id, now, viewer.sessionId);
  });
}

/** Makes ten new codes; those before count no more. */
export async function renewRecoveryCodes(ctx: Dependencies): Promise<RecoveryCodes> {
  await requireRecentPassword(ctx, ctx.db, 'all');
  await requireConfirmed(ctx.db, ctx.viewer.id); // before the hashes, which are slow
  return changeOwn(ctx, 'recovery_codes_renewed', async (trx, saveCodes) => {
    await requireConfirmed(trx, ctx.viewer.id);
    await saveCodes();
  });
}

async function requireConfirmed(db: Kysely<DB> | Transaction<DB>, userId: string): Promise<void> {
  if (!(await findSecondFactor(db, userId))?.confirmed_at) throw new AppError('second_factor_missing');
}

/** Makes recovery codes, and stores them in the transaction of a change of the viewer's own. */
async function changeOwn(
  ctx: Dependencies,
  event: 'second_factor_added' | 'recovery_codes_renewed',
  change: (trx: Transaction<DB>, saveCodes: () => Promise<void>) => Promise<void>,
): Promise<RecoveryCodes> {
  const codes = makeRecoveryCodes();
  const hashed: { hint: string; proof_hash: string }[] = [];
  for (const { hint, proof } of codes) hashed.push({ hint, proof_hash: await ctx.passwords.hash(proof) });
  await ctx.db.transaction().execute(async (trx) => {
    await holdAccounts(trx, ctx.viewer.id);
    await change(trx, () => saveRecoveryCodes(trx, ctx.viewer.id, hashed));
    await stopFactorRemoval(ctx, trx, ctx.viewer);
    await tellOwner(ctx, trx, event, ctx.viewer);
  });
  publishChange(ctx, ctx.viewer.id);
  return { recovery_codes: codes.map(writeRecoveryCode) };
}

export async function removeOwnSecondFactor(ctx: Dependencies): Promise<void> {
  await requireRecentPassword(ctx, ctx.db, 'all');
  const { viewer } = ctx;
  const removed = await ctx.db.transaction().execute(async (trx) => {
    await stopFactorRemoval(ctx, trx, viewer);
    return removeSecondFactor(ctx, trx, viewer, viewer, viewer.sessionId);
  });
  if (!removed) throw new AppError('second_factor_missing');
  publishChange(ctx, viewer.id);
}

/**
 * Removes the second factor of an account with its recovery codes, ends its sessions, and tells its owner. Call `publishChange` after
 * the commit.
 * @returns whether it had one
 */
export async function removeSecondFactor(
  ctx: Needs<'clock' | 'jobs' | 'mail'>,
  trx: Transaction<DB>,
  account: { id: string; username: string },
  actor: Actor,
  exceptSessionId?: string,
): Promise<boolean> {
  await holdAccounts(trx, account.id);
  if (!(await deleteSecondFactor(trx, account.id))) return false;
  await revokeSessionsOf(trx, account.id, ctx.clock.now(), exceptSessionId);
  await tellOwner(ctx, trx, 'second_factor_removed', account, {}, actor);
  return true;
}

export function publishChange({ bus }: Needs<'bus'>, userId: string): void {
  bus.publish({ topic: `user:${userId}`, kind: 'session' });
  publishNotifications(bus, [userId]);
}
