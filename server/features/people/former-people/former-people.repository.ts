import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { fewestDaysKept } from '#server/contract/expiry-notices.ts';
import type { LeftPerson, Retention } from '#server/contract/last-day.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { isFamilyIfMember } from '#server/visibility/is-family.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** Whether an account of the club's members stands for a person of the club: the own one, or a guardian's of a minor. */
const hasMemberOrGuardian = (today: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from club_membership m where m.club_id = cp.club_id and m.status = 'approved'
    and ${isFamilyIfMember(sql.ref('m.user_id'), today, 'cp')})`;

/**
 * Records that people left, where no account stands for them any more. The club itself records people who had neither
 * an account nor a guardian.
 * @param own people whose own account left
 * @param cared people whose guardian's account left; adults among them had no guardian
 */
export async function recordDepartures(
  trx: Transaction<DB>,
  { own, cared }: { own: readonly string[]; cared: readonly string[] },
  today: string,
): Promise<void> {
  await sql`
    insert into club_person_departure (club_person_id, left_on, noted_by, noted_on)
    select cp.id, ${today}::date, 'account', ${today}::date from club_person cp
    where (cp.id = any(${[...own]}::uuid[])
        or (cp.id = any(${[...cared]}::uuid[]) and ${isMinor(today, columnsOf('cp'))}))
      and not ${hasMemberOrGuardian(today)}
    on conflict (club_person_id) do nothing`.execute(trx);
}

/** Removes the departures of people who again have an account of a member: their own, or a guardian's of a minor. */
export async function removeDeparturesOfReturned(db: Executor, today: string): Promise<void> {
  await sql`
    delete from club_person_departure d using club_person cp
    where cp.id = d.club_person_id and d.noted_by = 'account' and ${hasMemberOrGuardian(today)}`.execute(db);
}

/** What a club says about people who left, and how many there are. */
export async function readFormerPeopleRetention(
  db: Executor,
  clubId: string,
): Promise<{ months: number | null; people: number }> {
  return db
    .selectFrom('club')
    .select([
      'left_kept_months as months',
      sql<number>`(select count(*)::int from club_person_departure d join club_person cp on cp.id = d.club_person_id
        where cp.club_id = club.id)`.as('people'),
    ])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow();
}

/** A person who left a club that deletes the data of such people. */
export type Departure = LeftPerson &
  Pick<Retention, 'expiry_notice' | 'expiry_notice_on'> & {
    club_person_id: string;
    club_id: string;
    club: string;
    is_back: boolean;
  };

interface Filter {
  clubId?: string;
  personId?: string;
}

export async function listFormerPeople(
  db: Executor,
  { clubId, personId }: Filter,
  today: string,
): Promise<Departure[]> {
  const wanted = [
    ...(clubId === undefined ? [] : [sql`cp.club_id = ${clubId}::uuid`]),
    ...(personId === undefined ? [] : [sql`cp.id = ${personId}::uuid`]),
    sql`c.left_kept_months is not null`,
  ];
  const { rows } = await sql<Departure>`
    select d.club_person_id, d.left_on, d.noted_on, d.kept_until, d.expiry_notice, d.expiry_notice_on, cp.club_id,
      c.name as club, c.left_kept_months as months, c.left_kept_since as since,
      d.noted_by = 'account' and ${hasMemberOrGuardian(today)} as is_back
    from club_person_departure d join club_person cp on cp.id = d.club_person_id join club c on c.id = cp.club_id
    where ${sql.join(wanted, sql` and `)} order by d.left_on, d.club_person_id`.execute(db);
  return rows;
}

/** The accounts that are notified of a person who left: the own one, and of a minor those of the last guardians. */
export async function listAccountsOfLeft(
  trx: Transaction<DB>,
  clubPersonId: string,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select cp.user_id from club_person cp where cp.id = ${clubPersonId}::uuid and cp.user_id is not null
    union
    select g.user_id from club_person cp join club_person_departure d on d.club_person_id = cp.id
      join guardianship g on g.club_person_id = cp.id and g.decided_at is not null
    where cp.id = ${clubPersonId}::uuid and ${isMinor(today, columnsOf('cp'))}
      and (g.state = 'confirmed' or g.ended_at >= d.left_on - interval '1 day')`.execute(trx);
  return rows.map((row) => row.user_id);
}

/**
 * Deletes ended guardianships of accounts that left, of people who stay: as long after the end as the club keeps the data
 * of people who left.
 */
export async function removeOldGuardianships(db: Executor, now: Date): Promise<void> {
  // One day later, because the database may count months in another time zone than the server.
  const latest = new Date(now.getTime() - dayMs);
  await sql`
    delete from guardianship g using club_person cp join club c on c.id = cp.club_id
    where cp.id = g.club_person_id and g.state = 'ended' and c.left_kept_months is not null
      and greatest(g.ended_at + make_interval(months => c.left_kept_months), c.left_kept_since + make_interval(days => ${fewestDaysKept}::int))
        < ${latest}::timestamptz
      and not exists (select 1 from club_membership m
        where m.club_id = cp.club_id and m.user_id = g.user_id and m.status = 'approved')`.execute(db);
}
