import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { registerInput, Session } from '#server/contract/schemas/users.ts';
import { requireOpenRegistration } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { queueVerification } from '#server/features/accounts/users/email-address.ts';
import { insertUser } from '#server/features/accounts/users/save-user.ts';
import { requireStrongPassword } from '#server/features/accounts/users/weak-passwords.ts';
import { openSession, type SessionDependencies } from './open-session.ts';

type Dependencies = SessionDependencies & Needs<'passwords' | 'rateLimits' | 'bus' | 'jobs' | 'mail'>;

/** Creates a member's account and signs it in at once, where the settings let anybody register. */
export async function register(
  ctx: Dependencies & { clientAddress: string },
  input: z.output<typeof registerInput>,
): Promise<Session> {
  await requireOpenRegistration(ctx.db);
  if (ctx.provider?.isOnly) throw new AppError('oidc_only');
  requireStrongPassword(input.password, input.username);
  await ctx.rateLimits.limitRequests('register', ctx.clientAddress);
  const passwordHash = await ctx.passwords.hash(input.password);
  const id = await ctx.db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { ...input, password_hash: passwordHash });
    await queueVerification(ctx, trx, userId);
    return userId;
  });
  return openSession(ctx, id, passwordHash);
}
