import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { NewPasskey, PasskeyCreation, renamePasskeyInput } from '#server/contract/schemas/passkeys.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { spendChallenge } from '#server/features/accounts/auth/answered-challenges.repository.ts';
import { deviceOf } from '#server/features/accounts/auth/device-of.ts';
import { holdViewer } from '#server/features/accounts/auth/hold-viewer.ts';
import { requireRecentPassword } from '#server/features/accounts/auth/require-recent-password.ts';
import { revokeSessionsOf } from '#server/features/accounts/auth/sessions.repository.ts';
import { stopFactorRemoval } from '#server/features/accounts/auth/stop-factor-removal.ts';
import { tellOwner } from '#server/features/accounts/auth/tell-owner.ts';
import { getInstallationName } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import type { Actor } from '#server/features/platform/audit/record-audit.ts';
import { newId, requireId } from '#server/ids.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import {
  deletePasskey,
  deletePasskeysOf,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  updatePasskeyName,
} from './passkeys.repository.ts';
import { getRelyingParty } from './relying-party.ts';
import { describePasskey, expectChallenge, newChallenge, reasonOf } from './verify-passkey.ts';

type Viewing = Needs<'db' | 'clock'> & { viewer: SignedIn };
type Changing = Viewing & Needs<'bus' | 'jobs' | 'mail'>;
type Telling = Needs<'clock' | 'jobs' | 'mail'>;
type Account = { id: string; username: string };

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
const asked = ({ viewer }: Viewing) => ({ purpose: 'passkey-add' as const, subject: viewer.sessionId });

/** What the browser needs to make a passkey for the viewer; on a device that has one already it makes none. */
export async function beginAddingPasskey(
  ctx: Viewing & Needs<'tokens' | 'relyingParty'>,
): Promise<PasskeyCreation> {
  const { viewer, db } = ctx;
  const party = getRelyingParty(ctx);
  await requireRecentPassword(ctx, db, 'all');
  const known = await listPasskeys(db, viewer.id);
  if (known.length >= countLimits.passkeysMax) throw new AppError('passkeys_enough');
  return {
    challenge: await newChallenge(ctx, asked(ctx)),
    rp: { id: party.id, name: await getInstallationName(db) },
    user: { id: await handleOf(ctx), name: viewer.username, displayName: viewer.fullName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: lifetimes.challengeMs,
    attestation: 'none',
    excludeCredentials: known.filter(({ rp_id }) => rp_id === party.id).map(describePasskey),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** Whom authenticators take the viewer for: random bytes, because they show them without asking for anything. */
async function handleOf({ db, viewer }: Viewing): Promise<string> {
  const { passkey_handle } = await db
    .updateTable('app_user')
    .set((eb) => ({ passkey_handle: eb.fn.coalesce('passkey_handle', eb.val(randomBytes(32))) }))
    .where('id', '=', viewer.id)
    .returning('passkey_handle')
    .executeTakeFirstOrThrow();
  return passkey_handle?.toString('base64url') ?? '';
}

/** Stores a passkey that the browser has made, ends the viewer's other sessions and tells the owner. */
export async function addPasskey(
  ctx: Changing & Needs<'tokens' | 'relyingParty' | 'log'> & Pick<RequestContext, 'userAgent'>,
  made: NewPasskey,
): Promise<void> {
  const { db, clock, viewer } = ctx;
  const party = getRelyingParty(ctx);
  await requireRecentPassword(ctx, db, 'all');
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const expected = expectChallenge(ctx, asked(ctx));
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...made,
      response: { ...made.response, transports: [] },
      clientExtensionResults: {},
    },
    expectedChallenge: expected.right,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    ctx.log.info({ reason: reasonOf(error) }, 'a new passkey was refused');
    throw new AppError('passkey_not_added');
  });
  if (!registrationInfo) throw new AppError('passkey_not_added');
  const { credential, credentialBackedUp } = registrationInfo;
  const { browser, system } = deviceOf(ctx.userAgent);
  const name = [browser, system].filter(Boolean).join(', ') || 'Passkey';
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await holdViewer(ctx, trx);
    if (!(await spendChallenge(trx, expected.challenge()))) throw new AppError('passkey_not_added');
    if ((await listPasskeys(trx, viewer.id)).length >= countLimits.passkeysMax)
      throw new AppError('passkeys_enough');
    const isNew = await insertPasskey(trx, {
      id: newId(),
      user_id: viewer.id,
      credential_id: credential.id,
      rp_id: party.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: made.response.transports ?? [],
      name,
      is_backed_up: credentialBackedUp,
      created_at: now,
    });
    if (!isNew) throw new AppError('passkey_exists');
    await tellChange(ctx, trx, 'added', name);
  });
  publishChange(ctx);
}

/** @throws AppError passkey_not_found, edit_conflict */
export async function renamePasskey(
  { db, viewer }: Viewing,
  { id, name, seen }: z.output<typeof renamePasskeyInput>,
): Promise<void> {
  const passkey = { id: requireId(id, 'passkey_not_found'), userId: viewer.id };
  await db.transaction().execute(async (trx) => {
    await requireAsSeen(seen, { name }, () => lockPasskey(trx, passkey));
    if (!(await updatePasskeyName(trx, { ...passkey, name }))) throw new AppError('passkey_not_found');
  });
}

/** Removes a passkey of the viewer, ends their other sessions and tells the owner. @throws AppError passkey_not_found */
export async function removePasskey(ctx: Changing & Needs<'relyingParty'>, id: string): Promise<void> {
  const passkeyId = requireId(id, 'passkey_not_found');
  await requireRecentPassword(ctx, ctx.db, 'all');
  await ctx.db.transaction().execute(async (trx) => {
    await holdViewer(ctx, trx);
    const removed = await deletePasskey(trx, { id: passkeyId, userId: ctx.viewer.id });
    if (!removed) throw new AppError('passkey_not_found');
    await tellChange(ctx, trx, 'removed', removed.name);
  });
  publishChange(ctx);
}

/**
 * Removes all passkeys of an account, ends its sessions and tells its owner, for whoever owns the server's files.
 * @returns whether there was one
 */
export async function removeAllPasskeys(
  ctx: Telling,
  trx: Transaction<DB>,
  account: Account,
  actor: Actor,
): Promise<boolean> {
  const removed = await deletePasskeysOf(trx, account.id);
  for (const { name } of removed)
    await tellOwner(ctx, trx, 'passkey_removed', account, { device: name }, actor);
  if (removed.length > 0) await revokeSessionsOf(trx, account.id, ctx.clock.now());
  return removed.length > 0;
}

async function tellChange(
  ctx: Changing,
  trx: Transaction<DB>,
  change: 'added' | 'removed',
  name: string,
): Promise<void> {
  const { viewer } = ctx;
  await stopFactorRemoval(ctx, trx, viewer);
  await revokeSessionsOf(trx, viewer.id, ctx.clock.now(), viewer.sessionId);
  await tellOwner(ctx, trx, `passkey_${change}`, viewer, { device: name });
}

function publishChange({ bus, viewer }: Changing): void {
  bus.publish({ topic: `user:${viewer.id}`, kind: 'session' });
  publishNotifications(bus, [viewer.id]);
}
