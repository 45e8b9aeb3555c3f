import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
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

export async function insertImportedPeople(
  trx: Transaction<DB>,
  cause: { clubId: string; createdBy: string; importId: string },
  people: readonly ListedPerson[],
): Promise<void> {
  if (people.length === 0) return;
  await trx
    .insertInto('club_person')
    .values(
      people.map(({ first_name, last_name, born_on }) => ({
        ...{ id: newId(), first_name, last_name, born_on },
        ...{ club_id: cause.clubId, created_by: cause.createdBy, import_id: cause.importId },
      })),
    )
    .execute();
}

/** Tables with what a club or a family says of somebody on the list; all that refer to `club_person`. */
export const tablesAboutPeople = [
  'club_person_departure',
  'club_person_link',
  'consent',
  'declined_link',
  'erasure_request',
  'found_photos_seen',
  'guard_reference',
  'guardianship',
  'likely_refusal',
  'link_question',
  'link_question_before',
  'reference',
  'share_link',
] as const satisfies readonly (keyof DB)[];

/** Takes the people of an import off the list, but for those who were changed or of whom something was said since. */
export async function removeImportedPeople(
  trx: Transaction<DB>,
  importId: string,
): Promise<{ people: number; people_kept: number }> {
  // Whoever says something of a person holds its row until the transaction ends.
  const all = await trx
    .selectFrom('club_person')
    .select('id')
    .where('import_id', '=', importId)
    .forUpdate()
    .execute();
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
    .executeTakeFirst();
  const people = Number(removed.numDeletedRows);
  return { people, people_kept: all.length - people };
}
