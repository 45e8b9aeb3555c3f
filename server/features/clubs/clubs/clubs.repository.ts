import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type ClubFacts,
  clubPermissions,
  isClubAdminOf,
  isPhotographerFor,
  type Viewer,
} from '#server/contract/permissions.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;

function clubs(db: Executor, viewerId: string, adminId = viewerId) {
  return db.selectFrom('club').select([
    'club.id',
    'club.name',
    'club.slug',
    'club.sport_type',
    'club.description',
    'club.contact',
    'club.refused_outside',
    'club.takes_claims',
    'club.created_at',
    sql<number>`(select count(*)::int from club_membership m where m.club_id = club.id and m.status = 'approved')`.as(
      'member_count',
    ),
    sql<string | null>`(select username from app_user u where u.id = club.created_by)`.as(
      'created_by_username',
    ),
    sql<'approved' | 'pending' | null>`(select status from club_membership m
      where m.club_id = club.id and m.user_id = ${viewerId}::uuid)`.as('membership'),
    sql<string | null>`(select to_json(created_at)#>>'{}' from role_assignment r where r.club_id = club.id
      and r.user_id = ${adminId}::uuid and r.role_name = 'club_admin')`.as('admin_since'),
  ]);
}
type ClubRow = Awaited<ReturnType<ReturnType<typeof clubs>['executeTakeFirstOrThrow']>>;

/** What the permission table asks about a club. */
export const clubFacts = (
  viewer: Viewer,
  row: { id: string; membership: string | null; takes_claims: boolean },
): ClubFacts => ({
  isClubAdmin: isClubAdminOf(viewer, row.id),
  isMember: row.membership === 'approved',
  isPhotographerHere: isPhotographerFor(viewer, [row.id]),
  takesClaims: row.takes_claims,
});

function toClub(viewer: Viewer, { membership, contact, ...row }: ClubRow): Club {
  const permissions = clubPermissions(viewer, clubFacts(viewer, { ...row, membership }));
  return {
    ...row,
    contact: membership === 'approved' || permissions.can_edit ? contact : '',
    created_at: row.created_at.toISOString(),
    admin_since: row.admin_since && new Date(row.admin_since).toISOString(),
    user_membership_status: membership ?? 'none',
    permissions,
  };
}

export async function findClub(db: Executor, viewer: Viewer, id: string): Promise<Club | undefined> {
  const row = await clubs(db, viewer.id).where('club.id', '=', id).executeTakeFirst();
  return row && toClub(viewer, row);
}

type ClubFilter = {
  search?: string | undefined;
  my_clubs?: boolean | undefined;
  limit: number;
  offset: number;
};

/** Clubs by name. "Mine" are those the viewer belongs to, waits for, or administers. */
export async function listClubs(
  db: Executor,
  viewer: Viewer,
  filter: ClubFilter,
): Promise<{ clubs: Club[]; total: number }> {
  const conditions = [sql<boolean>`true`];
  for (const pattern of searchPatterns(filter.search))
    conditions.push(sql<boolean>`club.search_text like ${pattern}`);
  if (filter.my_clubs)
    conditions.push(sql<boolean>`(
      exists (select 1 from club_membership m where m.club_id = club.id and m.user_id = ${viewer.id}::uuid)
      or exists (select 1 from role_assignment r where r.club_id = club.id
        and r.user_id = ${viewer.id}::uuid and r.role_name = 'club_admin'))`);
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const { total } = await db
    .selectFrom('club')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(where)
    .executeTakeFirstOrThrow();
  const rows = await clubs(db, viewer.id)
    .where(where)
    .orderBy(byName('club.name'))
    .orderBy('club.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { clubs: rows.map((row) => toClub(viewer, row)), total };
}

/** The clubs a user administers, as the viewer may see them; admin_since is that user's. */
export async function listAdminClubs(db: Executor, viewer: Viewer, userId: string): Promise<Club[]> {
  const rows = await clubs(db, viewer.id, userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_assignment')
          .select('role_assignment.id')
          .whereRef('role_assignment.club_id', '=', 'club.id')
          .where('role_assignment.user_id', '=', userId)
          .where('role_assignment.role_name', '=', 'club_admin'),
      ),
    )
    .orderBy(byName('club.name'))
    .execute();
  return rows.map((row) => toClub(viewer, row));
}

/** Locks a club's row; false where it was deleted meanwhile. */
export async function lockClub(trx: Transaction<DB>, id: string): Promise<boolean> {
  const row = await trx.selectFrom('club').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}
