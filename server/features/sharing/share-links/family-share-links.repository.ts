import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { grantsOfAccount } from '#server/features/accounts/auth/role-grants.sql.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { isFamily } from '#server/visibility/is-family.sql.ts';
import type { LinkRow } from './share-links.repository.ts';

/** Share links to the photos of one person of a club, made by the family. */
type Executor = Kysely<DB> | Transaction<DB>;
type FamilyShareLink = Pick<LinkRow, 'club_person_id' | 'created_by'>;

/**
 * The account that made a link, with its rights as of now. Undefined where it is no longer family, where the family no
 * longer agrees that the person is found, and where the club does not allow such links.
 */
export async function findSharer(
  db: Executor,
  { club_person_id, created_by }: FamilyShareLink,
  today: string,
): Promise<Viewer | undefined> {
  if (club_person_id === null || created_by === null) return undefined;
  return db
    .selectFrom('club_person')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .innerJoin('app_user', (join) => join.on('app_user.id', '=', created_by))
    .select(['app_user.id', grantsOfAccount.as('grants')])
    .where('club_person.id', '=', club_person_id)
    .where(maySharePhotos(today))
    .executeTakeFirst();
}

/** Whether an account may share photos of a person by link now; for a query that joins the account, the person and the club. */
const maySharePhotos = (today: string) => sql<SqlBool>`(club.allows_family_links and app_user.is_active
  and ${isFamily(sql.ref('app_user.id'), today)}
  and ${currentConsentOf(sql.ref('club_person.id'), 'find', today)} = 'yes')`;

/** What visitors read of the person: the first name, as the club wrote it. */
export async function findSharedName(db: Executor, clubPersonId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('club_person')
    .select(sql<string>`coalesce(nullif(first_name, ''), last_name)`.as('name'))
    .where('id', '=', clubPersonId)
    .executeTakeFirst();
  return row?.name;
}

/** Whether a club allows such links, and how many of its people open now, by the rules by which visitors open them. */
export async function readFamilyShareLinksOfClub(
  { db, clock }: Needs<'db' | 'clock'>,
  clubId: string,
): Promise<{ allowed: boolean; links: number }> {
  return db
    .selectFrom('club')
    .select([
      'allows_family_links as allowed',
      sql<number>`(select count(*)::int from share_link
        join club_person on club_person.id = share_link.club_person_id and club_person.club_id = club.id
        join app_user on app_user.id = share_link.created_by
        where share_link.is_active and share_link.expires_at > ${clock.now()}::timestamptz
          and ${maySharePhotos(clock.today())})`.as('links'),
    ])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow();
}

const isOfClub = (clubId: string) =>
  sql<SqlBool>`share_link.club_person_id in (select cp.id from club_person cp where cp.club_id = ${clubId}::uuid)`;

export async function deleteFamilyShareLinksOfClub(trx: Transaction<DB>, clubId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('share_link')
    .where(isOfClub(clubId))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Removes links of families that ended a while ago, and those whose account was deleted. */
export async function removeEndedFamilyShareLinks(db: Kysely<DB>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - lifetimes.endedFamilyShareLinkKeptMs);
  await db
    .deleteFrom('share_link')
    .where('scope', '=', 'club_person')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('created_by', 'is', null)]))
    .execute();
}
