import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { askedFacesOfPeople, askedPhotosOfNobody } from '#server/visibility/waiting-photos.sql.ts';

/**
 * What was said of people before photos were shown outside, once they are one: it holds only where it was said of each, so that photos
 * of nobody else become checked by it.
 * @param people at least one
 */
export const checkedAsOfAll = (people: readonly { checked_as: DB['person']['checked_as'] }[]) =>
  people.every(({ checked_as }) => checked_as === people[0]!.checked_as) ? people[0]!.checked_as : null;

/** The faces of a gallery about which the club is asked, and nobody has answered; also those that are nobody's. */
export async function listAskedFaces(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const { rows } = await sql<{ face_id: string }>`
    select face.id as face_id from face where face.gallery_id = ${galleryId}::uuid and face.id = any(array(
      select face_id from ${askedFacesOfPeople} asked where asked.is_open
      union all select face_id from ${askedPhotosOfNobody} lone))`.execute(trx);
  return rows.map(({ face_id }) => face_id);
}

/** "Nobody we know" was not said of these faces: whose they are now is asked about again. */
export async function askAboutAgain(trx: Transaction<DB>, faceIds: readonly string[]): Promise<void> {
  if (faceIds.length === 0) return;
  await sql`update person set checked_as = null where checked_as = 'nobody_known'
    and id in (select person_id from assignment where face_id = any(${[...faceIds]}::uuid[]))`.execute(trx);
}
