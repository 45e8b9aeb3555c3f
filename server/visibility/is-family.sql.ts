import { type RawBuilder, sql } from 'kysely';
import { type Column, columnsOf, isMinor } from './is-minor.sql.ts';

/**
 * Who counts as the family of a club's person: the person's own account and confirmed guardians, both while they are
 * members of the club; guardians until the person is 18.
 */

/** The id of an account, or a column that holds it. */
type Account = string | RawBuilder<unknown>;

const isMember = (userId: Account, column: Column) => sql`exists (
  select 1 from club_membership fm
  where fm.club_id = ${column('club_id')} and fm.user_id = ${userId}::uuid and fm.status = 'approved')`;

export const isSelf = (userId: Account, alias = 'club_person'): RawBuilder<boolean> => {
  const column = columnsOf(alias);
  return sql<boolean>`coalesce(${column('user_id')} = ${userId}::uuid and ${isMember(userId, column)}, false)`;
};

/** @param today the server's date, YYYY-MM-DD: guardianship ends at its midnight on the 18th birthday */
export const isGuardian = (userId: Account, today: string, alias = 'club_person'): RawBuilder<boolean> => {
  const column = columnsOf(alias);
  return sql<boolean>`(${isMinor(today, column)} and ${isMember(userId, column)} and exists (
    select 1 from guardianship fg where fg.club_person_id = ${column('id')}
      and fg.user_id = ${userId}::uuid and fg.state = 'confirmed'))`;
};

/** The ids of the people of clubs that may be an account's family, by an index; whether they are: `isFamily`. */
export const familyCandidates = (userId: string): RawBuilder<{ id: string }> => sql`
  select own.id from club_person own where own.user_id = ${userId}::uuid
  union all select fg.club_person_id from guardianship fg where fg.user_id = ${userId}::uuid`;

/**
 * `isFamily` without the check of the membership, for queries that start from members: whether an account is the person's own or
 * that of a confirmed guardian of a minor.
 * @param account a column; the query around has to check that the account is a member of the club
 */
export const isFamilyIfMember = (
  account: RawBuilder<unknown>,
  today: string,
  alias: string,
): RawBuilder<boolean> => {
  const column = columnsOf(alias);
  return sql<boolean>`(${account} = ${column('user_id')} or (${isMinor(today, column)} and exists (
    select 1 from guardianship fg where fg.club_person_id = ${column('id')}
      and fg.user_id = ${account} and fg.state = 'confirmed')))`;
};

export const isFamily = (userId: Account, today: string, alias = 'club_person'): RawBuilder<boolean> =>
  sql<boolean>`(${isSelf(userId, alias)} or ${isGuardian(userId, today, alias)})`;
