import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { UndoneImport } from '#server/contract/schemas/member-imports.ts';
import type { DB } from '#server/db/tables.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { lockImportedPeople, removeImportedPeople } from './imported-people.repository.ts';
import { undoRefusal } from './undo-refusal.ts';

type Dependencies = Needs<'db' | 'clock' | 'jobs'> & { viewer: SignedIn };

/**
 * Undoes a whole import: its invitations and the mails that wait are deleted. Invitations whose mail may be out are
 * revoked instead, so that the link in the mail says so. Its people leave the club's list of people, unless something was
 * said of them since. Refused once somebody has joined by the import.
 */
export async function undoImport(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'manageMembers'>,
  importId: string,
): Promise<UndoneImport> {
  const id = requireId(importId, 'member_import_not_found');
  return ctx.db.transaction().execute(async (trx) => {
    // The club first, as in joining by an invitation: no user joins meanwhile.
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const made = await lockImport(trx, club.id, id);
    const listed = await lockImportedPeople(trx, id);
    const { invitations, isUsed } = await lockInvitations(trx, id);
    const use = { undone_at: made.undone_at, isUsed, made: made.invitation_count, kept: invitations.length };
    const refusal = undoRefusal(use);
    if (refusal) throw new AppError(refusal);
    const mails = await lockMails(trx, id);
    const unsent = mails.filter(({ state }) => state === 'waiting' || state === 'failed');
    await deleteMails(trx, unsent);
    await ctx.jobs.cancelAll(
      trx,
      'send-mail',
      unsent.map((mail) => mail.id),
    );
    const statesOf = Map.groupBy(mails, ({ invitation_id }) => invitation_id);
    // Rows of the outbox are deleted after a month: a mail without its row counts as sent.
    const mayBeOut = (invitation: { id: string; email: string | null }): boolean =>
      invitation.email !== null &&
      (statesOf.get(invitation.id)?.some(({ state }) => state === 'sending' || state === 'sent') ??
        made.mail_count > 0);
    const revoked = invitations.filter(mayBeOut).map((invitation) => invitation.id);
    await revokeInvitations(trx, revoked, ctx.clock.now());
    const others = invitations.length - revoked.length;
    await trx
      .deleteFrom('invitation')
      .where('import_id', '=', id)
      .where(sql<boolean>`id <> all(${revoked}::uuid[])`)
      .execute();
    await trx.updateTable('member_import').set({ undone_at: ctx.clock.now() }).where('id', '=', id).execute();
    const people = await removeImportedPeople(trx, id);
    const undone = { deleted: others, revoked: revoked.length };
    await recordClubAudit(trx, ctx.viewer, 'memberImport.undo', club, {
      import_id: id,
      ...undone,
      ...(people > 0 && { people }),
    });
    return { ...undone, people, people_kept: listed - people };
  });
}

async function lockImport(trx: Transaction<DB>, clubId: string, id: string) {
  const found = await trx
    .selectFrom('member_import')
    .select(['undone_at', 'invitation_count', 'mail_count'])
    .where('id', '=', id)
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError('member_import_not_found');
  return found;
}

async function lockInvitations(trx: Transaction<DB>, importId: string) {
  const invitations = await trx
    .selectFrom('invitation')
    .select(['id', 'email'])
    .where('import_id', '=', importId)
    .forUpdate()
    .execute();
  const used = await trx
    .selectFrom('invitation_acceptance')
    .innerJoin('invitation', 'invitation.id', 'invitation_acceptance.invitation_id')
    .select('invitation.id')
    .where('invitation.import_id', '=', importId)
    .limit(1)
    .executeTakeFirst();
  return { invitations, isUsed: used !== undefined };
}

/** Locks the mails of an import's invitations, also those with links that were replaced, so that none leaves now. */
function lockMails(trx: Transaction<DB>, importId: string) {
  return trx
    .selectFrom('mail_outbox')
    .select(['id', 'state', sql<string>`params ->> 'invitation_id'`.as('invitation_id')])
    .where('kind', '=', 'invitation')
    .where(
      sql<boolean>`params ->> 'invitation_id' in (select i.id::text from invitation i where i.import_id = ${importId})`,
    )
    .forUpdate()
    .execute();
}

async function deleteMails(trx: Transaction<DB>, mails: readonly { id: string }[]): Promise<void> {
  const ids = mails.map(({ id }) => id);
  await trx.deleteFrom('mail_outbox').where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
}

async function revokeInvitations(trx: Transaction<DB>, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('revoked_at', 'is', null)
    .execute();
}
