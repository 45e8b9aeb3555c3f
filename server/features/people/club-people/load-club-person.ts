import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { findClubPerson } from './club-people.repository.ts';

/** Throws `club_person_not_found`, for people of other clubs too. */
export async function loadClubPerson(
  db: Kysely<DB>,
  clubId: string,
  id: string,
  today: string,
): Promise<ClubPerson> {
  const person = await findClubPerson(db, clubId, requireId(id, 'club_person_not_found'), today);
  if (!person) throw new AppError('club_person_not_found');
  return person;
}
