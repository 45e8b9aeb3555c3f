import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import type { SearchScope } from '#server/contract/schemas/my-photos.ts';
import { personMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { agreedToEditorQuestions } from '#server/features/people/consent/agreed-to-editor-questions.sql.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import {
  galleriesBelongingTo,
  isClubOfGallery,
  visibleTo,
  withoutOffice,
} from '#server/visibility/gallery-visibility.sql.ts';
import { familyCandidates, isFamily, isGuardian, isSelf } from '#server/visibility/is-family.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isPersonShownToViewer } from '#server/visibility/person-visibility.sql.ts';
import { hiddenTablesIn, isPhotoShownToViewer } from '#server/visibility/photo-visibility.sql.ts';
import { limitsOf, measured, type SearchThresholds, withinLimits } from './apply-search-thresholds.sql.ts';
import { PUBLIC_GALLERIES } from './search-scopes.ts';

/** Rights and consents are part of each statement, as they are today. */
export type Search = { viewer: Viewer; thresholds: SearchThresholds; today: string; scope?: SearchScope };

/** Rows `(club_person_id, mean)` of the people that are looked for; the mean is that of unit vectors. */
type Targets = RawBuilder<unknown>;

/**
 * The galleries that the viewer has a reason of their own to read, and those where an editor or the family said who somebody of the
 * family is.
 */
const ownGalleries = ({ viewer }: Search, clubPersonId?: string) => sql`
  select gallery.id from gallery where gallery.id = any(array(${galleriesBelongingTo(viewer.id)}))
    and ${visibleTo(withoutOffice(viewer))}
  ${
    clubPersonId === undefined
      ? sql``
      : sql`union select gallery.id from gallery
    where gallery.id = any(array(
      select p.gallery_id from person p where p.id = any(array(
        select q.person_id from link_question q where q.club_person_id = ${clubPersonId}::uuid and q.answer = 'yes'
        union all select l.person_id from club_person_link l where l.club_person_id = ${clubPersonId}::uuid))))
      and ${visibleTo(viewer)}`
  }`;

/** Others that anybody may read. */
const publicGalleries = (search: Search, clubPersonId?: string) => sql`
  with own as materialized (${ownGalleries(search, clubPersonId)})
  select gallery.id from gallery where gallery.visibility = 'public' and gallery.id not in (select id from own)
    and exists (select from person where person.gallery_id = gallery.id)
  order by gallery.created_at desc, gallery.id limit ${sql.lit(PUBLIC_GALLERIES)}`;

/**
 * What a statement begins with that searches beyond one gallery: `readable`, the galleries of the search's scope, and the tables of
 * what the viewer is not shown of them.
 * @param clubPersonId of whom the viewer answers for
 * @param others ids of galleries that the statement is about, too
 */
export const searchTables = (
  search: Search,
  clubPersonId?: string,
  others: RawBuilder<unknown> = sql`select null::uuid where false`,
): RawBuilder<unknown> => sql`
  readable as materialized (${(search.scope === 'public' ? publicGalleries : ownGalleries)(search, clubPersonId)}),
  ${hiddenTablesIn(search.viewer, search.today, sql`select id from readable union all ${others}`)}`;

/** The galleries that are searched. */
const readable = sql`select id from readable`;

/** People with references, of the viewer's own family and with a current yes. @param isWanted a condition on `member` */
const agreedFamily = ({ viewer, thresholds, today }: Search, isWanted: RawBuilder<unknown>): Targets => sql`
  select member.id as club_person_id, (
    select avg(l2_normalize(r.embedding)) from reference r
    where r.club_person_id = member.id and r.recogniser = ${thresholds.recogniser} and r.expires_on >= ${today}::date) as mean
  from club_person member
  where ${isWanted} and member.id = any(array(${familyCandidates(viewer.id)})) and ${isFamily(viewer.id, today, 'member')}
    and ${currentConsentOf(sql.ref('member.id'), 'find', today)} = 'yes'`;

/**
 * Those of these people who are of the viewer's own family and agreed. Together with `knownInClubs` this is the only way to search
 * by stored references, so that people who did not agree are never looked for. Searches by a picture that is not stored:
 * `mayBeFoundByPicture`.
 */
