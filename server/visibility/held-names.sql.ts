import { type RawBuilder, sql } from 'kysely';
import { isClubOfGallery } from './gallery-visibility.sql.ts';

/**
 * The names that were typed in galleries and are read by editors alone: a club of the gallery keeps a list, and nobody who reads it has
 * said that the name is nobody of the club. What fits is the database's `fits_name`; its triggers ask again.
 */

type HeldName = { person_id: string; club_id: string };

/** Whether it was said that the name of `person` is nobody of `club`, or is still readable since the upgrade. */
const isNobodyOfClub = (now: Date) => sql`exists (
  select from name_of_nobody said where said.person_id = person.id and said.club_id = club.id
    and (not said.before_upgrade or club.typed_names_readable_until > ${now}::timestamptz))`;

/** Rows `(person_id, club_id)` of a condition on `person` and `club`. */
export const heldNames = (isMeant: RawBuilder<unknown>, now: Date): RawBuilder<HeldName> => sql`(
  select person.id as person_id, club.id as club_id from person join club on club.list_kept_since is not null
  where ${isMeant} and person.name <> '' and ${isClubOfGallery(sql.ref('club.id'), sql.ref('person.gallery_id'))}
    and not ${isNobodyOfClub(now)})`;

/** The same, with names that are readable since the upgrade alone: those that nobody has said anything about. */
export const namesWithoutAnswer = (isMeant: RawBuilder<unknown>): RawBuilder<HeldName> =>
  heldNames(isMeant, new Date(8.64e15));

/** Whether a typed name fits somebody on a list: aliases of a row with a `name`, and of `club_person`. */
export const fitsListed = (typed: string, listed: string): RawBuilder<boolean> => sql<boolean>`(
  name_parts(${sql.ref(`${typed}.name`)}) && ${sql.ref(`${listed}.name_parts`)}
  and fits_name(${sql.ref(`${typed}.name`)}, ${sql.ref(`${listed}.first_name`)} || ' ' || ${sql.ref(`${listed}.last_name`)}))`;
