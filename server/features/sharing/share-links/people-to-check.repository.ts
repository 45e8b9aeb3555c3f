import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { SearchThresholds } from '#server/features/faces/my-photos/apply-search-thresholds.sql.ts';
import { searchThresholdsInForce } from '#server/features/faces/my-photos/search-thresholds.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import {
  type GalleryOnDay,
  isPhotoLeftOut,
  isPhotoLeftOutForGood,
  isRefusedPerson,
  refusalsIn,
} from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { hiddenTables, isPhotoShownByLinkRow } from '#server/visibility/photo-visibility.sql.ts';
import { askedPeople, askedPhotos, unansweredRefusals } from '#server/visibility/waiting-photos.sql.ts';
import { photosHiddenElsewhere, sameFileTables } from './hidden-elsewhere.sql.ts';
import { hasRefusersToCompare, likelyRefusers } from './likely-refusers.sql.ts';
import { readsListOf } from './people-asked-of-club.repository.ts';

/**
 * Whom people outside the club would see without anybody having said that they may: persons of a gallery that are linked to
 * somebody without an answer, or to nobody, as the viewer reads the links. Who was checked, or hidden as nobody of interest,
 * is left out, except for those who may be somebody who refused (likely-refusers.sql.ts); so are people who are known to have
 * refused, and all of them where no club of the gallery has any answer. About whom the club is asked is listed until it has answered.
 */

type Dependencies = Needs<'db' | 'clock' | 'engine'> & { viewer: Viewer; gallery: { id: string } };

/** Whether a club of the gallery has an answer of any of its people on being shown outside. */
const asksForConsent = (galleryId: string) => sql`exists (
  select 1 from consent asked join club_person of_club on of_club.id = asked.club_person_id
  where asked.purpose = 'outside' and ${isClubOfGallery(sql.ref('of_club.club_id'), galleryId)})`;

/** A table `(person_id, reason, refuser_id, distance)`. */
const peopleToCheck = (
  viewer: Viewer,
  place: GalleryOnDay & { galleryId: string },
  thresholds: SearchThresholds | null,
): RawBuilder<unknown> => sql`
  select person.id as person_id, likely.club_person_id as refuser_id, likely.distance, coalesce(asked.is_answered, false) as is_answered,
    case when likely.person_id is not null then 'likely_refuser' when known.is_linked then 'unanswered'
      when asked.person_id is null then 'unlinked'
      when asked.asked_by is distinct from ${viewer.id}::uuid and ${readsListOf(viewer, place.galleryId)} then 'asks_viewer'
      else 'asked' end as reason
  from person left join ${askedPeople} asked on asked.person_id = person.id left join ${likelyRefusers(viewer, place, thresholds)} likely on likely.person_id = person.id, lateral (
    select count(*) > 0 as is_linked, coalesce(bool_or(
      ${currentConsentOf(sql.ref('known_link.club_person_id'), 'outside', place.today)} = 'unknown'), false) as is_unanswered
    from who_is_who known_link
    where known_link.for_outside and known_link.person_id = person.id and ${readsNamesIn(viewer, sql.ref('known_link.club_id'))}
  ) known
  where person.gallery_id = ${place.galleryId}::uuid and (asked.person_id is not null or ${asksForConsent(place.galleryId)})
    and (not ${isRefusedPerson(sql.ref('person.id'), refusalsIn(place))}
      or person.id in (select person_id from ${unansweredRefusals} unanswered))
    and case when likely.person_id is not null then true
      when known.is_linked then known.is_unanswered and person.checked_as is distinct from 'unanswered'
      else person.checked_as is distinct from 'nobody_known' and (not person.is_hidden or asked.person_id is not null) end`;

/**
 * Null where there is nobody to compare with: sharing does not wait for the models then.
 * @throws AppError dependency_away before the models are there
 */
export const thresholdsForRefusers = async ({
  db,
  engine,
  clock,
  gallery,
}: Omit<Dependencies, 'viewer'>): Promise<SearchThresholds | null> =>
  (await hasRefusersToCompare(db, { galleryId: gallery.id, today: clock.today() }))
    ? searchThresholdsInForce({ db, engine })
    : null;

/**
 * The tables `to_check` and `photo_to_check` (their photos that are not left out, those that wait included) for the statements
 * below, and `hidden_elsewhere`.
 */
const tablesFor = async ({ db, engine, clock, viewer, gallery }: Dependencies) => {
  const place = { galleryId: gallery.id, today: clock.today() };
  const thresholds = await thresholdsForRefusers({ db, engine, clock, gallery });
  return sql`
    ${hiddenTables(viewer, place.today)},
    ${sameFileTables(viewer, place)},
    hidden_elsewhere as materialized (${photosHiddenElsewhere(place)}),
    to_check as materialized (${peopleToCheck(viewer, place, thresholds)}),
    photo_to_check as materialized (
      select distinct to_check.*, seen.photo_id
      from to_check join assignment on assignment.person_id = to_check.person_id
        join face seen on seen.id = assignment.face_id
      where not ${isPhotoLeftOutForGood(sql.ref('seen.photo_id'), refusalsIn(place))})`;
};

