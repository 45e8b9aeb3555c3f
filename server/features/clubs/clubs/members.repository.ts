import { type Kysely, sql, type Transaction } from 'kysely';
import { byName } from '#server/db/by-name.sql.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;
type Filter = { search?: string | undefined; limit: number; offset: number };

function memberships(db: Executor, clubId: string, status: 'approved' | 'pending', search?: string) {
  let query = db
    .selectFrom('club_membership')
    .innerJoin('app_user', 'app_user.id', 'club_membership.user_id')
    .where('club_membership.club_id', '=', clubId)
    .where('club_membership.status', '=', status);
  for (const pattern of searchPatterns(search)) query = query.where('app_user.search_text', 'like', pattern);
  return query;
}
const personColumns = [
  'app_user.id',
  'app_user.username',
  'app_user.first_name',
  'app_user.last_name',
  'app_user.email',
] as const;

export async function listMembers(db: Executor, clubId: string, filter: Filter) {
  const { total } = await memberships(db, clubId, 'approved', filter.search)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const members = await memberships(db, clubId, 'approved', filter.search)
    .select([
      ...personColumns,
      'club_membership.approved_at',
      sql<string>`coalesce((select r.role_name from role_assignment r where r.user_id = app_user.id and r.club_id = ${clubId}::uuid
        order by r.role_name limit 1), 'member')`.as('role'),
    ])
    .orderBy(byName('app_user.username'))
    .orderBy('app_user.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { members, total };
}

export async function listRequests(db: Executor, clubId: string, filter: Filter) {
  const { total } = await memberships(db, clubId, 'pending', filter.search)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const requests = await memberships(db, clubId, 'pending', filter.search)
    .select([...personColumns, 'club_membership.requested_at'])
    .orderBy('club_membership.requested_at')
    .orderBy('app_user.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { requests, total };
}

export async function listAdmins(db: Executor, clubId: string) {
  const admins = await db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .select([...personColumns, 'app_user.id as user_id', 'role_assignment.created_at as admin_since'])
    .where('role_assignment.club_id', '=', clubId)
    .where('role_assignment.role_name', '=', 'club_admin')
    .orderBy('role_assignment.created_at')
    .orderBy('app_user.id')
    .execute();
  return { admins, total: admins.length };
}

export async function listActiveClubAdminIds(db: Executor, clubId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('role_assignment')
    .innerJoin('app_user', 'app_user.id', 'role_assignment.user_id')
    .select('app_user.id')
    .where('role_assignment.club_id', '=', clubId)
    .where('role_assignment.role_name', '=', 'club_admin')
    .where('app_user.is_active', '=', true)
    .execute();
  return rows.map((row) => row.id);
}

export async function findMembershipStatus(
  db: Executor,
  clubId: string,
  userId: string,
): Promise<'approved' | 'pending' | undefined> {
  const row = await db
    .selectFrom('club_membership')
    .select('status')
    .where('club_id', '=', clubId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.status;
}

/** Makes an account a member without a request; one that waits is approved, a membership that is there stays. */
export async function saveApprovedMembership(
  trx: Transaction<DB>,
  membership: { club_id: string; user_id: string; approved_by: string | null },
  now: Date,
): Promise<void> {
  const { approved_by } = membership;
  await trx
    .insertInto('club_membership')
    .values({ ...membership, status: 'approved', requested_at: now, approved_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['club_id', 'user_id'])
        .doUpdateSet({ status: 'approved', approved_at: now, approved_by })
        .where('club_membership.status', '=', 'pending'),
    )
    .execute();
}

/** The accounts that are in a club in any way: asked, members, or with a role there. */
export async function listIdsOfClub(trx: Transaction<DB>, clubId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('club_membership')
    .select('user_id')
    .where('club_id', '=', clubId)
    .union(trx.selectFrom('role_assignment').select('user_id').where('club_id', '=', clubId))
    .execute();
  return rows.map((row) => row.user_id);
}