export const enrolled = (search: Search, clubPersonIds: readonly string[]): Targets =>
  agreedFamily(search, sql`member.id = any(${[...clubPersonIds]}::uuid[])`);

/**
 * Whether `member` is somebody else of the family. A child of two clubs is two people of clubs with one name; a father of his son's
 * name has the account.
 */
const isSomebodyElse = ({ viewer }: Search, clubPersonId: string) => sql`not exists (
  select from club_person same where same.id = ${clubPersonId}::uuid
    and lower(same.first_name) = lower(member.first_name) and lower(same.last_name) = lower(member.last_name)
    and coalesce(same.user_id = ${viewer.id}::uuid, false) = coalesce(member.user_id = ${viewer.id}::uuid, false))`;

/** Everybody else whom the viewer answers for and who agreed, such as siblings. A second name never comes from another family. */
const enrolledBeside = (search: Search, clubPersonId: string): Targets => sql`
  select each.* from (${agreedFamily(search, isSomebodyElse(search, clubPersonId))}) each
  where each.mean is not null`;

/** Whether the viewer answers for another child who is not looked for; a parent's own photos are not mixed up with a child's. */
const isBesideSibling = (search: Search, clubPersonId: string) => sql`(
  exists (select from club_person own where own.id = ${clubPersonId}::uuid and not ${isSelf(search.viewer.id, 'own')})
  and exists (select from club_person member
    where member.id = any(array(${familyCandidates(search.viewer.id)})) and ${isGuardian(search.viewer.id, search.today, 'member')}
    and ${isSomebodyElse(search, clubPersonId)}
    and not exists (select from (${enrolledBeside(search, clubPersonId)}) known where known.club_person_id = member.id)))`;

/** Without an answer about finding nobody is looked for; those of the family whom editors have linked are shown all the same. */
const onlyLinked = ({ viewer, today }: Search, clubPersonId: string): Targets => sql`
  select member.id as club_person_id, null::vector as mean from club_person member
  where member.id = ${clubPersonId}::uuid and ${isFamily(viewer.id, today, 'member')}
    and ${currentConsentOf(sql.ref('member.id'), 'find', today)} = 'unknown'`;

/** What the family is shown of somebody: what is found, and where nobody has answered about finding, what editors have linked. */
export const shownToFamily = (search: Search, clubPersonId: string): RawBuilder<unknown> =>
  matchesIn(search, sql`${enrolled(search, [clubPersonId])} union all ${onlyLinked(search, clubPersonId)}`, {
    relatives: enrolledBeside(search, clubPersonId),
    isBesideSibling: isBesideSibling(search, clubPersonId),
  });

/** What is found of somebody whom the viewer answers for, beside the others of the viewer's family. */
export const matchesInFamily = (search: Search, clubPersonId: string): RawBuilder<unknown> =>
  matchesIn(search, enrolled(search, [clubPersonId]), {
    relatives: enrolledBeside(search, clubPersonId),
    isBesideSibling: isBesideSibling(search, clubPersonId),
  });

/**
 * For the editors of a gallery: people of its clubs whose names the viewer reads, with a current yes to a text that says so.
 * They are looked for by their references, and by the persons that editors linked to them in other galleries of the same club.
 * @param isMeant a condition on `known`, a person of a club
 */
export const knownInClubs = (
  { viewer, thresholds, today }: Search,
  galleryId: string,
  isMeant: RawBuilder<unknown> = sql`true`,
): Targets => sql`
  select known.id as club_person_id, (
    select avg(each.embedding) from (
      select l2_normalize(r.embedding) as embedding from reference r
      where r.club_person_id = known.id and r.recogniser = ${thresholds.recogniser} and r.expires_on >= ${today}::date
      union all
      select l2_normalize(f.embedding) from club_person_link l
        join person p on p.id = l.person_id and p.gallery_id <> ${galleryId}::uuid and not p.is_hidden
        join assignment a on a.person_id = p.id join face f on f.id = a.face_id
      where l.club_person_id = known.id and f.recogniser = ${thresholds.recogniser} and f.is_current and f.grade = 'core'
        and f.embedding is not null and not ${isTakenDown(sql.ref('f.photo_id'))}
        and ${isClubOfGallery(sql.ref('known.club_id'), sql.ref('p.gallery_id'))}
    ) each) as mean
  from club_person known
  where ${isClubOfGallery(sql.ref('known.club_id'), galleryId)} and ${readsNamesIn(viewer, sql.ref('known.club_id'))}
    and ${currentConsentOf(sql.ref('known.id'), 'find', today)} = 'yes' and ${agreedToEditorQuestions(sql.ref('known.id'))}
    and ${isMeant}`;

