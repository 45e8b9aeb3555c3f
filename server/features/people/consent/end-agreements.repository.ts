import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * Ends what somebody agreed to for people they no longer stand for, so that it does not come into force again when they come back:
 * where their last answer to a purpose is a yes, all their answers to it are valid until yesterday. A last no stays as it is.
 * @param today the server's date, YYYY-MM-DD
 */
export async function endAgreements(
  trx: Transaction<DB>,
  userId: string,
  clubPersonIds: readonly string[],
  today: string,
): Promise<void> {
  const isValid = (answer: string) =>
    sql`(${sql.ref(`${answer}.valid_until`)} is null or ${sql.ref(`${answer}.valid_until`)} >= ${today}::date)`;
  await sql`
    update consent said set valid_until = ${today}::date - 1
    where said.said_by = ${userId}::uuid and said.said_as in ('self', 'guardian')
      and said.club_person_id = any(${[...clubPersonIds]}::uuid[]) and ${isValid('said')}
      and (select last.answer from consent last
        where last.club_person_id = said.club_person_id and last.purpose = said.purpose
          and last.said_as = said.said_as and last.said_by = said.said_by and ${isValid('last')}
        order by last.said_at desc, last.id desc limit 1) = 'yes'`.execute(trx);
}
