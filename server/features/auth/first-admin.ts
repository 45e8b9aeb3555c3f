import { randomInt } from 'node:crypto';
import { saveGrant } from '#server/features/users/roles.repository.ts';
import { insertUser } from '#server/features/users/save-user.ts';
import { accountKey } from '#server/features/users/users.repository.ts';
import type { Needs } from '#server/needs.ts';

type Wanted = { username: string; email: string | undefined; password: string | undefined };
export type CreatedAdmin = { username: string; password: string; generated: boolean };

/** Letters without lookalikes and digits: read from a terminal, typed on a phone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 16;

/**
 * Makes the first administrator where there is none: with the password of the settings, or a random one that
 * is returned once to be shown. Later starts change nothing, whatever the settings say.
 */
export async function ensureFirstAdmin(
  ctx: Needs<'db' | 'passwords'>,
  wanted: Wanted,
): Promise<CreatedAdmin | null> {
  const anyAdmin = await ctx.db
    .selectFrom('role_assignment')
    .select('id')
    .where('role_name', 'in', ['admin', 'superuser'])
    .limit(1)
    .executeTakeFirst();
  if (anyAdmin) return null;
  const password = wanted.password ?? generate();
  const password_hash = await ctx.passwords.hash(password);
  await ctx.db.transaction().execute(async (trx) => {
    const existing = await trx
      .selectFrom('app_user')
      .select('id')
      .where('username_key', '=', accountKey(wanted.username))
      .executeTakeFirst();
    const id =
      existing?.id ??
      (await insertUser(trx, {
        username: wanted.username,
        email: wanted.email ?? `${wanted.username}@clublens.local`,
        first_name: 'Club',
        last_name: 'Administrator',
        must_change_password: wanted.password === undefined,
        password_hash,
      }));
    for (const role_name of ['superuser', 'admin'] as const)
      await saveGrant(trx, { user_id: id, role_name, club_id: null, created_by: null });
  });
  return { username: wanted.username, password, generated: wanted.password === undefined };
}

function generate(): string {
  return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
