import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { InvitationTable } from '#server/db/tables/invitations.ts';
import type { DB } from '#server/db/tables.ts';

type Executor = Kysely<DB> | Transaction<DB>;
export type NewInvitationRow = Omit<
  Selectable<InvitationTable>,
  'revoked_at' | 'created_at' | 'token_version'
> & { created_at: Date };

/** Fifteen columns each; Postgres takes 65,535 parameters in one statement. */
const ROWS_PER_STATEMENT = 2_000;

export async function insertInvitations(
  trx: Transaction<DB>,
  rows: readonly NewInvitationRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await trx
      .insertInto('invitation')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
}

/** How often an invitation was accepted, under its row's lock where the answer decides about another use. */
const uses = sql<number>`(select count(*)::int from invitation_acceptance a where a.invitation_id = invitation.id)`;

/** Invitations with what pages say about them. */
export function invitations(db: Executor) {
  return db
    .selectFrom('invitation')
    .leftJoin('app_user as inviter', 'inviter.id', 'invitation.created_by')
    .select([
      'invitation.id',
      'invitation.club_id',
      'invitation.role',
      'invitation.email',
      'invitation.first_name',
      'invitation.last_name',
      'invitation.max_uses',
      'invitation.expires_at',
      'invitation.revoked_at',
      'invitation.created_at',
      'invitation.token_version',
      'invitation.token_hash',
      'invitation.mailed_token_hash',
      'invitation.import_id',
      'inviter.username as inviter_username',
      sql<string>`trim(concat_ws(' ', inviter.first_name, inviter.last_name))`.as('inviter_name'),
      uses.as('uses'),
    ]);
}
export type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>;
