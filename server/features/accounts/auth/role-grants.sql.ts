import { sql } from 'kysely';
import type { RoleGrant } from '#server/contract/permissions.ts';

/** The roles of an account as of now; `app_user` must be in scope. */
export const grantsOfAccount = sql<
  RoleGrant[]
>`coalesce((select json_agg(json_build_object('role_name', role_name, 'club_id', club_id))
  from role_assignment where role_assignment.user_id = app_user.id), '[]')`;
