import { type RawBuilder, sql } from 'kysely';

/**
 * The full name of an account, or its username where it has none; null where the account is gone.
 * @param alias under which `app_user` is joined
 */
export const userNameOf = (alias: string): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<string | null>`coalesce(
    nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('username')})`;
};