/** Stands for the person of a club in searches for a face of which nothing is stored. */
const NO_CLUB_PERSON = '00000000-0000-0000-0000-000000000000';
/** A face that is looked for once, without anything stored. */
export const oneFace = (embedding: string): Targets =>
  sql`select ${NO_CLUB_PERSON}::uuid as club_person_id, l2_normalize(${embedding}::vector) as mean`;

/**
 * Whether one picture may find the person of a gallery: not one that is linked to somebody for whom nobody agreed to be found.
 * The own family always finds them.
 */
const mayBeFoundByPicture = ({ viewer, today }: Search, personId: RawBuilder<unknown>) => sql`not exists (
  select from club_person_link l join club_person linked on linked.id = l.club_person_id
  where l.person_id = ${personId} and ${currentConsentOf(sql.ref('linked.id'), 'find', today)} <> 'yes'
    and not ${isFamily(viewer.id, today, 'linked')})`;

const NOBODY: Targets = sql`select null::uuid as club_person_id, null::vector as mean where false`;

/**
 * Of the persons within the limits that somebody else of the family may be, too: the nearest one, without those who were said
 * not to be it.
 * Rows `(club_person_id, person_id, relative_id, distance)`.
 */
const nearestRelatives = ({ thresholds }: Search) => sql`
  select within.club_person_id, within.person_id, near.relative_id, near.distance
  from within cross join lateral (
    select relative.club_person_id as relative_id, mean.embedding <=> relative.mean as distance
    from relative join ${personMeans(thresholds.recogniser, readable)} mean on mean.person_id = within.person_id
    where not exists (select from link_question q where q.person_id = within.person_id
      and q.club_person_id = relative.club_person_id and q.answer = 'no')
    order by distance, relative_id limit 1) near`;

/**
 * The cosine distance of each person's mean from each target. In the mean of several faces what belongs to single pictures (pose, light,
 * age) averages out, which makes it shorter; by its direction a person of many different pictures is no farther than one of a single.
 */
const distances = ({ thresholds }: Search) => sql`
  select target.club_person_id, p.id as person_id, mean.embedding <=> target.mean as distance
  from ${personMeans(thresholds.recogniser, readable)} mean join person p on p.id = mean.person_id cross join target
  where p.gallery_id = any(array(${readable})) and target.mean is not null`;

/** Whether a face by which a person is compared is on a photo that the viewer is shown. */
const hasShownFace = ({ thresholds }: Search, personId: RawBuilder<unknown>) => sql`exists (
  select from assignment a join face f on f.id = a.face_id
  where a.person_id = ${personId} and f.recogniser = ${thresholds.recogniser} and f.is_current
    and f.embedding is not null and ${isPhotoShownToViewer(sql.ref('f.photo_id'))})`;

/** Of a candidate: whether a human said of one of its faces that it is not the person linked to the target. */
const holdsRejectedFace = sql`exists (
  select from assignment a join rejection r on r.face_id = a.face_id join club_person_link said on said.person_id = r.person_id
  where a.person_id = candidate.person_id and said.club_person_id = candidate.club_person_id)`;

/**
 * Whether a person of a gallery is linked to this person of a club and nobody else was said to be it: then its family may say that
 * a face is not theirs, and takes nothing from another family.
 */
export const isLinkedToThemAlone = (
  personId: RawBuilder<unknown>,
  clubPersonId: RawBuilder<unknown>,
) => sql<boolean>`(
  exists (select from club_person_link own where own.person_id = ${personId} and own.club_person_id = ${clubPersonId})
  and not exists (select from club_person_link other where other.person_id = ${personId}
    and other.club_person_id <> ${clubPersonId})
  and not exists (select from link_question other where other.person_id = ${personId}
    and other.club_person_id <> ${clubPersonId} and other.answer = 'yes'))`;

