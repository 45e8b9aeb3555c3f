import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { askedPurposes, type CurrentConsent, type Purpose, purposes } from '#server/contract/consent.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import {
  type LeftPerson,
  lastDayAfterNotice,
  lastDayOfLeft,
  type Retention,
} from '#server/contract/last-day.ts';
import {
  isClubAdmin,
  isClubAdminOf,
  isGlobalAdmin,
  isPhotographerFor,
  type Viewer,
} from '#server/contract/permissions.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { ClubPerson, clubPeopleOfGallery } from '#server/contract/schemas/club-people.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { areNamesakes, fullNameOf, nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { clubsOf, isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { decidesGuestPhotos } from '#server/visibility/photo-visibility.sql.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The consent in force of each purpose, by columns of a query over `club_person`. */
const currentOf = (purpose: Purpose, today: string) =>
  currentConsentOf(sql.ref('club_person.id'), purpose, today);

/** The departure of `club_person`, where the club deletes data of people who left. */
const departureOf = sql`(select jsonb_build_object('left_on', d.left_on, 'noted_on', d.noted_on,
    'kept_until', d.kept_until, 'expiry_notice', d.expiry_notice, 'expiry_notice_on', d.expiry_notice_on,
    'months', c.left_kept_months, 'since', c.left_kept_since)
  from club_person_departure d join club c on c.id = club_person.club_id
  where d.club_person_id = club_person.id and c.left_kept_months is not null)`;

function clubPeople(db: Executor, clubId: string, today: string) {
  return db
    .selectFrom('club_person')
    .leftJoin('app_user', 'app_user.id', 'club_person.user_id')
    .where('club_person.club_id', '=', clubId)
    .select([
      'club_person.id',
      'club_person.club_id',
      'club_person.first_name',
      'club_person.last_name',
      fullNameOf.as('name'),
      nameToTellApart().as('name_told_apart'),
      'club_person.told_apart_by',
      sql<boolean>`exists (select from club_person other where ${areNamesakes('other', 'club_person')})`.as(
        'has_namesake',
      ),
      'club_person.born_on',
      'club_person.user_id',
      'app_user.username',
      sql<number>`(select count(distinct p.gallery_id)::int from club_person_link l join person p on p.id = l.person_id
          join gallery on gallery.id = p.gallery_id
        where l.club_person_id = club_person.id)`.as('gallery_count'),
      sql<ClubPerson['guardians']>`(select coalesce(jsonb_agg(jsonb_build_object(
          'name', ${userNameOf('u')}, 'state', g.state)
          order by g.asked_at, g.id), '[]')
        from guardianship g join app_user u on u.id = g.user_id
        where g.club_person_id = club_person.id and g.state <> 'ended')`.as('guardians'),
      sql<LeftRow | null>`${departureOf}`.as('left'),
      sql<ClubPerson['consents']>`jsonb_build_object(${sql.join(
        purposes.flatMap((purpose) => [sql.lit(purpose), currentOf(purpose, today)]),
      )})`.as('consents'),
    ]);
}

type LeftRow = LeftPerson & Pick<Retention, 'expiry_notice' | 'expiry_notice_on'>;

function withLastDay({ left, ...person }: Omit<ClubPerson, 'left'> & { left: LeftRow | null }): ClubPerson {
  if (!left) return { ...person, left };
  const { left_on, kept_until, expiry_notice_on } = left;
  const chosen = lastDayOfLeft(left);
  const last_day = expiry_notice_on === null ? chosen : lastDayAfterNotice(chosen, expiry_notice_on);
  return { ...person, left: { left_on, kept_until, last_day } };
}

/** The people of a club, by last name. */
export async function listClubPeople(
  db: Executor,
  clubId: string,
  filter: {
    search?: string | undefined;
    consent?: CurrentConsent | undefined;
    left?: boolean | undefined;
    limit: number;
    offset: number;
  },
  today: string,
): Promise<{ people: ClubPerson[]; total: number }> {
  const patterns = searchPatterns(filter.search);
  const conditions = patterns.map((pattern) => sql`club_person.search_text like ${pattern}`);
  const { consent } = filter;
  if (consent)
    conditions.push(
      sql`(${sql.join(
        askedPurposes.map((purpose) => sql`${currentOf(purpose, today)} = ${consent}`),
        sql` or `,
      )})`,
    );
  if (filter.left) conditions.push(sql`${departureOf} is not null`);
  const matches = sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
  const { total } = await db
    .selectFrom('club_person')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('club_id', '=', clubId)
    .where(matches)
    .executeTakeFirstOrThrow();
  const people = await clubPeople(db, clubId, today)
    .where(matches)
    .orderBy(byName('club_person.last_name'))
    .orderBy(byName('club_person.first_name'))
    .orderBy('club_person.id')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { people: people.map(withLastDay), total };
}

