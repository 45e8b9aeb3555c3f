import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { type Actor, recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { saveGrant } from './roles.repository.ts';

/** Gives a role and writes it into the activity log; false, and nothing written, when the user has it already. */
export async function saveRoleGrant(
  trx: Transaction<DB>,
  actor: Actor,
  user: { id: string; username: string },
  role: DB['role_assignment']['role_name'],
  clubId: string | null,
): Promise<boolean> {
  const given = await saveGrant(trx, {
    user_id: user.id,
    role_name: role,
    club_id: clubId,
    created_by: actor.id,
  });
  if (given)
    await recordAudit(trx, actor, {
      action: 'role.grant',
      target: { kind: 'user', id: user.id, name: user.username },
      params: { role, club_id: clubId },
    });
  return given;
}
