import { type RawBuilder, sql } from 'kysely';
import { askedPurposes } from '#server/contract/consent.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { isFamilyIfMember } from '#server/visibility/is-family.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';

/**
 * What a member is asked about a person of the club; the query around has to check that the account is a member.
 * @param account a column
 * @param alias of `club_person` in the query
 */

/** A question about photos is open, and the account, which is family, has not answered it. */
export function isAskedAboutPhotos(
  account: RawBuilder<unknown>,
  today: string,
  alias: string,
): RawBuilder<boolean> {
  const id = columnsOf(alias)('id');
  const open = askedPurposes.map(
    (purpose) => sql`(${currentConsentOf(id, purpose, today)} = 'unknown' and not exists (
      select 1 from consent c where c.club_person_id = ${id} and c.purpose = ${purpose}
        and c.said_by = ${account} and c.said_as <> 'paper'
        and (c.valid_until is null or c.valid_until >= ${today}::date)))`,
  );
  return sql<boolean>`(${isFamilyIfMember(account, today, alias)} and (${sql.join(open, sql` or `)}))`;
}

/** The club asks the account whether it is a guardian. */
export const isAskedToBeGuardian = (
  account: RawBuilder<unknown>,
  today: string,
  alias: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${isMinor(today, columnsOf(alias))} and exists (select 1 from guardianship g
    where g.club_person_id = ${columnsOf(alias)('id')} and g.user_id = ${account} and g.state = 'asked'))`;
