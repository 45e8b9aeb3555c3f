import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { loginInput, Session } from '#server/contract/schemas/users.ts';
import { accountKey, findAccountByLogin } from '#server/features/accounts/users/users.repository.ts';
import type { VisitorAddress } from '#server/trpc/request-context.ts';
import { openSession, type SessionDependencies } from './open-session.ts';
import { proveSecondFactor } from './prove-second-factor.ts';

type Dependencies = SessionDependencies & Needs<'passwords' | 'rateLimits'>;

/** Signs in by username or e-mail address. The answer and its time do not tell whether the account exists. */
export async function signIn(
  ctx: Dependencies & VisitorAddress,
  input: z.output<typeof loginInput>,
): Promise<Session> {
  const row = await findAccountByLogin(ctx.db, input.username);
  // Guesses are counted by account, not by what was typed: username and address would otherwise allow twice as many.
  const account = await ctx.rateLimits.limitWrongGuesses(
    'login',
    row?.id ?? accountKey(input.username),
    ctx.clientAddress,
    async () => {
      const password_hash = row?.password_hash ?? null;
      const right = await ctx.passwords.matches(password_hash, input.password);
      return right && row && password_hash !== null ? { id: row.id, password_hash } : null;
    },
    ctx,
  );
  if (!account) throw new AppError('login_failed');
  const secondFactor = await proveSecondFactor(ctx, account.id, input);
  return openSession(ctx, account.id, account.password_hash, secondFactor);
}
