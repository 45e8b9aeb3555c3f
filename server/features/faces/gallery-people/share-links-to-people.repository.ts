import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import {
  type HeldFace,
  successorsOf,
} from '#server/features/faces/who-is-who/successors-of-dissolved-people.sql.ts';

/** People that share links show. A link follows the faces: what is grouped anew is shown where the faces are now. */

/** The links to merged people go to the one that remains. */
export async function moveShareLinksOfMerged(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  await sql`insert into share_link_person (share_link_id, person_id)
    select distinct share_link_id, ${personId}::uuid from share_link_person
    where person_id = any(${[...fromIds]}::uuid[])
    on conflict do nothing`.execute(trx);
}

/** Links to people that a plan dissolved go to the person that has most of their faces. */
export async function moveShareLinksToSuccessors(
  trx: Transaction<DB>,
  before: readonly HeldFace[],
): Promise<void> {
  if (before.length === 0) return;
  await sql`insert into share_link_person (share_link_id, person_id)
    select holder, successor from (${successorsOf(before)}) follows
    on conflict do nothing`.execute(trx);
}
