import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** Asks for the viewer's own password; guesses are limited. @throws AppError current_password_incorrect */
export async function requireOwnPassword(
  ctx: Needs<'db' | 'passwords' | 'rateLimits'> & { viewer: SignedIn; clientAddress: string },
  password: string,
): Promise<void> {
  const { viewer } = ctx;
  const isRight = await ctx.rateLimits.limitWrongGuesses(
    'login',
    `password of ${viewer.id}`,
    ctx.clientAddress,
    async () => {
      const row = await ctx.db
        .selectFrom('app_user')
        .select('password_hash')
        .where('id', '=', viewer.id)
        .executeTakeFirst();
      return (await ctx.passwords.matches(row?.password_hash ?? null, password)) || null;
    },
  );
  if (!isRight) throw new AppError('current_password_incorrect');
}
