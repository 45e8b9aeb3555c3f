import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';

/**
 * Serialises guardianships over all processes: two that begin at once could otherwise form a circle that neither of them
 * sees.
 */
export async function lockGuardianships(trx: Transaction<DB>): Promise<void> {
  const lockNumber = 4_210_713;
  await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(trx);
}

/**
 * No user is their own guardian, nor in the care of somebody in their own care. Counts guardianships that are asked for
 * too.
 * @param accountId the account of the person in care, null where it has none
 */
export async function requireNoCircle(
  trx: Transaction<DB>,
  accountId: string | null,
  guardianIds: readonly string[],
): Promise<void> {
  if (accountId === null || guardianIds.length === 0) return;
  if (guardianIds.includes(accountId)) throw new AppError('guardianship_of_oneself');
  const { rows } = await sql<{ id: string }>`
    with recursive in_care (id) as (
      select ${accountId}::uuid
      union
      select cp.user_id from in_care
      join guardianship g on g.user_id = in_care.id and g.state <> 'ended'
      join club_person cp on cp.id = g.club_person_id and cp.user_id is not null
    )
    select id from in_care where id = any(${[...guardianIds]}::uuid[])`.execute(trx);
  if (rows.length > 0) throw new AppError('guardianship_circle');
}

/** An account that becomes the person's own must not be among the guardians, nor in the person's care. */
export async function requireAccountFits(
  trx: Transaction<DB>,
  clubPersonId: string,
  accountId: string | null,
): Promise<void> {
  const live = await trx
    .selectFrom('guardianship')
    .select('user_id')
    .where('club_person_id', '=', clubPersonId)
    .where('state', '<>', 'ended')
    .execute();
  await requireNoCircle(
    trx,
    accountId,
    live.map((row) => row.user_id),
  );
}

/** The person, locked, where a guardian may be added. @throws AppError club_person_not_found, guardianship_of_adult */
export async function lockMinor(trx: Transaction<DB>, clubId: string, id: string, today: string) {
  const person = await trx
    .selectFrom('club_person')
    .select(['id', 'user_id', fullNameOf.as('name'), isMinor(today, columnsOf('club_person')).as('is_minor')])
    .where('id', '=', id)
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('club_person_not_found');
  if (!person.is_minor) throw new AppError('guardianship_of_adult');
  return person;
}

/**
 * Locks the child of an invitation, with what `insertGuardianship` locks before it. Done before the invitation is locked: the
 * erasure of the child locks them in the same order.
 */
export async function lockInvitedChild(trx: Transaction<DB>, id: string): Promise<void> {
  await lockGuardianships(trx);
  await trx.selectFrom('club_person').select('id').where('id', '=', id).forUpdate().execute();
}

/** The minors of a club that an account is guardian of; their rows are locked. */
export async function lockChildrenOf(
  trx: Transaction<DB>,
  clubId: string,
  userId: string,
  today: string,
): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('club_person')
    .select(['id', fullNameOf.as('name')])
    .where('club_id', '=', clubId)
    .where(isMinor(today, columnsOf('club_person')))
    .where(sql<boolean>`exists (select 1 from guardianship g
      where g.club_person_id = club_person.id and g.user_id = ${userId}::uuid and g.state = 'confirmed')`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * A guardianship that is asked for or confirmed, locked, and before it the child: the erasure of the child locks them in
 * the same order. @throws AppError guardianship_not_found
 */
export async function lockGuardianship(trx: Transaction<DB>, id: string) {
  await sql`select cp.id from guardianship g join club_person cp on cp.id = g.club_person_id
    where g.id = ${requireId(id, 'guardianship_not_found')}::uuid for no key update of cp`.execute(trx);
  const row = await trx
    .selectFrom('guardianship')
    .innerJoin('club_person', 'club_person.id', 'guardianship.club_person_id')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select([
      'guardianship.id',
      'guardianship.club_person_id',
      'guardianship.user_id',
      'guardianship.state',
      sql<Date | null>`case when by_invitation and state = 'confirmed' then decided_at end`.as('invited_at'),
      fullNameOf.as('name'),
      'club_person.club_id',
      'club.name as club_name',
    ])
    .where('guardianship.id', '=', id)
    .where('guardianship.state', '<>', 'ended')
    .forUpdate('guardianship')
    .executeTakeFirst();
  if (!row) throw new AppError('guardianship_not_found');
  return row;
}