/**
 * Which persons of the galleries that are searched are the targets: rows `(club_person_id, person_id, gallery_id, band,
 * distance)`. The band is `confirmed` (a human said so), `probable` (shown at once) or `question`; distances never leave the
 * database. The distance of a person is that of the directions of the means of both; weak faces count only where there is no core
 * face. Exact: every person is compared. An answer of the family comes before everything
 * else; a link to somebody else of the same club ends the guess. Hidden persons are never found; those who may not be shown
 * outside the club are not found by viewers outside it; faces in photos that were taken down find no person; and one picture
 * finds nobody who is known not to have agreed.
 * A person that holds a face of which a human said that it is not the one linked to the target is not guessed either.
 * Where a relative is nearer by a margin, or was said to be it, the person is theirs. Where neither is, it is a question that names
 * both (`relative_id`).
 * The statement must begin with `searchTables`.
 * @param galleryId compares the persons of this gallery only; the statement must begin with the `hiddenTables` of the viewer
 */
export function matchesIn(
  search: Search,
  targets: Targets,
  {
    galleryId,
    relatives = NOBODY,
    isBesideSibling = sql`false`,
  }: { galleryId?: string; relatives?: Targets; isBesideSibling?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const { viewer, thresholds } = search;
  const margin = sql.lit(thresholds.relativeMargin);
  return sql`(
    with target as materialized (${targets}),
    relative as materialized (${relatives}),
    ${
      galleryId === undefined
        ? sql``
        : sql`readable as materialized (select gallery.id from gallery
      where ${visibleTo(viewer)} and gallery.id = ${galleryId}::uuid),`
    }
    measured as materialized (${measured(distances(search), thresholds)}),
    limits as materialized (${limitsOf(thresholds, isBesideSibling)}),
    within as materialized (${withinLimits}),
    second as materialized (${nearestRelatives(search)}),
    said as (
      select q.club_person_id, q.person_id from link_question q join target on target.club_person_id = q.club_person_id
      union select l.club_person_id, l.person_id from club_person_link l
        join target on target.club_person_id = l.club_person_id
    ),
    candidate as (
      select coalesce(near.club_person_id, said.club_person_id) as club_person_id,
        coalesce(near.person_id, said.person_id) as person_id, near.distance, near.probable
      from (
        select * from within where ${hasShownFace(search, sql.ref('within.person_id'))}
      ) near full join said on said.person_id = near.person_id and said.club_person_id = near.club_person_id
    )
    select * from (
      select candidate.club_person_id, candidate.person_id, p.gallery_id, candidate.distance,
        case when second.distance < candidate.distance + ${margin} then second.relative_id end as relative_id,
        case
          when q.answer = 'no' then null
          when q.answer = 'yes' then 'confirmed'
          when l.club_person_id <> candidate.club_person_id then null
          when exists (select from link_question said join relative on relative.club_person_id = said.club_person_id
            where said.person_id = p.id and said.answer = 'yes') then null
          when q.answer = 'open' then 'question'
          when l.club_person_id is not null then 'confirmed'
          when ${holdsRejectedFace} then null
          when second.distance + ${margin} < candidate.distance then null
          when candidate.distance <= candidate.probable
            and coalesce(candidate.distance + ${margin} <= second.distance, true) then 'probable'
          when candidate.distance is not null then 'question'
        end as band
      from candidate
      join person p on p.id = candidate.person_id and not p.is_hidden and p.gallery_id = any(array(${readable}))
        and ${isPersonShownToViewer(sql.ref('p.id'))}
        and (candidate.club_person_id <> ${NO_CLUB_PERSON}::uuid or ${mayBeFoundByPicture(search, sql.ref('p.id'))})
      left join second on second.person_id = candidate.person_id and second.club_person_id = candidate.club_person_id
      left join club_person cp on cp.id = candidate.club_person_id
      left join link_question q on q.person_id = p.id and q.club_person_id = candidate.club_person_id
      left join club_person_link l on l.person_id = p.id and l.club_id = cp.club_id
    ) banded
    where band is not null)`;
}
