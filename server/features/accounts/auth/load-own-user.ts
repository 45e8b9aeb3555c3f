import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { OwnUser } from '#server/contract/schemas/users.ts';
import { findUser, hasPassword } from '#server/features/accounts/users/users.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { findFactorRemoval } from './factor-removals.repository.ts';
import { secondFactorAdvice } from './second-factor-duty.ts';

type Account = Pick<SignedIn, 'id' | 'sessionId'>;
type Dependencies = Needs<'db' | 'clock' | 'relyingParty'>;

/** An account as it is told about itself. */
export async function findOwnUser(
  ctx: Dependencies,
  { id, sessionId }: Account,
): Promise<OwnUser | undefined> {
  const [user, removal, second_factor_advice, has_password] = await Promise.all([
    findUser(ctx.db, id),
    findFactorRemoval(ctx.db, id, ctx.clock.now()),
    secondFactorAdvice(ctx, id, sessionId),
    hasPassword(ctx.db, id),
  ]);
  const factors_removed_at = removal?.removed_at?.toISOString() ?? null;
  return user && { ...user, second_factor_advice, factors_removed_at, has_password };
}

export async function loadOwnUser(ctx: Dependencies, account: Account): Promise<OwnUser> {
  const user = await findOwnUser(ctx, account);
  if (!user) throw new AppError('user_not_found');
  return user;
}
