import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ClubPersonFacts } from '#server/contract/permissions.ts';
import type { Ending } from '#server/contract/schemas/family.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';
import { isFamily, isFamilyIfMember, isGuardian, isSelf } from '#server/visibility/is-family.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';
import { refusedOutsideChoice } from '#server/visibility/refused-outside-choice.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;
export type FamilyPersonRow = { id: string; club_id: string; club_name: string; facts: ClubPersonFacts };

/** Somebody a club knows, and whether the viewer is family. Throws `club_person_not_found`. */
export async function loadFamilyPerson(
  db: Executor,
  userId: string,
  id: string,
  today: string,
): Promise<FamilyPersonRow> {
  const row = await db
    .selectFrom('club_person')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select([
      'club_person.id',
      'club_person.club_id',
      'club.name as club_name',
      isSelf(userId).as('is_self'),
      isGuardian(userId, today).as('is_guardian'),
    ])
    .where('club_person.id', '=', requireId(id, 'club_person_not_found'))
    .executeTakeFirst();
  if (!row) throw new AppError('club_person_not_found');
  const { is_self, is_guardian, ...person } = row;
  return { ...person, facts: { isSelf: is_self, isGuardian: is_guardian } };
}

/** Whether somebody besides these accounts answers for a `club_person`. */
const hasOtherGuardian = (userIds: readonly string[]) => sql<boolean>`exists (select 1 from guardianship og
  join club_membership om on om.club_id = club_person.club_id and om.user_id = og.user_id and om.status = 'approved'
  join app_user ou on ou.id = og.user_id and ou.is_active
  where og.club_person_id = club_person.id and og.user_id <> all(${[...userIds]}::uuid[]) and og.state = 'confirmed')`;

/** The children of a club who are in the care of these members, first those in the care of nobody else. */
export async function listChildrenOf(
  db: Executor,
  clubId: string,
  userIds: readonly string[],
  today: string,
): Promise<Ending> {
  const rows = await db
    .selectFrom('club_person')
    .select([
      'club_person.id',
      fullNameOf.as('name'),
      sql<boolean>`not ${hasOtherGuardian(userIds)}`.as('is_last'),
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('club_person.club_id', '=', clubId)
    .where(isMinor(today, columnsOf('club_person')))
    .where(sql<boolean>`exists (select 1 from guardianship g where g.club_person_id = club_person.id
      and g.user_id = any(${[...userIds]}::uuid[]) and g.state = 'confirmed')`)
    .orderBy('is_last', 'desc')
    .orderBy(byName(fullNameOf))
    .orderBy('club_person.id')
    .limit(listSizes.childrenLeftBehind)
    .execute();
  return { children: rows.map(({ total: _, ...child }) => child), total: rows[0]?.total ?? 0 };
}

/** The people of clubs who are the viewer or in the viewer's care. */
export async function listFamily(db: Executor, userId: string, today: string) {
  return db
    .selectFrom('club_person')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select([
      'club_person.id',
      'club_person.club_id',
      'club.name as club_name',
      refusedOutsideChoice(sql.ref('club_person.id'), 'club').as('refused_outside'),
      fullNameOf.as('name'),
      sql<'self' | 'child'>`case when ${isSelf(userId)} then 'self' else 'child' end`.as('relation'),
      sql<string | null>`(select g.id from guardianship g where g.club_person_id = club_person.id
        and g.user_id = ${userId}::uuid and g.state = 'confirmed')`.as('guardianship_id'),
      sql<boolean>`(not ${isSelf(userId)} and not ${hasOtherGuardian([userId])})`.as('is_only_guardian'),
      sql<Date | null>`(select r.asked_at from erasure_request r where r.club_person_id = club_person.id)`.as(
        'erasure_asked_at',
      ),
    ])
    .where(isFamily(userId, today))
    .orderBy(sql`${isSelf(userId)}`, 'desc')
    .orderBy(byName('club_person.first_name'))
    .orderBy('club_person.id')
    .execute();
}

/** Accounts that answer for a person: the person and, of a minor, confirmed guardians, members of the club all. */
export async function listFamilyAccounts(
  db: Executor,
  clubPersonId: string,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from club_person cp
    join club_membership m on m.club_id = cp.club_id and m.status = 'approved'
    where cp.id = ${clubPersonId} and ${isFamilyIfMember(sql.ref('m.user_id'), today, 'cp')}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The galleries in which somebody said who these people are. */
export async function listGalleriesOf(db: Executor, clubPersonIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('club_person_link')
    .innerJoin('person', 'person.id', 'club_person_link.person_id')
    .select('person.gallery_id')
    .distinct()
    .where(sql<boolean>`club_person_link.club_person_id = any(${[...clubPersonIds]}::uuid[])`)
    .execute();
  return rows.map((row) => row.gallery_id);
}
