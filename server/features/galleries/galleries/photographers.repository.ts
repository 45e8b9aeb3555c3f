import { type Kysely, sql } from 'kysely';
import type { PhotographerChoice } from '#server/contract/schemas/galleries.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';

/** The accounts that `requirePhotographer` accepts, by name. */
export function listPhotographers(db: Kysely<DB>): Promise<PhotographerChoice[]> {
  const name = sql<string>`coalesce(nullif(trim(app_user.first_name || ' ' || app_user.last_name), ''), app_user.username)`;
  return db
    .selectFrom('app_user')
    .innerJoin('role_assignment as held', (join) =>
      join.onRef('held.user_id', '=', 'app_user.id').on('held.role_name', '=', 'photographer'),
    )
    .select([
      'app_user.id',
      name.as('name'),
      sql<string[] | null>`case when bool_and(held.club_id is not null) then json_agg(held.club_id) end`.as(
        'club_ids',
      ),
    ])
    .where('app_user.is_active', '=', true)
    .groupBy('app_user.id')
    .orderBy(byName(name))
    .orderBy('app_user.id')
    .execute();
}
