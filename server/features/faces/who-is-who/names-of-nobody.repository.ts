import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { fitsListed } from '#server/visibility/held-names.sql.ts';

type NameOfNobody = Selectable<DB['name_of_nobody']>;

/**
 * What had been said about these people's names, whose rows are there again. Whoever was listed since then is asked about: a name
 * that fits them stays for editors.
 */
export async function restoreNamesOfNobody(
  trx: Transaction<DB>,
  personIds: readonly string[],
  before: readonly NameOfNobody[],
): Promise<void> {
  await trx
    .deleteFrom('name_of_nobody')
    .where(sql<boolean>`person_id = any(${[...personIds]}::uuid[])`)
    .execute();
  await sql`select id from club where id = any(${before.map((row) => row.club_id)}::uuid[])
    order by id for no key update`.execute(trx);
  await sql`insert into name_of_nobody (person_id, club_id, said_by, said_at, before_upgrade)
    select said.person_id, said.club_id, app_user.id, said.said_at, said.before_upgrade
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
        as said (person_id uuid, club_id uuid, said_by uuid, said_at timestamptz, before_upgrade boolean)
      join person named on named.id = said.person_id and named.name <> '' join club on club.id = said.club_id
      left join app_user on app_user.id = said.said_by
    where not exists (select from club_person since
      where since.club_id = said.club_id and since.named_at > said.said_at and ${fitsListed('named', 'since')})`.execute(
    trx,
  );
}

/** The name of one of them is now that of the person that remains, with what was said about it. */
export async function moveNameOfNobody(
  trx: Transaction<DB>,
  fromId: string,
  personId: string,
): Promise<void> {
  await sql`insert into name_of_nobody (person_id, club_id, said_by, said_at, before_upgrade)
    select ${personId}::uuid, club_id, said_by, said_at, before_upgrade from name_of_nobody
    where person_id = ${fromId}::uuid on conflict do nothing`.execute(trx);
}
