import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { VisitorPerson } from '#server/contract/schemas/share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { listPeople } from '#server/features/faces/gallery-people/gallery-people.repository.ts';
import { numbersOnly } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { requireId } from '#server/ids.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import type { Outsiders } from '#server/visibility/photo-visibility.sql.ts';
import type { VisitedLink } from './share-links.repository.ts';
import { sharedPictureUrl } from './shared-gallery.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/**
 * The people that visitors may filter by, where the creator of the link switched it on: none that is known to be a person of
 * a club without a yes to be shown outside. Counts and pictures are of photos that visitors are shown.
 */
export async function listVisitorPeople(
  db: Executor,
  link: VisitedLink,
  audience: Outsiders,
  unlock: string | null,
): Promise<VisitorPerson[]> {
  const { galleryId, today } = audience;
  if (!link.show_people || galleryId === null) return [];
  const withoutYes = await db
    .selectFrom('who_is_who as known')
    .innerJoin('person', 'person.id', 'known.person_id')
    .select('person_id')
    .where('known.for_refusal', '=', true)
    .where('person.gallery_id', '=', galleryId)
    .where(sql<boolean>`${currentConsentOf(sql.ref('known.club_person_id'), 'outside', today)} <> 'yes'`)
    .execute();
  const leftOut = new Set(withoutYes.map((row) => row.person_id));
  const people = await listPeople(db, galleryId, { includeHidden: false, audience }, numbersOnly);
  return people.flatMap((person) => {
    const photoId = person.representative_photo_id;
    if (leftOut.has(person.id) || person.photo_count === 0 || photoId === null) return [];
    return [
      {
        id: person.id,
        number: person.number,
        photo_count: person.photo_count,
        representative_photo_url: sharedPictureUrl(link, unlock, photoId, 'medium'),
        representative_photo_width: person.representative_photo_width,
        representative_photo_height: person.representative_photo_height,
        representative_bounding_box: person.representative_bounding_box,
      },
    ];
  });
}

/** @throws AppError person_not_found for people that visitors may not filter by */
export async function requireVisitorPerson(
  db: Executor,
  link: VisitedLink,
  audience: Outsiders,
  personId: string,
): Promise<string> {
  const id = requireId(personId, 'person_not_found');
  const people = await listVisitorPeople(db, link, audience, null);
  if (!people.some((person) => person.id === id)) throw new AppError('person_not_found');
  return id;
}
