import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';

/** @throws Error in one line when there are accounts that are not of the demo */
export async function requireOnlyDemoAccounts(
  ctx: AppContext,
  adminName: string,
  usernames: readonly string[],
): Promise<void> {
  const known = [...usernames, adminName];
  const others = await ctx.db
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('username', 'not in', known)
    .executeTakeFirstOrThrow();
  if (others.count > 0)
    throw new Error(
      'This DATA_DIR already has other users. Give the demo a folder of its own: DATA_DIR=./demo-data',
    );
}
