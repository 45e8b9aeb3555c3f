import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { personMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import {
  limitsOf,
  measured,
  type SearchThresholds,
  withinLimits,
} from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import { questionsAbout } from '#server/features/faces/who-is-who/match-questions.repository.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { currentConsentOf, isGuarded } from '#server/visibility/current-consent.sql.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isRefusing, refusersOfClubsOf } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { unansweredRefusals } from '#server/visibility/waiting-photos.sql.ts';
import { isAnsweredByEditor } from '#server/visibility/who-is-who.sql.ts';
import { refusersBySameFile } from './hidden-elsewhere.sql.ts';

type Place = { galleryId: string; today: string };

/**
 * People of the gallery's clubs, by the pictures that were given to keep photos inside: rows `(club_person_id, mean)`.
 * @param isMeant a condition on `known`, a person of a club
 */
export const guarded = ({ galleryId, today }: Place, recogniser: string, isMeant = sql<boolean>`true`) => sql`
  select known.id as club_person_id, given.mean
  from (
    select club_person_id, avg(l2_normalize(embedding)) as mean from guard_reference
    where recogniser = ${recogniser} and expires_on >= ${today}::date group by club_person_id
  ) given join club_person known on known.id = given.club_person_id
  where ${isClubOfGallery(sql.ref('known.club_id'), galleryId)} and ${isMeant}
    and ${isGuarded(sql.ref('known.id'), today)}`;

/** Whether anybody gave a picture to keep photos inside, or somebody of the gallery's clubs who refused agreed to be found. */
export async function hasRefusersToCompare(db: Kysely<DB>, { galleryId, today }: Place): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from guard_reference where expires_on >= ${today}::date) or exists (
      select from ${refusersOfClubsOf(galleryId, today)} known
      where ${currentConsentOf(sql.ref('known.id'), 'find', today)} = 'yes') as any`.execute(db);
  return rows[0]!.any;
}

/** Read once, and not at all where there is nobody to look for. */
const meansInGallery = ({ galleryId }: Place, recogniser: string) => sql`
  select mean.person_id, mean.embedding
  from person p join ${personMeans(recogniser, sql`select ${galleryId}::uuid`)} mean on mean.person_id = p.id
  where p.gallery_id = ${galleryId}::uuid and exists (select from target)`;

const distances = sql`
  select target.club_person_id, seen.person_id, seen.embedding <=> target.mean as distance
  from seen cross join target`;

/**
 * Persons of a gallery who may be somebody who refused to be shown outside: rows `(person_id, club_person_id, distance)`.
 * Compared as in My photos, with its limits for questions: a question too many costs one tap, one too few shows somebody outside.
 * The only statement that reads the embeddings of `guard_reference` to look for somebody.
 * @param isMeant as in `guarded`
 */
export const likelyPairs = (
  place: Place,
  thresholds: SearchThresholds,
  isMeant?: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`(
  with target as materialized (${guarded(place, thresholds.recogniser, isMeant)}),
  seen as materialized (${meansInGallery(place, thresholds.recogniser)}),
  measured as materialized (${measured(distances, thresholds)}),
  limits as materialized (${limitsOf(thresholds)}),
  within as materialized (${withinLimits})
  select within.person_id, within.club_person_id, within.distance from within)`;

/**
 * Whom the viewer is asked about: the nearest for each person, as far as nobody is linked in that club or was said not to be it,
 * of `likelyPairs`, of the questions to editors (match-questions.repository.ts), and of those linked in another photo of the same
 * file. Whoever keeps a photo waiting is among them, also while no picture is in force for the recogniser of today. Needs the
 * `hiddenTables` of the viewer and `sameFileTables`.
 * @param thresholds null where there is nobody to compare with
 */
export const likelyRefusers = (
  viewer: Viewer,
  place: Place,
  thresholds: SearchThresholds | null,
): RawBuilder<unknown> => {
  const readsName = readsNamesIn(viewer, sql.ref('known.club_id'));
  const isRefuser = (alias: string) => isRefusing(sql.ref(`${alias}.id`), place.today);
  return sql`(
  select distinct on (likely.person_id) likely.person_id, likely.club_person_id, likely.distance
  from (
    ${thresholds ? sql`select * from ${likelyPairs(place, thresholds, readsName)} pair union all` : sql``}
    select person_id, club_person_id, 'infinity'::float as distance from ${unansweredRefusals} unanswered
    where gallery_id = ${place.galleryId}::uuid
    union all select * from ${questionsAbout({ viewer, thresholds, today: place.today }, place.galleryId, isRefuser)} question
    union all ${refusersBySameFile}
  ) likely join club_person known on known.id = likely.club_person_id
  where ${readsName} and not ${isAnsweredByEditor(sql.ref('likely.person_id'), 'known')}
  order by likely.person_id, likely.distance, likely.club_person_id)`;
};
