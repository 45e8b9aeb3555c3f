import type { Transaction } from 'kysely';
import type { AuditAction } from '#server/contract/audit-actions.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

/** Without an id when no account acts, such as a command on the server. */
export type Actor = { id: string | null; username: string };
type Act = {
  action: AuditAction;
  target: { kind: string; id: string | null; name: string };
  params?: Record<string, unknown>;
};

/** Records actor, action and target in the transaction of the action. Never passwords, tokens or faces. */
export async function recordAudit(trx: Transaction<DB>, actor: Actor, act: Act): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({
      id: newId(),
      actor_id: actor.id,
      actor_name: actor.username,
      action: act.action,
      target_kind: act.target.kind,
      target_id: act.target.id,
      target_name: act.target.name,
      params: JSON.stringify(act.params ?? {}),
    })
    .execute();
}

/** For `params`: what these fields were before, and what they are now. */
export const fromTo = <T extends object>(before: T, after: Partial<T>): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof T)[]).map((field) => [field, { from: before[field], to: after[field] }]),
  );

/** Records what was done to a club or somebody of it. People of clubs stand in `params` by their ids, never by name: children are among them. */
export const recordClubAudit = (
  trx: Transaction<DB>,
  actor: Actor,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  params?: Record<string, unknown>,
): Promise<void> =>
  recordAudit(trx, actor, { action, target: { kind: 'club', id, name }, ...(params && { params }) });

/** Records what opens photos of galleries to people outside, or takes them back. Names of links are not kept: they may name a child. */
export async function recordSharingAudit(
  trx: Transaction<DB>,
  actor: Actor,
  action: AuditAction,
  galleryIds: readonly string[],
  params: Record<string, unknown> = {},
): Promise<void> {
  const galleries = await trx
    .selectFrom('gallery')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(galleryIds)])
    .execute();
  for (const { id, name } of galleries)
    await recordAudit(trx, actor, { action, target: { kind: 'gallery', id, name }, params });
}
