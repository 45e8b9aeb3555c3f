import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/** The activity log gets ids, never the name of a child. */
export function auditGuardian(
  trx: Transaction<DB>,
  viewer: SignedIn,
  club: { id: string; name: string },
  action: string,
  params: Record<string, string>,
): Promise<void> {
  return recordAudit(trx, viewer, { action, target: { kind: 'club', id: club.id, name: club.name }, params });
}
