import type { Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';

/**
 * Locks a person of a club until the transaction ends: changes of the person, of what was said about the person, and the
 * erasure wait for each other.
 *
 * @throws AppError club_person_not_found, for people of other clubs too
 */
export async function lockClubPerson(trx: Transaction<DB>, clubId: string, id: string) {
  const person = await trx
    .selectFrom('club_person')
    .select(['id', 'user_id', 'first_name', 'last_name', 'born_on', 'told_apart_by'])
    .where('id', '=', requireId(id, 'club_person_not_found'))
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('club_person_not_found');
  return person;
}