/** Of several links at once: how many people are in the photos that each shows, and how many of them, and photos hidden elsewhere, are to be checked. */
export async function countPeopleToCheck(ctx: Dependencies, linkIds: readonly string[]) {
  const refusals = refusalsIn({ galleryId: ctx.gallery.id, today: ctx.clock.today() });
  const tables = await tablesFor(ctx);
  const { rows } = await sql<{ id: string; to_check: number; person_count: number }>`
    with ${tables}
    select share_link.id, (
      select count(distinct person.id)::int from person join assignment on assignment.person_id = person.id
        join face on face.id = assignment.face_id join photo on photo.id = face.photo_id
      where person.gallery_id = ${ctx.gallery.id}::uuid and not person.is_hidden and ${isPhotoShownByLinkRow(refusals)}
        and not ${isPhotoLeftOut(sql.ref('photo.id'), refusals)}) as person_count, (
      select count(distinct photo_to_check.person_id)::int from photo_to_check join photo on photo.id = photo_to_check.photo_id
      where ${isPhotoShownByLinkRow(refusals)} and photo_to_check.reason <> 'asked'
        and (not share_link.counts_as_checked or ${isWaitingFor})) + (
      select count(*)::int from hidden_elsewhere join photo on photo.id = hidden_elsewhere.photo_id
      where ${isPhotoShownByLinkRow(refusals)} and not share_link.counts_as_checked) + (
      select least(count(*), 1)::int from photo where photo.awaits_answer and photo.gallery_id = ${ctx.gallery.id}::uuid
        and not photo.is_kept_inside and ${isPhotoShownByLinkRow(refusals)}) as to_check
    from share_link where share_link.id = any(${[...linkIds]}::uuid[])`.execute(ctx.db);
  const counts = new Map(rows.map(({ id, ...row }) => [id, row]));
  return (linkId: string) => counts.get(linkId) ?? { to_check: 0, person_count: 0 };
}

/** Whether the photo waits for what is said about the person, in `photo_to_check`. */
const isWaitingFor = sql<boolean>`((photo_to_check.photo_id, photo_to_check.person_id) in (
  select photo_id, person_id from ${unansweredRefusals} unanswered
  union all select photo_id, person_id from ${askedPhotos} asked_photo))`;

export type PersonToCheck = { person_id: string; photo_count: number; is_answered: boolean } & (
  | { reason: 'unanswered' | 'unlinked' | 'asks_viewer' | 'asked'; refuser_id: null }
  | { reason: 'likely_refuser'; refuser_id: string }
);

/**
 * The most photos first; of those who may be somebody who refused, the nearest.
 * @param isShared whether `photo` is among what is shared
 * @param onlyWaiting nobody else is asked about than those who keep photos waiting
 */
export async function listPeopleToCheck(
  ctx: Dependencies,
  isShared: RawBuilder<boolean>,
  onlyWaiting: boolean,
): Promise<PersonToCheck[]> {
  const tables = await tablesFor(ctx);
  const { rows } = await sql<PersonToCheck>`
    with ${tables}
    select person_id, reason, refuser_id, is_answered, count(*)::int as photo_count
    from photo_to_check join photo on photo.id = photo_to_check.photo_id
    where ${isShared} and ${onlyWaiting ? isWaitingFor : sql`true`} group by person_id, reason, refuser_id, is_answered, distance order by distance, photo_count desc, person_id`.execute(
    ctx.db,
  );
  return rows;
}

/** Photos whose file is hidden elsewhere, of what is shared; the newest, and how many there are. */
export async function listHiddenElsewhere(ctx: Dependencies, isShared: RawBuilder<boolean>, limit: number) {
  const place = { galleryId: ctx.gallery.id, today: ctx.clock.today() };
  const { rows } = await sql<ListedPhoto & { total: number }>`
    with ${hiddenTables(ctx.viewer, place.today)}, ${sameFileTables(ctx.viewer, place)}
    select photo.id, photo.filename, photo.width, photo.height, photo.rendition_version, (count(*) over ())::int as total
    from photo where photo.id in (select photo_id from ${photosHiddenElsewhere(place)} hidden) and ${isShared}
    order by photo.id desc limit ${limit}`.execute(ctx.db);
  return { photos: rows.map(({ total: _, ...photo }) => photo), total: rows[0]?.total ?? 0 };
}
type ListedPhoto = { id: string; filename: string; width: number; height: number; rendition_version: number };
