import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { stateAt } from '#server/features/people/invitations/invitations.repository.ts';
import { newId } from '#server/ids.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';
import type { ListedChild } from './plan-guardians.ts';
import type { ListedPerson } from './plan-people.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The people on a club's list. */
export const listListedPeople = (db: Executor, clubId: string): Promise<ListedPerson[]> =>
  db
    .selectFrom('club_person')
    .select(['first_name', 'last_name', 'born_on'])
    .where('club_id', '=', clubId)
    .orderBy('id')
    .execute();

/** The same people, with what decides whether a guardian is invited. */
export const listListedChildren = (
  db: Executor,
  clubId: string,
  today: string,
  now: Date,
): Promise<ListedChild[]> =>
  db
    .selectFrom('club_person')
    .select([
      'id',
      'first_name',
      'last_name',
      'born_on',
      isMinor(today, columnsOf('club_person')).as('is_minor'),
      sql<boolean>`exists (select 1 from guardianship g
        where g.club_person_id = club_person.id and g.state <> 'ended')`.as('has_guardian'),
      sql<boolean>`exists (select 1 from invitation
        where invitation.guardian_of = club_person.id and ${stateAt(now)} = 'open')`.as('is_invited'),
    ])
    .where('club_id', '=', clubId)
    .orderBy('id')
    .execute();

/** @returns the id of each */
export async function insertImportedPeople<Person extends ListedPerson>(
  trx: Transaction<DB>,
  cause: { clubId: string; createdBy: string; importId: string },
  people: readonly Person[],
): Promise<Map<Person, string>> {
  const ids = new Map(people.map((person) => [person, newId()]));
  if (people.length > 0)
    await trx
      .insertInto('club_person')
      .values(
        [...ids].map(([{ first_name, last_name, born_on }, id]) => ({
          ...{ id, first_name, last_name, born_on },
          ...{ club_id: cause.clubId, created_by: cause.createdBy, import_id: cause.importId },
        })),
      )
      .execute();
  return ids;
}

/** Tables with what a club or a family says of somebody on the list; all that refer to `club_person`, but for invitations. */
export const tablesAboutPeople = [
  'absent_refuser',
  'club_person_departure',
  'club_person_link',
  'consent',
  'removed_paper',
  'declined_link',
  'erasure_request',
  'found_photos_seen',
  'guard_reference',
  'guardian_claim',
  'guardianship',
  'likely_refusal',
  'removed_refuser',
  'link_question',
  'link_question_before',
  'reference',
  'share_link',
] as const satisfies readonly (keyof DB)[];

/**
 * Locks the people of an import. Whoever says something of a person holds its row until the transaction ends. Done before the
 * invitations are locked, as an erasure does. @returns how many they are
 */
export async function lockImportedPeople(trx: Transaction<DB>, importId: string): Promise<number> {
  const people = await trx
    .selectFrom('club_person')
    .select('id')
    .where('import_id', '=', importId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return people.length;
}

/**
 * Takes the people of an import off the list, but for those who were changed or of whom something was said since. The import's
 * own invitations are gone or revoked by then. @returns how many
 */
export async function removeImportedPeople(trx: Transaction<DB>, importId: string): Promise<number> {
  const isUntouched = sql<boolean>`${sql.join(
    tablesAboutPeople.map(
      (table) =>
        sql`not exists (select 1 from ${sql.table(table)} a where a.club_person_id = club_person.id)`,
    ),
    sql` and `,
  )}`;
  const removed = await trx
    .deleteFrom('club_person')
    .where('import_id', '=', importId)
    .where('user_id', 'is', null)
    .whereRef('updated_at', '=', 'created_at')
    .where(isUntouched)
    .where(
      sql<boolean>`not exists (select 1 from invitation i
        where i.guardian_of = club_person.id and i.revoked_at is null)`,
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
