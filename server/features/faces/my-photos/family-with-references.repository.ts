import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { CurrentConsent, OwnAnswer } from '#server/contract/consent.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { FamilyMember, FamilyStatus } from '#server/contract/schemas/my-photos.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { requireId } from '#server/ids.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';
import { familyCandidates, isFamily, isSelf } from '#server/visibility/is-family.sql.ts';
import { ownAnswerOf } from '#server/visibility/own-answer.sql.ts';
import { listReferences } from './reference-pictures.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;

const isOfFamily = (viewerId: string, today: string) => sql<boolean>`(
  club_person.id = any(array(${familyCandidates(viewerId)})) and ${isFamily(viewerId, today)})`;

function family(db: Executor, viewer: Viewer, today: string) {
  const id = sql.ref('club_person.id');
  return db
    .selectFrom('club_person')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .where(isOfFamily(viewer.id, today))
    .select([
      'club_person.id',
      fullNameOf.as('name'),
      'club_person.first_name',
      'club_person.club_id',
      'club.name as club_name',
      isSelf(viewer.id).as('is_self'),
      'club.allows_family_links as may_share',
      currentConsentOf(id, 'find', today).$castTo<CurrentConsent>().as('find'),
      currentConsentOf(id, 'outside', today).$castTo<CurrentConsent>().as('outside'),
      ownAnswerOf(id, 'outside', viewer.id, today).$castTo<OwnAnswer>().as('own_outside'),
      currentConsentOf(id, 'guard', today).$castTo<CurrentConsent>().as('guard'),
    ]);
}

/** The viewer and the viewer's children, with the pictures by which they are found. */
export async function listFamilyWithReferences(
  db: Executor,
  viewer: Viewer,
  today: string,
  recogniser: string,
): Promise<FamilyMember[]> {
  const members = await family(db, viewer, today)
    .orderBy('is_self', 'desc')
    .orderBy('club_person.born_on')
    .orderBy(byName(fullNameOf))
    .orderBy('club_person.id')
    .execute();
  const ids = members.map((member) => member.id);
  const referencesOf = await listReferences(db, 'find', ids, { today, recogniser });
  return members.map((member) => ({ ...member, references: referencesOf(member.id) }));
}

export async function findFamilyStatus(db: Executor, viewer: Viewer, today: string): Promise<FamilyStatus> {
  const { rows } = await sql<{ status: FamilyStatus }>`select case
    when exists (select 1 from club_person where ${isOfFamily(viewer.id, today)}) then 'known'
    when exists (select 1 from guardian_claim where user_id = ${viewer.id}::uuid) then 'claimed'
    when exists (select 1 from club_membership m join club on club.id = m.club_id
      where m.user_id = ${viewer.id}::uuid and m.status = 'approved' and club.takes_claims) then 'possible'
    else 'none' end as status`.execute(db);
  return rows[0]!.status;
}

/** @throws AppError club_person_not_found, for people of other families too */
export async function requireFamilyMember(db: Executor, viewer: Viewer, id: string, today: string) {
  const member = await family(db, viewer, today)
    .where('club_person.id', '=', requireId(id, 'club_person_not_found'))
    .executeTakeFirst();
  if (!member) throw new AppError('club_person_not_found');
  return member;
}

/**
 * The same under a lock that a withdrawal takes too: either it sees what this transaction writes, or this sees the
 * withdrawal.
 */
export async function lockFamilyMember(trx: Transaction<DB>, viewer: Viewer, id: string, today: string) {
  await trx.selectFrom('club_person').select('id').where('id', '=', id).forUpdate().execute();
  return requireFamilyMember(trx, viewer, id, today);
}
