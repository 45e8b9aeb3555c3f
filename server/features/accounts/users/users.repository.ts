import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Role } from '#server/contract/roles.ts';
import type { User, userSearchResult } from '#server/contract/schemas/users.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Grant = { role_name: Exclude<Role, 'member'>; club_id: string | null; club_name: string | null };
type Membership = { id: string; name: string; role: string };

/** The strongest role comes first: it is the `role` in answers, which hold all of them in `roles`. */
const strength: Role[] = ['superuser', 'admin', 'club_admin', 'photographer', 'member'];

/** Keys under which usernames and addresses are unique: case and compatibility forms do not count. */
export const accountKey = (value: string): string => value.normalize('NFKC').toLowerCase();
export const fullName = (row: { first_name: string; last_name: string }): string =>
  `${row.first_name} ${row.last_name}`.trim();

function users(db: Executor) {
  return db.selectFrom('app_user').select([
    'app_user.id',
    'app_user.username',
    'app_user.email',
    'app_user.first_name',
    'app_user.last_name',
    'app_user.bio',
    'app_user.is_active',
    'app_user.must_change_password',
    'app_user.created_at',
    'app_user.last_login',
    'app_user.language',
    'app_user.email_verified_at',
    'app_user.email_bounced_at',
    'app_user.pending_email',
    sql<Grant[]>`coalesce((
      select json_agg(json_build_object('role_name', r.role_name, 'club_id', r.club_id, 'club_name', c.name) order by r.created_at)
      from role_assignment r left join club c on c.id = r.club_id where r.user_id = app_user.id), '[]')`.as(
      'grants',
    ),
    sql<Membership[]>`coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'role',
        case when exists (select 1 from role_assignment a
          where a.user_id = app_user.id and a.club_id = c.id and a.role_name = 'club_admin')
        then 'club_admin' else 'member' end) order by ${byName('c.name')}, c.id)
      from club_membership m join club c on c.id = m.club_id
      where m.user_id = app_user.id and m.status = 'approved'), '[]')`.as('clubs'),
  ]);
}
type UserRow = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>;

function rolesOf(grants: Grant[]): Role[] {
  const names = new Set<Role>(grants.map((grant) => grant.role_name));
  return strength.filter((role) => names.has(role));
}

function toUser(row: UserRow): User {
  const { grants, email_verified_at, email_bounced_at, ...rest } = row;
  const roles = rolesOf(grants);
  return {
    ...rest,
    email_verified: email_verified_at !== null,
    email_bounced: email_bounced_at !== null,
    full_name: fullName(row),
    role: roles[0] ?? 'member',
    roles,
    role_assignments: grants.map((grant) => ({ user_id: row.id, ...grant })),
    created_at: row.created_at.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
  };
}

const toSearchResult = (row: UserRow): z.output<typeof userSearchResult> => ({
  id: row.id,
  username: row.username,
  first_name: row.first_name,
  last_name: row.last_name,
  full_name: fullName(row),
  email: row.email,
  roles: rolesOf(row.grants),
});

export async function findUser(db: Executor, id: string): Promise<User | undefined> {
  const row = await users(db).where('app_user.id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** Whether another account has this address, or signs in with it as its username. */
export async function isEmailTaken(db: Executor, email: string, exceptId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) =>
      eb.or([eb('email_key', '=', accountKey(email)), eb('username_key', '=', accountKey(email))]),
    )
    .where('id', 'is distinct from', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

type UserFilter = { query?: string | undefined; role?: Role | undefined; limit: number; offset: number };

function matching<O>(query: SelectQueryBuilder<DB, 'app_user', O>, filter: UserFilter, onlyActive: boolean) {
  let result = query;
  for (const pattern of searchPatterns(filter.query))
    result = result.where('app_user.search_text', 'like', pattern);
  if (onlyActive) result = result.where('app_user.is_active', '=', true);
  const { role } = filter;
  if (role && role !== 'member')
    result = result.where((eb) =>
      eb.exists(
        eb
          .selectFrom('role_assignment')
          .select('role_assignment.id')
          .whereRef('role_assignment.user_id', '=', 'app_user.id')
          .where('role_assignment.role_name', '=', role),
      ),
    );
  return result;
}

/** One page of users, newest first. `onlyFor: 'search'` leaves out what only administrators may see. */
export async function listUsers(db: Executor, filter: UserFilter, onlyFor: 'administration' | 'search') {
  const onlyActive = onlyFor === 'search';
  const { total } = await matching(db.selectFrom('app_user'), filter, onlyActive)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching(users(db), filter, onlyActive)
    .orderBy('app_user.created_at', 'desc')
    .orderBy('app_user.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { total, items: rows.map(onlyActive ? toSearchResult : toUser) };
}

/** Locks the grants of all global administrators; other transactions that remove one wait for this one. */
export async function lockAdminGrants(trx: Transaction<DB>): Promise<void> {
  await trx
    .selectFrom('role_assignment')
    .select('id')
    .where('role_name', 'in', ['admin', 'superuser'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

const adminRoles = ['admin', 'superuser'] as const;

export async function isSuperuserAccount(db: Executor, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('role_assignment')
    .select('id')
    .where('user_id', '=', userId)
    .where('role_name', '=', 'superuser')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account has a password, and so another way in than a provider. */
export async function hasPassword(db: Executor, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash != null;
}

/** Whether there is an active superuser with a password: one who gets in while an OpenID provider is away. */
export async function hasSuperuserWithPassword(db: Executor): Promise<boolean> {
  const row = await db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .select('role_assignment.user_id')
    .where('role_assignment.role_name', '=', 'superuser')
    .where('app_user.is_active', '=', true)
    .where('app_user.password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Active accounts with one of these roles everywhere. */
export async function listActiveAdminIds(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .select('role_assignment.user_id')
    .distinct()
    .where('role_assignment.role_name', 'in', adminRoles)
    .where('app_user.is_active', '=', true)
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * The account meant by a typed username or e-mail address. Accounts of older releases may have another one's address as
 * their username: the owner of the address is meant then.
 */
export async function findAccountByLogin(db: Executor, typed: string) {
  const key = accountKey(typed);
  return db
    .selectFrom('app_user')
    .select(['id', 'username', 'password_hash', 'is_active'])
    .where((eb) => eb.or([eb('username_key', '=', key), eb('email_key', '=', key)]))
    .orderBy((eb) => eb.case().when('email_key', '=', key).then(0).else(1).end())
    .executeTakeFirst();
}
