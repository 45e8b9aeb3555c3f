import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { isGlobalAdmin } from '#server/contract/permissions.ts';
import type { AccountFactors } from '#server/contract/schemas/second-factor.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { removeAllPasskeys } from '#server/features/accounts/passkeys/change-passkeys.ts';
import { mayChangeAccount } from '#server/features/accounts/users/protect-superusers.ts';
import { findUser } from '#server/features/accounts/users/users.repository.ts';
import { type Actor, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { mailWithLinks } from '#server/features/platform/outbox/mail-with-links.ts';
import { listFormerAddresses } from '#server/features/platform/outbox/outbox.repository.ts';
import { queueMails } from '#server/features/platform/outbox/queue-mail.ts';
import { hashToken, newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { publishChange, removeSecondFactor } from './change-second-factor.ts';
import {
  deleteFactorRemoval,
  findFactorRemoval,
  findRemovalByToken,
  hasFactors,
  insertFactorRemoval,
  listDueRemovals,
  takeFactorRemoval,
} from './factor-removals.repository.ts';
import { stopFactorRemoval } from './stop-factor-removal.ts';

type Telling = Needs<'clock' | 'jobs' | 'mail'>;
type Account = { id: string; username: string };

/** What an administrator is told of an account's second factor. */
export async function getAccountFactors(
  { db, clock }: Needs<'db' | 'clock'>,
  { id }: User,
): Promise<AccountFactors> {
  const removal = await findFactorRemoval(db, id, clock.now());
  return {
    has_factors: await hasFactors(db, id),
    removed_at: removal?.removed_at?.toISOString() ?? null,
    refused_until: removal?.refused_until?.toISOString() ?? null,
  };
}

/**
 * Begins the removal of an account's passkeys and codes, which takes place a day later unless the owner stops it. The owner is told
 * at once: on the page, and by mail at the address that is confirmed. One that waits already goes on.
 * @throws AppError second_factor_missing, factor_removal_stopped
 */
export async function removeFactorsLater(
  ctx: Telling & Needs<'tokens'> & { viewer: SignedIn },
  trx: Transaction<DB>,
  account: User,
): Promise<void> {
  const now = ctx.clock.now();
  // Two at once wait for each other, and for a factor that is just set up or used.
  await holdAccounts(trx, account.id);
  if (!(await hasFactors(trx, account.id))) throw new AppError('second_factor_missing');
  const before = await findFactorRemoval(trx, account.id, now);
  if (before?.refused_until) throw new AppError('factor_removal_stopped');
  if (before) return;
  const id = newId();
  const stop_token_hash = hashToken(ctx.tokens.signStopRemoval(id));
  await insertFactorRemoval(trx, account.id, { id, asked_by: ctx.viewer.id, asked_at: now, stop_token_hash });
  const target = { kind: 'user', id: account.id, name: account.username };
  await recordAudit(trx, ctx.viewer, { action: 'user.factor_removal_asked', target });
  const params = { user: ctx.viewer.username, removal_id: id };
  await notify(ctx, trx, [account.id], [{ kind: 'factor_removal_asked', params, href: '/settings' }]);
  await queueStopLinks(ctx, trx, account, id);
}

/**
 * Mails the link that stops the removal to the confirmed address, and to those that the account had before a short time ago: whoever
 * took over an administrator could otherwise change the address first.
 */
async function queueStopLinks(
  ctx: Telling,
  trx: Transaction<DB>,
  { id, email, email_verified }: User,
  removalId: string,
): Promise<void> {
  if (!mailWithLinks(ctx.mail)) return;
  const addresses = new Set(await listFormerAddresses(trx, id));
  if (email_verified) addresses.add(email);
  await queueMails(
    ctx,
    trx,
    [...addresses].map((recipient) => ({
      kind: 'factor_removal_asked',
      dedupeKey: `factor_removal_asked:${newId()}`,
      userId: id,
      recipient,
      params: { removal_id: removalId },
    })),
  );
}

/** Stops the removal of the viewer's factors, in any of their sessions. Does nothing where none waits. */
export async function stopOwnRemoval(
  ctx: Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn },
): Promise<void> {
  await ctx.db.transaction().execute((trx) => stopFactorRemoval(ctx, trx, ctx.viewer));
  publishChange(ctx, ctx.viewer.id);
}

/**
 * Stops it by the link that was mailed, also for an account that is not active.
 * @throws AppError token_not_found, also once the factors are removed; token_used
 */
export async function stopRemovalByLink(
  ctx: Needs<'db' | 'clock' | 'bus'>,
  token: string,
): Promise<{ username: string }> {
  const owner = await ctx.db.transaction().execute(async (trx) => {
    const found = await findRemovalByToken(trx, token);
    if (!found) throw new AppError('token_not_found');
    if (!(await stopFactorRemoval(ctx, trx, found))) throw new AppError('token_used');
    return found;
  });
  publishChange(ctx, owner.id);
  return { username: owner.username };
}

/** Removes the factors of all accounts that are due. */
export async function removeDueFactors(ctx: Telling & Needs<'db' | 'bus'>): Promise<void> {
  for (const userId of await listDueRemovals(ctx.db, ctx.clock.now()))
    await removeFactorsWhenDue(ctx, userId);
}

/**
 * Removes the factors of an account if it is time. Until this commits they count in everything; from then on in nothing.
 * Nothing is removed where whoever asked for it could not ask for it now.
 */
export async function removeFactorsWhenDue(
  ctx: Telling & Needs<'db' | 'bus'>,
  userId: string,
): Promise<void> {
  const now = ctx.clock.now();
  const removal = await findFactorRemoval(ctx.db, userId, now);
  if (!removal?.removed_at || removal.removed_at > now) return;
  const isRemoved = await ctx.db.transaction().execute(async (trx) => {
    await holdAccounts(trx, userId, removal.asked_by);
    if (!(await takeFactorRemoval(trx, removal.id))) return false;
    const [account, actor] = [await findUser(trx, userId), await findUser(trx, removal.asked_by)];
    if (!account || !actor || !mayStillAsk(actor, account)) return false;
    await removeFactors(ctx, trx, account, actor);
    return true;
  });
  if (isRemoved) publishChange(ctx, userId);
}

function mayStillAsk(actor: User, account: User): boolean {
  const viewer = { id: actor.id, grants: actor.role_assignments };
  return actor.is_active && isGlobalAdmin(viewer) && mayChangeAccount(viewer, account);
}

/** Removes codes and passkeys of an account at once, ends its sessions and tells its owner. Call `publishChange` after the commit. */
export async function removeFactors(
  ctx: Telling,
  trx: Transaction<DB>,
  account: Account,
  actor: Actor,
): Promise<{ hadCodes: boolean; hadPasskeys: boolean }> {
  const hadCodes = await removeSecondFactor(ctx, trx, account, actor);
  const hadPasskeys = await removeAllPasskeys(ctx, trx, account, actor);
  await deleteFactorRemoval(trx, account.id);
  await settleNotifications(ctx, trx, ['factor_removal_asked'], { readers: [account.id] });
  return { hadCodes, hadPasskeys };
}
