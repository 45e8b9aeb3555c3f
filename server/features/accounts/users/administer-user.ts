import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type {
  createUserInput,
  quickPhotographerInput,
  User,
  updateUserInput,
} from '#server/contract/schemas/users.ts';
import { deleteFactorRemoval } from '#server/features/accounts/auth/factor-removals.repository.ts';
import { requireRecentPassword } from '#server/features/accounts/auth/require-recent-password.ts';
import { revokeSessionsOf } from '#server/features/accounts/auth/sessions.repository.ts';
import { publishEnded, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { fromTo, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listClubsOfOnlyAdmin, notifyClubsWithoutAdmin } from './clubs-without-admin.ts';
import { setEmail } from './email-address.ts';
import { requireSuperuserForAccount } from './protect-superusers.ts';
import { queueChangeNotice } from './queue-change-notice.ts';
import { requireAdminRemains } from './require-admin-remains.ts';
import { saveGrant } from './roles.repository.ts';
import { insertUser, requireAccountAsSeen, updateUserFields } from './save-user.ts';
import { requireStrongPassword } from './weak-passwords.ts';

type Dependencies = Needs<'db' | 'clock' | 'passwords' | 'bus'> & { viewer: SignedIn };

const asTarget = (user: { id: string; username: string }) => ({
  kind: 'user',
  id: user.id,
  name: user.username,
});

/** Creates an account. The administrator knows its first password, so its owner is asked to change it. */
export async function createUser(
  ctx: Dependencies,
  input: z.output<typeof createUserInput>,
): Promise<string> {
  requireStrongPassword(input.password, input.username);
  const password_hash = await ctx.passwords.hash(input.password);
  return ctx.db.transaction().execute(async (trx) => {
    const id = await insertUser(trx, { ...input, password_hash, must_change_password: true });
    await recordAudit(trx, ctx.viewer, {
      action: 'user.create',
      target: asTarget({ id, username: input.username }),
    });
    return id;
  });
}

/** The quick form beside the gallery: account and photographer role in one step, or neither. */
export async function createPhotographer(
  ctx: Dependencies,
  input: z.output<typeof quickPhotographerInput>,
): Promise<string> {
  const username = input.username || input.email;
  requireStrongPassword(input.password, username);
  const password_hash = await ctx.passwords.hash(input.password);
  return ctx.db.transaction().execute(async (trx) => {
    const id = await insertUser(trx, { ...input, username, password_hash, must_change_password: true });
    await saveGrant(trx, {
      user_id: id,
      role_name: 'photographer',
      club_id: null,
      created_by: ctx.viewer.id,
    });
    await recordAudit(trx, ctx.viewer, {
      action: 'user.create',
      target: asTarget({ id, username }),
      params: { role: 'photographer' },
    });
    return id;
  });
}

/**
 * Writes changed fields only. Deactivation ends the user's sessions at once, and so does a new address by somebody else: it may be
 * given because the account is in wrong hands.
 */
export async function updateUser(
  ctx: Dependencies & Needs<'jobs' | 'mail'>,
  user: User,
  input: z.output<typeof updateUserInput>,
): Promise<void> {
  requireSuperuserForAccount(ctx.viewer, user);
  const { id: _, seen, ...sent } = input;
  const changed = Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) => value !== undefined && value !== user[field as keyof typeof sent],
    ),
  ) as Omit<typeof sent, 'id'>;
  if (Object.keys(changed).length === 0) return;
  const deactivates = changed.is_active === false;
  const isOwn = user.id === ctx.viewer.id;
  const endsSessions = deactivates || (changed.email !== undefined && !isOwn);
  if (deactivates && isOwn) throw new AppError('own_account');
  if (isOwn && changed.email !== undefined) await requireRecentPassword(ctx, ctx.db, 'of the page');
  const told = await ctx.db.transaction().execute(async (trx) => {
    await requireAccountAsSeen(trx, user.id, { ...changed, seen });
    const administered = deactivates ? await listClubsOfOnlyAdmin(trx, user.id) : [];
    const write = async () => {
      await updateUserFields(trx, user.id, { ...changed, email: undefined });
      if (changed.email === undefined) return;
      if (!isOwn) await queueChangeNotice(ctx, trx, 'email_changed', user.id);
      await setEmail(trx, user.id, changed.email, ctx.clock.now());
    };
    await (deactivates ? requireAdminRemains(trx, write) : write());
    if (endsSessions) await revokeSessionsOf(trx, user.id, ctx.clock.now());
    // Its owner could not stop it any more, nor be told.
    if (deactivates) await deleteFactorRemoval(trx, user.id);
    await recordAudit(trx, ctx.viewer, {
      action: 'user.update',
      target: asTarget(user),
      params: {
        fields: Object.keys(changed),
        ...(changed.is_active !== undefined && fromTo(user, { is_active: changed.is_active })),
      },
    });
    return notifyClubsWithoutAdmin(ctx, trx, administered, ctx.viewer.id);
  });
  publishNotifications(ctx.bus, told);
  if (endsSessions) publishRights(ctx.bus, [user.id]);
}

/** Signs the user out everywhere, at once: for a lost phone, or an account in wrong hands. */
export async function endSessionsOf(ctx: Dependencies, user: User): Promise<void> {
  if (user.id === ctx.viewer.id) throw new AppError('own_account');
  requireSuperuserForAccount(ctx.viewer, user);
  await ctx.db.transaction().execute(async (trx) => {
    await revokeSessionsOf(trx, user.id, ctx.clock.now());
    await recordAudit(trx, ctx.viewer, { action: 'user.end_sessions', target: asTarget(user) });
  });
  publishRights(ctx.bus, [user.id]);
}

/** Removes the account. Clubs, events, galleries and photos stay; their creator becomes unknown. */
export async function deleteUser(
  ctx: Dependencies & Needs<'jobs' | 'mail' | 'endings'>,
  user: User,
): Promise<void> {
  if (user.id === ctx.viewer.id) throw new AppError('own_account');
  requireSuperuserForAccount(ctx.viewer, user);
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const administered = await listClubsOfOnlyAdmin(trx, user.id);
    const finish = await ctx.endings.accountLeaves(ctx, trx, { userId: user.id });
    const deleted = await requireAdminRemains(trx, () =>
      trx.deleteFrom('app_user').where('id', '=', user.id).executeTakeFirst(),
    );
    if (deleted.numDeletedRows === 0n) throw new AppError('user_not_found');
    await recordAudit(trx, ctx.viewer, { action: 'user.delete', target: asTarget(user) });
    const told = await notifyClubsWithoutAdmin(ctx, trx, administered, ctx.viewer.id);
    const ended = await finish();
    return { ...ended, users: [...ended.users, ...told] };
  });
  publishEnded(ctx.bus, ended);
  publishRights(ctx.bus, [user.id]);
}
