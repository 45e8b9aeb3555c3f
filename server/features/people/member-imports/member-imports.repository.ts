import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { importedInvitations, MemberImport } from '#server/contract/schemas/member-imports.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { stateAt } from '#server/features/people/invitations/invitations.repository.ts';
import { undoRefusal } from './undo-refusal.ts';

type Executor = Kysely<DB> | Transaction<DB>;

function imports(db: Executor, clubId: string) {
  return db
    .selectFrom('member_import')
    .leftJoin('app_user as importer', 'importer.id', 'member_import.created_by')
    .select([
      'member_import.id',
      'member_import.file_name',
      'member_import.created_at',
      'member_import.undone_at',
      'member_import.line_count as lines',
      'member_import.invitation_count as invitations',
      'member_import.mail_count as mails',
      userNameOf('importer').as('created_by_name'),
      sql<number>`(select count(*)::int from invitation i join invitation_acceptance a on a.invitation_id = i.id
        where i.import_id = member_import.id)`.as('accepted'),
      sql<number>`(select count(*)::int from invitation i where i.import_id = member_import.id)`.as('kept'),
      sql<number>`(select count(*)::int from club_person p where p.import_id = member_import.id)`.as(
        'people',
      ),
    ])
    .where('member_import.club_id', '=', clubId);
}
type ImportRow = Awaited<ReturnType<ReturnType<typeof imports>['executeTakeFirstOrThrow']>>;

const toImport = ({ kept, ...row }: ImportRow): MemberImport => ({
  ...row,
  created_at: row.created_at.toISOString(),
  undone_at: row.undone_at?.toISOString() ?? null,
  can_undo:
    undoRefusal({ undone_at: row.undone_at, isUsed: row.accepted > 0, made: row.invitations, kept }) === null,
});

/** A club's imports, the newest first. */
export async function listImports(
  db: Executor,
  clubId: string,
  page: { limit: number; offset: number },
): Promise<{ imports: MemberImport[]; total: number }> {
  const { total } = await db
    .selectFrom('member_import')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('club_id', '=', clubId)
    .executeTakeFirstOrThrow();
  const rows = await imports(db, clubId)
    .orderBy('member_import.created_at', 'desc')
    .orderBy('member_import.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { imports: rows.map(toImport), total };
}

export async function findImport(
  db: Executor,
  clubId: string,
  id: string,
): Promise<MemberImport | undefined> {
  const row = await imports(db, clubId).where('member_import.id', '=', id).executeTakeFirst();
  return row && toImport(row);
}

/** The invitations of an import with their state, in the order of its lines. */
export async function listImportedInvitations(
  db: Executor,
  importId: string,
  now: Date,
): Promise<z.output<typeof importedInvitations>['invitations']> {
  return db
    .selectFrom('invitation')
    .leftJoin('club_person as child', 'child.id', 'invitation.guardian_of')
    .leftJoin('invitation_acceptance', 'invitation_acceptance.invitation_id', 'invitation.id')
    .leftJoin('app_user', 'app_user.id', 'invitation_acceptance.user_id')
    .select([
      'invitation.id',
      // Those for a guardian stand on the line of the child.
      sql<string>`coalesce(child.first_name, invitation.first_name)`.as('first_name'),
      sql<string>`coalesce(child.last_name, invitation.last_name)`.as('last_name'),
      'invitation.email',
      'invitation.role',
      stateAt(now).as('state'),
      'app_user.username as accepted_by',
    ])
    .where('invitation.import_id', '=', importId)
    .orderBy('invitation.id')
    .execute();
}
