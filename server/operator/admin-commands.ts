import { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { hourMs, lifetimes } from '#server/contract/lifetimes.ts';
import { roleNames } from '#server/contract/roles.ts';
import { publishChange } from '#server/features/accounts/auth/change-second-factor.ts';
import { removeFactors } from '#server/features/accounts/auth/remove-factors-later.ts';
import { insertResetToken } from '#server/features/accounts/auth/reset-password.ts';
import { resetPasswordPath } from '#server/features/accounts/auth/reset-password-path.ts';
import { findSecondFactor } from '#server/features/accounts/auth/second-factor.repository.ts';
import { saveRoleGrant } from '#server/features/accounts/users/save-role-grant.ts';
import { findAccountByLogin } from '#server/features/accounts/users/users.repository.ts';

/** What `npm run admin` may ask for; also the body of a request to the operator's socket. */
export const operatorRequest = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('reset'),
    username: z.string().min(1),
    /** Removes the second factor and passkeys too. */
    now: z.boolean().optional(),
  }),
  z.object({
    action: z.literal('grant'),
    username: z.string().min(1),
    role: z.enum(roleNames).exclude(['member']),
  }),
]);
export type OperatorRequest = z.output<typeof operatorRequest>;

/**
 * A sentence, with a reset the path of the link too; `ok` is false when nothing was changed. A running server says at which
 * address (scheme and host) it is reached.
 */
export type OperatorAnswer = { ok: boolean; message: string; path?: string; address?: string };

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail'>;

/**
 * Acts with the right of the one who owns the server's files: no account is asked. Each act is written into the
 * activity log without a person.
 */
export async function runOperatorAction(
  ctx: Dependencies,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const user = await findAccountByLogin(ctx.db, request.username);
  if (!user) return { ok: false, message: `There is no account "${request.username}".` };
  return request.action === 'reset' ? reset(ctx, user, request.now ?? false) : grant(ctx, user, request.role);
}

type Account = { id: string; username: string; is_active: boolean };
const operator = { id: null, username: 'server console' };

const factorLines = {
  none: '',
  removed: 'Two-factor authentication is off now, and the owner was told.\n',
  kept: 'Two-factor authentication stays on: signing in still asks for a code of the app, or a recovery code. Are both lost? Repeat the command with --now, which switches it off.\n',
};

const PASSKEYS_REMOVED = 'Its passkeys are removed, and the owner was told.\n';

/**
 * A deactivated account is activated too: the command is the last way back into an installation. The second factor and passkeys stay
 * unless their removal is asked for.
 */
async function reset(ctx: Dependencies, user: Account, removesFactor: boolean): Promise<OperatorAnswer> {
  const { token, factor, hadPasskeys } = await ctx.db.transaction().execute(async (trx) => {
    if (!user.is_active)
      await trx.updateTable('app_user').set({ is_active: true }).where('id', '=', user.id).execute();
    const { hadCodes, hadPasskeys } = removesFactor
      ? await removeFactors(ctx, trx, user, operator)
      : { hadCodes: false, hadPasskeys: false };
    const kept = (await findSecondFactor(trx, user.id))?.confirmed_at;
    const { token } = await insertResetToken(trx, operator, user, ctx.clock.now());
    return { token, hadPasskeys, factor: hadCodes ? 'removed' : kept ? 'kept' : 'none' } as const;
  });
  if (factor === 'removed' || hadPasskeys) publishChange(ctx, user.id);
  return {
    ok: true,
    message: `${factorLines[factor]}${hadPasskeys ? PASSKEYS_REMOVED : ''}Open this link within ${lifetimes.oneTimeTokenMs / hourMs} hours to set a new password for ${user.username}. It works once:`,
    path: resetPasswordPath(token),
  };
}

async function grant(
  ctx: Dependencies,
  user: Account,
  role: Exclude<(typeof roleNames)[number], 'member'>,
): Promise<OperatorAnswer> {
  const given = await ctx.db.transaction().execute((trx) => saveRoleGrant(trx, operator, user, role, null));
  if (!given) return { ok: false, message: `${user.username} already has the role ${role}.` };
  ctx.bus.publish({ topic: `user:${user.id}`, kind: 'session' });
  return { ok: true, message: `${user.username} now has the role ${role}.` };
}
