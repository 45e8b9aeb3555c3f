import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Purpose } from '#server/contract/consent.ts';
import type { GuardianClaim, guardian, Relation } from '#server/contract/schemas/family.ts';
import type { DB } from '#server/db/tables.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';
import { isGuardian, isSelf } from '#server/visibility/is-family.sql.ts';
import { columnsOf, isMinor } from '#server/visibility/is-minor.sql.ts';
import { isSamePerson, type Named, nearPeople } from './near-people.ts';

type Executor = Kysely<DB> | Transaction<DB>;
const userName = sql<string>`trim(app_user.first_name || ' ' || app_user.last_name)`;

/** Who answers for a person, or was asked to. */
export function listGuardians(
  db: Executor,
  clubPersonId: string,
): Promise<(Omit<z.output<typeof guardian>, 'not_them_until'> & { invited_at: Date | null })[]> {
  return db
    .selectFrom('guardianship')
    .innerJoin('app_user', 'app_user.id', 'guardianship.user_id')
    .select([
      'guardianship.id',
      'guardianship.user_id',
      userName.as('name'),
      'app_user.username',
      sql<'asked' | 'confirmed'>`guardianship.state`.as('state'),
      sql<Date | null>`case when by_invitation and state = 'confirmed' then decided_at end`.as('invited_at'),
    ])
    .where('guardianship.club_person_id', '=', clubPersonId)
    .where('guardianship.state', '<>', 'ended')
    .orderBy('guardianship.asked_at')
    .orderBy('guardianship.id')
    .execute();
}

/** Claims of members that wait for the club's answer, the oldest first. */
export async function listClaims(
  db: Executor,
  clubId: string,
  page: { limit: number; offset: number },
  today: string,
): Promise<{ claims: (Omit<GuardianClaim, 'claimed_at'> & { claimed_at: Date })[]; total: number }> {
  const claims = db
    .selectFrom('guardian_claim')
    .innerJoin('app_user', 'app_user.id', 'guardian_claim.user_id')
    .where('guardian_claim.club_id', '=', clubId);
  const { total } = await claims.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await claims
    .select([
      'guardian_claim.id',
      'guardian_claim.relation',
      'guardian_claim.name',
      'guardian_claim.claimed_at',
      'guardian_claim.born_on',
      'guardian_claim.user_id',
      'guardian_claim.club_person_id',
      userName.as('user_name'),
      'app_user.username',
    ])
    .orderBy('guardian_claim.claimed_at')
    .orderBy('guardian_claim.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const people = rows.length === 0 ? [] : await listClaimable(db, clubId, today);
  return {
    claims: rows.map(({ club_person_id: meant, ...claim }) => ({
      ...claim,
      near: (meant
        ? people.filter(({ id }) => id === meant)
        : nearPeople(
            claim,
            people.filter((one) => (claim.relation === 'self' ? !one.has_account : one.is_minor)),
          )
      ).map(({ id, name, born_on }) => ({ id, name, born_on })),
    })),
    total,
  };
}

function listClaimable(db: Executor, clubId: string, today: string) {
  return db
    .selectFrom('club_person')
    .select([
      'id',
      fullNameOf.as('name'),
      'born_on',
      isMinor(today, columnsOf('club_person')).as('is_minor'),
      sql<boolean>`user_id is not null`.as('has_account'),
    ])
    .where('club_id', '=', clubId)
    .orderBy('id')
    .execute();
}

/** The person whom a member means who is that person, or the person's guardian, already; a member is one person of a club. */
export async function findOwnPerson(
  db: Executor,
  clubId: string,
  userId: string,
  claim: Omit<Named, 'id'> & { relation: Relation; today: string },
): Promise<{ id: string; name: string } | null> {
  const isOwn = claim.relation === 'self' ? isSelf(userId) : isGuardian(userId, claim.today);
  const people = await db
    .selectFrom('club_person')
    .select(['id', fullNameOf.as('name'), 'born_on'])
    .where('club_id', '=', clubId)
    .where(isOwn)
    .orderBy('id')
    .execute();
  const meant = claim.relation === 'self' ? people[0] : people.find((person) => isSamePerson(claim, person));
  return meant ? { id: meant.id, name: meant.name } : null;
}

/** Claims of a member, and what was answered with each. */
export function listOwnClaims(db: Executor, userId: string) {
  return db
    .selectFrom('guardian_claim')
    .innerJoin('club', 'club.id', 'guardian_claim.club_id')
    .select([
      'guardian_claim.id',
      'guardian_claim.club_id',
      'club.name as club_name',
      'guardian_claim.relation',
      'guardian_claim.name',
      'guardian_claim.claimed_at',
      sql<
        Partial<Record<Purpose, { answer: 'yes' | 'no'; text_version: string }>>
      >`(select coalesce(jsonb_object_agg(a.purpose,
          jsonb_build_object('answer', a.answer, 'text_version', a.text_version)), '{}')
        from guardian_claim_answer a where a.claim_id = guardian_claim.id)`.as('answers'),
    ])
    .where('guardian_claim.user_id', '=', userId)
    .orderBy('guardian_claim.claimed_at')
    .orderBy('guardian_claim.id')
    .execute();
}

/** Guardianships that clubs ask the viewer to confirm, the oldest first. */
export function listGuardianRequests(db: Executor, userId: string) {
  return db
    .selectFrom('guardianship')
    .innerJoin('club_person', 'club_person.id', 'guardianship.club_person_id')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select([
      'guardianship.id',
      'club.name as club_name',
      'club_person.id as club_person_id',
      fullNameOf.as('name'),
    ])
    .where('guardianship.user_id', '=', userId)
    .where('guardianship.state', '=', 'asked')
    .orderBy('guardianship.asked_at')
    .orderBy('guardianship.id')
    .execute();
}
