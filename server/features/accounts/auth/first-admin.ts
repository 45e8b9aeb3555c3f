import { randomInt } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { StartError } from '#server/config/start-error.ts';
import { errorTable } from '#server/contract/error-codes.ts';
import type { DB } from '#server/db/tables.ts';
import { saveGrant } from '#server/features/accounts/users/roles.repository.ts';
import { insertUser } from '#server/features/accounts/users/save-user.ts';
import { unnamedAdmin } from '#server/features/accounts/users/unnamed-admin.ts';
import { weaknessOf } from '#server/features/accounts/users/weak-passwords.ts';

type FirstAdmin = { username: string; email: string | undefined; password: string | undefined };
export type CreatedAdmin = { username: string; password: string; generated: boolean };

/** Letters without lookalikes and digits: read from a terminal, typed on a phone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 16;
const lockNumber = 5_025_839_711;

/**
 * Makes the first administrator where there is none: with the password of the settings, or a random one that
 * is returned once to be shown. Later starts change nothing, whatever the settings say.
 */
export async function ensureFirstAdmin(
  ctx: Needs<'db' | 'passwords'>,
  wanted: FirstAdmin,
): Promise<CreatedAdmin | null> {
  if (await hasAdmin(ctx.db)) return null;
  const weakness = wanted.password === undefined ? undefined : weaknessOf(wanted.password, wanted.username);
  if (weakness) throw new StartError(`Wrong settings. ADMIN_PASSWORD: ${errorTable[weakness][1]}`);
  const password = wanted.password ?? generate();
  const password_hash = await ctx.passwords.hash(password);
  const created = await ctx.db.transaction().execute(async (trx) => {
    // Two servers may start on one database; the second waits here and finds the work done.
    await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(trx);
    if (await hasAdmin(trx)) return false;
    await insertAdmin(trx, wanted, password_hash);
    return true;
  });
  return created ? { username: wanted.username, password, generated: wanted.password === undefined } : null;
}

/**
 * Makes the first administrator and tells the operator how to sign in, before anything else can fail: the password is shown
 * once. Where it may be lost (no administrator has signed in yet), later starts name the command that sets a new one.
 */
export async function announceFirstAdmin(
  ctx: Needs<'db' | 'passwords'>,
  wanted: FirstAdmin,
  print: (line: string) => void,
): Promise<void> {
  const created = await ensureFirstAdmin(ctx, wanted);
  if (created?.generated)
    print(
      `First administrator: ${created.username}, password ${created.password} (shown only now; change it after signing in)`,
    );
  if (created || wanted.password !== undefined) return;
  const username = await findUnusedAdmin(ctx.db);
  if (username !== undefined)
    print(
      `No administrator has signed in yet. Password lost? This prints a link that sets a new one: npm run admin -- reset ${quoted(username)}`,
    );
}

/** The username of the oldest administrator, where none of them has ever signed in. */
async function findUnusedAdmin(db: Kysely<DB>): Promise<string | undefined> {
  const admins = await db
    .selectFrom('app_user')
    .innerJoin('role_assignment', 'role_assignment.user_id', 'app_user.id')
    .select(['app_user.username', 'app_user.last_login'])
    .where('role_assignment.role_name', 'in', ['admin', 'superuser'])
    .orderBy('app_user.created_at')
    .execute();
  return admins.some(({ last_login }) => last_login) ? undefined : admins[0]?.username;
}

/** A word of a shell's command line. */
const quoted = (word: string) => (/^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

async function hasAdmin(db: Kysely<DB> | Transaction<DB>): Promise<boolean> {
  const row = await db
    .selectFrom('role_assignment')
    .select('id')
    .where('role_name', 'in', ['admin', 'superuser'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws `username_taken` when the name is registered: an existing account is never taken over. */
async function insertAdmin(trx: Transaction<DB>, wanted: FirstAdmin, password_hash: string): Promise<void> {
  const account = {
    username: wanted.username,
    email: wanted.email ?? `${wanted.username}@clublens.local`,
    first_name: unnamedAdmin,
    must_change_password: wanted.password === undefined,
    password_hash,
  };
  const id = await insertUser(trx, account, [
    { kind: 'getting_started_photographer', href: '/users' },
    { kind: 'getting_started_first_club', href: '/clubs' },
    { kind: 'welcome', href: '/profile' },
  ]);
  for (const role_name of ['superuser', 'admin'] as const)
    await saveGrant(trx, { user_id: id, role_name, club_id: null, created_by: null });
}

function generate(): string {
  return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
