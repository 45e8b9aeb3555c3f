import type { Kysely } from 'kysely';
import type { LanguageCode } from '#server/contract/languages.ts';
import type { RoleGrant } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { grantsOfAccount } from '#server/features/accounts/auth/role-grants.sql.ts';
import { findAccountByLogin } from '#server/features/accounts/users/users.repository.ts';

/** The account a mail goes to, as of now, with the facts that decide what the mail may contain. */
export type MailReader = {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  language: LanguageCode | null;
  is_active: boolean;
  email_verified_at: Date | null;
  email_bounced_at: Date | null;
  pending_email: string | null;
  grants: RoleGrant[];
};

/** The account meant by a typed username or address. */
export async function findMailReaderByLogin(db: Kysely<DB>, typed: string): Promise<MailReader | undefined> {
  const account = await findAccountByLogin(db, typed);
  return account && findMailReader(db, account.id);
}

export function findMailReader(db: Kysely<DB>, userId: string): Promise<MailReader | undefined> {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'username',
      'first_name',
      'last_name',
      'email',
      'language',
      'is_active',
      'email_verified_at',
      'email_bounced_at',
      'pending_email',
      grantsOfAccount.as('grants'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}
