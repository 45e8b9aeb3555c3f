import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

export async function keepApart(trx: Transaction<DB>, a: string, b: string): Promise<void> {
  if (a === b) return;
  const [first_id, second_id] = a < b ? [a, b] : [b, a];
  await trx
    .insertInto('kept_apart')
    .values({ first_id, second_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the person is kept apart from one of the others. */
export async function isKeptApart(
  trx: Transaction<DB>,
  personId: string,
  otherIds: readonly string[],
): Promise<boolean> {
  const row = await trx
    .selectFrom('kept_apart')
    .select('first_id')
    .where((eb) =>
      eb.or([
        eb('first_id', '=', personId).and('second_id', 'in', [...otherIds]),
        eb('second_id', '=', personId).and('first_id', 'in', [...otherIds]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** People kept apart from a merged person are kept apart from the person that remains. */
export async function moveKeptApart(
  trx: Transaction<DB>,
  fromIds: readonly string[],
  personId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('kept_apart')
    .select(['first_id', 'second_id'])
    .where((eb) => eb.or([eb('first_id', 'in', [...fromIds]), eb('second_id', 'in', [...fromIds])]))
    .execute();
  const merged = new Set(fromIds);
  const others = rows.flatMap((row) => [row.first_id, row.second_id]).filter((id) => !merged.has(id));
  for (const other of new Set(others)) await keepApart(trx, other, personId);
}