export async function findClubPerson(
  db: Executor,
  clubId: string,
  id: string,
  today: string,
): Promise<ClubPerson | undefined> {
  const person = await clubPeople(db, clubId, today).where('club_person.id', '=', id).executeTakeFirst();
  return person && withLastDay(person);
}

/**
 * The clubs the names of whose people a viewer may read while editing a gallery: the rule `club.linkPeople` in SQL. Readers
 * of galleries read fewer names: names-for-signed-in.repository.ts. `club_id` is a column of the query.
 */
export function readsNamesIn(viewer: Viewer, clubId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (isGlobalAdmin(viewer) || isPhotographerFor(viewer, [])) return sql<boolean>`true`;
  return sql<boolean>`(${clubId} in ${clubsOf(viewer.id)} or exists (select 1 from role_assignment r
    where r.user_id = ${viewer.id}::uuid and r.role_name = 'photographer' and r.club_id = ${clubId}))`;
}

export type Picture = { id: string; rendition_version: number } & Omit<
  NonNullable<Found['picture']>,
  'photo_url'
>;
type Found = z.output<typeof clubPeopleOfGallery>['people'][number];

/** In the newest gallery whose people the viewer edits: there they read already whose face it is. */
export const pictureFor = (
  viewer: Viewer,
  clubPersonId: RawBuilder<unknown> = sql.ref('club_person.id'),
) => sql<Picture | null>`(
  select json_build_object('id', photo.id, 'rendition_version', photo.rendition_version, 'photo_width', photo.width,
    'photo_height', photo.height, 'bounding_box', json_build_object('x', face.x, 'y', face.y, 'w', face.w, 'h', face.h))
  from club_person_link l join person on person.id = l.person_id and not person.is_hidden
    join gallery on gallery.id = person.gallery_id join event on event.id = gallery.event_id
    join face on face.id = person.representative_face_id join photo on photo.id = face.photo_id
  where l.club_person_id = ${clubPersonId} and ${decidesGuestPhotos(viewer)}
  order by event.event_date desc, gallery.id desc limit 1)`;

const FOUND_MOST = 20;

/** People of the gallery's clubs by part of their names; none before enough letters are typed. */
export async function searchClubPeople(
  db: Executor,
  viewer: Viewer,
  galleryId: string,
  typed = '',
): Promise<z.output<typeof clubPeopleOfGallery>> {
  const clubId = sql.ref('club_person.club_id');
  const query = db
    .selectFrom('club_person')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select(['club_person.id', 'club_person.club_id', 'club.name as club_name', nameToTellApart().as('name')])
    .where(isClubOfGallery(clubId, galleryId))
    .where(readsNamesIn(viewer, clubId));
  const any = (await query.limit(1).executeTakeFirst()) !== undefined;
  const adds_to = await listManagedClubs(db, viewer, galleryId);
  if (!any || typed.length < inputLimits.searchMin) return { any, adds_to, people: [] };
  const fits = sql<boolean>`(name_parts(${typed}) && club_person.name_parts
    and fits_name(${typed}, club_person.first_name || ' ' || club_person.last_name))`;
  const matches = searchPatterns(typed).map((pattern) => sql`club_person.search_text like ${pattern}`);
  const people = await query
    .select([fits.as('fits'), pictureFor(viewer).as('picture')])
    .where(sql<boolean>`(${fits} or (${sql.join([sql`true`, ...matches], sql` and `)}))`)
    .orderBy(sql`club_person.name_key = name_key(${typed})`, 'desc')
    .orderBy('fits', 'desc')
    .orderBy(sql`fits_name(${typed}, club_person.first_name)`, 'desc')
    .orderBy(byName('club_person.last_name'))
    .orderBy(byName('club_person.first_name'))
    .orderBy('club_person.id')
    .limit(FOUND_MOST)
    .execute();
  return { any, adds_to, people: people.map(withPictureUrl) };
}

export function withPictureUrl<Row extends { picture: Picture | null }>({
  picture,
  ...row
}: Row): Omit<Row, 'picture'> & Pick<Found, 'picture'> {
  if (!picture) return { ...row, picture };
  const { id, rendition_version, ...place } = picture;
  return { ...row, picture: { ...place, photo_url: pictureUrl({ id, rendition_version }, 'medium') } };
}

/** The clubs of a gallery whose people the viewer manages: the rule `club.managePeople`. */
async function listManagedClubs(db: Executor, viewer: Viewer, galleryId: string) {
  if (!isGlobalAdmin(viewer) && !isClubAdmin(viewer)) return [];
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'name'])
    .where(isClubOfGallery(sql.ref('club.id'), galleryId))
    .orderBy(byName('name'))
    .execute();
  return clubs.filter(({ id }) => isGlobalAdmin(viewer) || isClubAdminOf(viewer, id));
}
