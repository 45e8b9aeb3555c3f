import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { OwnUser } from '#server/contract/schemas/users.ts';
import { findUser, hasPassword } from '#server/features/users/users.repository.ts';
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
  const user = await findUser(ctx.db, id);
  if (!user) return undefined;
  const removal = await findFactorRemoval(ctx.db, id, ctx.clock.now());
  return {
    ...user,
    second_factor_advice: await secondFactorAdvice(ctx, id, sessionId),
    factors_removed_at: removal?.removed_at?.toISOString() ?? null,
    has_password: await hasPassword(ctx.db, id),
  };
}

export async function loadOwnUser(ctx: Dependencies, account: Account): Promise<OwnUser> {
  const user = await findOwnUser(ctx, account);
  if (!user) throw new AppError('user_not_found');
  return user;
}
