import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import type { DB } from '#server/db/tables.ts';
import type { LoadedGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { requireId } from '#server/ids.ts';
import { isRefusedPerson, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isPersonInShownPhotos } from '#server/visibility/person-visibility.sql.ts';
import { isPhotoShownTo } from '#server/visibility/photo-visibility.sql.ts';

/** What of a gallery a share link shows. */
type Gallery = Pick<LoadedGallery, 'id' | 'audience'>;

/** @throws AppError person_not_found; share_link_refused where somebody may not be shown outside the club */
export async function addPeople(
  trx: Transaction<DB>,
  linkId: string,
  { id: galleryId, audience }: Gallery,
  personIds: readonly string[],
  today: string,
): Promise<void> {
  const ids = unique(personIds, 'person_not_found');
  const rows = await trx
    .selectFrom('person')
    .select(['id', isRefusedPerson(sql.ref('person.id'), refusalsIn({ galleryId, today })).as('is_refused')])
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(isPersonInShownPhotos(sql.ref('person.id'), (photoId) => isPhotoShownTo(audience, photoId)))
    .forKeyShare()
    .execute();
  if (rows.length !== ids.length) throw new AppError('person_not_found');
  if (rows.some(({ is_refused }) => is_refused)) throw new AppError('share_link_refused');
  await trx
    .insertInto('share_link_person')
    .values(rows.map(({ id }) => ({ share_link_id: linkId, person_id: id })))
    .execute();
}

export async function addPhotos(
  trx: Transaction<DB>,
  linkId: string,
  { id: galleryId, audience }: Gallery,
  photoIds: readonly string[],
): Promise<void> {
  const ids = unique(photoIds, 'photo_not_found');
  const rows = await trx
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(isPhotoShownTo(audience))
    .forKeyShare()
    .execute();
  if (rows.length !== ids.length) throw new AppError('photo_not_found');
  await trx
    .insertInto('share_link_photo')
    .values(rows.map(({ id }) => ({ share_link_id: linkId, photo_id: id })))
    .execute();
}

const unique = (ids: readonly string[], refusal: 'person_not_found' | 'photo_not_found'): string[] => [
  ...new Set(ids.map((id) => requireId(id, refusal))),
];
