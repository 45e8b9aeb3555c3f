import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { SignedIn, VisitorAddress } from '#server/trpc/request-context.ts';

/**
 * Asks for the viewer's own password; guesses are limited.
 * @returns the hash of that password
 * @throws AppError current_password_incorrect
 */
export async function requireOwnPassword(
  ctx: Needs<'db' | 'passwords' | 'rateLimits'> & { viewer: SignedIn } & VisitorAddress,
  password: string,
): Promise<string> {
  const { viewer } = ctx;
  const passwordHash = await ctx.rateLimits.limitWrongGuesses(
    'login',
    `password of ${viewer.id}`,
    ctx.clientAddress,
    async () => {
      const row = await ctx.db
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', viewer.id)
        .executeTakeFirst();
      const hash = row?.password_hash ?? null;
      return (await ctx.passwords.matches(hash, password)) ? hash : null;
    },
    ctx,
  );
  if (passwordHash === null) throw new AppError('current_password_incorrect');
  return passwordHash;
}
