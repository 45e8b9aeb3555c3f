import type { AppContext } from '#server/app-context.ts';
import { createCaller } from '#server/app-router.ts';
import type { DB } from '#server/db/tables.ts';
import { ensureFirstAdmin } from '#server/features/accounts/auth/first-admin.ts';
import { insertUser } from '#server/features/accounts/users/save-user.ts';
import { fullName } from '#server/features/accounts/users/users.repository.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import type { DemoWords } from './words.ts';

/** The accounts that are printed, one for every way of looking at the product; the other people fill the clubs. */
export const printedAccounts = ['carla', 'paul', 'hanna', 'mia', 'peter', 'sam'] as const;
export type DemoIds = Record<string, string> & Record<'admin' | (typeof printedAccounts)[number], string>;

/** Everybody has an account afterwards, with this one password. Answers their ids. */
export async function makeAccounts(
  ctx: AppContext,
  admin: { username: string; email: string | undefined },
  people: DemoWords['people'],
  password: string,
): Promise<DemoIds> {
  await ensureFirstAdmin(ctx, { ...admin, password });
  const password_hash = await ctx.passwords.hash(password);
  for (const [username, [first_name, last_name]] of Object.entries(people)) {
    if (await idOf(ctx, username)) continue;
    const account = { username, first_name, last_name, email: `${username}@example.org`, password_hash };
    await ctx.db.transaction().execute((trx) => insertUser(trx, account));
  }
  // An interrupted first run printed another password.
  await ctx.db.updateTable('app_user').set({ password_hash, must_change_password: false }).execute();
  const ids: Record<string, string> = { admin: await requireId(ctx, admin.username) };
  for (const name of Object.keys(people)) ids[name] = await requireId(ctx, name);
  return ids as DemoIds;
}

async function idOf(ctx: AppContext, username: DB['app_user']['username']): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst();
  return row?.id;
}

async function requireId(ctx: AppContext, username: string): Promise<string> {
  const id = await idOf(ctx, username);
  if (!id) throw new Error(`There is no ${username}`);
  return id;
}

/** The procedures with this person's rights: the demo is made with the same calls as the client's. */
export async function actingAs(ctx: AppContext, userId: string) {
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['username', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const grants = await ctx.db
    .selectFrom('role_assignment')
    .select(['role_name', 'club_id'])
    .where('user_id', '=', userId)
    .execute();
  const context: RequestContext = {
    ...ctx,
    recall: ctx.beginReading(),
    recallPage: ctx.beginReadingPages(),
    requestId: 'demo',
    clientAddress: 'demo',
    addressIsShared: false,
    userAgent: undefined,
    isPage: false,
    origin: 'http://127.0.0.1:3000',
    tokenProblem: null,
    setupViewer: null,
    sharePassword: null,
    cookies: { refreshToken: undefined, handOut: (opened) => opened, clear: () => undefined },
    providerCookie: { value: undefined, set: () => false, clear: () => undefined },
    viewer: {
      id: userId,
      sessionId: 'demo',
      username: user.username,
      fullName: fullName(user),
      grants,
    },
  };
  return createCaller(context);
}
