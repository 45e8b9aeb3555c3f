import { type Kysely, sql, type Transaction } from 'kysely';
import { nameOrNumber } from '#server/contract/name-visibility.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { PersonForViewer } from '#server/contract/schemas/gallery-people.ts';
import type { DB } from '#server/db/tables.ts';
import { galleryProgress } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { countWaitingRenditions } from '#server/features/galleries/photos/photos.repository.ts';
import { isPersonInShownPhotos, isPersonShownTo } from '#server/visibility/person-visibility.sql.ts';
import { isPhotoShownTo, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import { bestRepresentativeFirst } from './choose-representatives.repository.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The face in a person's picture; where its photo is not shown, the best of the others. */
const pictureFor = (audience: PhotoAudience) =>
  audience === 'editors'
    ? sql`person.representative_face_id`
    : sql`case when exists (select 1 from face r where r.id = person.representative_face_id
          and not ${isPhotoShownTo(audience, sql.ref('r.photo_id'))})
        then (select f.id from assignment a join face f on f.id = a.face_id
          where a.person_id = person.id and f.is_current and ${isPhotoShownTo(audience, sql.ref('f.photo_id'))}
          order by ${bestRepresentativeFirst} limit 1)
        else person.representative_face_id end`;

function people(db: Executor, audience: PhotoAudience) {
  return db
    .selectFrom('person')
    .leftJoin('face', (join) => join.on(sql<boolean>`face.id = ${pictureFor(audience)}`))
    .leftJoin('photo', 'photo.id', 'face.photo_id')
    .select([
      'person.id',
      'person.gallery_id',
      'person.name',
      'person.number',
      'person.is_hidden',
      'face.id as representative_face_id',
      'photo.id as representative_photo_id',
      'photo.width as representative_photo_width',
      'photo.height as representative_photo_height',
      'photo.rendition_version',
      'face.x',
      'face.y',
      'face.w',
      'face.h',
      sql<number>`(select count(distinct f.photo_id)::int from assignment a join face f on f.id = a.face_id
        where a.person_id = person.id and ${isPhotoShownTo(audience, sql.ref('f.photo_id'))})`.as(
        'photo_count',
      ),
    ]);
}
type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

function toPerson(
  { gallery_id: _, rendition_version, x, y, w, h, ...row }: PersonRow,
  names: NamesForSignedIn,
): PersonForViewer {
  const shown_name = names.of(row);
  const photoId = row.representative_photo_id;
  return {
    ...row,
    name: names.editable(row),
    shown_name,
    display_name: nameOrNumber(shown_name, row.number),
    name_is_held: names.isHeldFor(row.id),
    club_people: names.clubPeople(row.id),
    representative_photo_url:
      photoId !== null && rendition_version !== null
        ? pictureUrl({ id: photoId, rendition_version }, 'medium')
        : null,
    representative_bounding_box: x !== null && y !== null && w !== null && h !== null ? { x, y, w, h } : null,
  };
}

/** People without a photo are listed only while they have a name, which was given by a human. */
const isListed = ({ photo_count, name }: PersonForViewer): boolean => photo_count > 0 || name !== '';

/**
 * The people of a gallery, named ones first, then by how many photos they are in. Readers do not learn of people who are
 * only in photos that were taken down.
 * @param names as the viewer reads them
 */
export async function listPeople(
  db: Executor,
  galleryId: string,
  filter: { includeHidden: boolean; audience: PhotoAudience },
  names: NamesForSignedIn,
): Promise<PersonForViewer[]> {
  let query = people(db, filter.audience).where('person.gallery_id', '=', galleryId);
  if (filter.audience !== 'editors')
    query = query
      .where(
        isPersonInShownPhotos(sql.ref('person.id'), (photoId) => isPhotoShownTo(filter.audience, photoId)),
      )
      .where(isPersonShownTo(filter.audience, sql.ref('person.id')));
  if (!filter.includeHidden) query = query.where('person.is_hidden', '=', false);
  const rows = await query.execute();
  return rows
    .map((row) => toPerson(row, names))
    .filter(isListed)
    .sort(
      (a, b) =>
        Number(b.shown_name !== '') - Number(a.shown_name !== '') ||
        b.photo_count - a.photo_count ||
        a.number - b.number,
    );
}

/** For those who may edit the people. */
export async function listPeopleByIds(
  db: Executor,
  ids: readonly string[],
  names: NamesForSignedIn,
): Promise<PersonForViewer[]> {
  if (ids.length === 0) return [];
  const rows = await people(db, 'editors')
    .where('person.id', 'in', [...ids])
    .execute();
  return rows.map((row) => toPerson(row, names));
}

export async function faceSummary(db: Executor, galleryId: string, audience: PhotoAudience) {
  const progress = await galleryProgress(db, galleryId, audience);
  const { unique_faces, grouping_waits } = await db
    .selectFrom('person')
    .select([
      sql<number>`count(*)::int`.as('unique_faces'),
      sql<boolean>`exists (select 1 from job where name = 'cluster-gallery' and key = ${galleryId})`.as(
        'grouping_waits',
      ),
    ])
    .where('gallery_id', '=', galleryId)
    .where('is_hidden', '=', false)
    .where(isPersonShownTo(audience, sql.ref('person.id')))
    .where(sql<boolean>`exists (select 1 from assignment a join face f on f.id = a.face_id
        where a.person_id = person.id and ${isPhotoShownTo(audience, sql.ref('f.photo_id'))})`)
    .executeTakeFirstOrThrow();
  const pending_photos = progress.waiting + progress.processing;
  return {
    unique_faces,
    // More people may appear until the faces found last are clustered.
    processing: pending_photos > 0 || grouping_waits,
    pending_photos,
    failed_photos: progress.failed,
    total_photos: progress.photos,
    pending_renditions: await countWaitingRenditions(db, galleryId),
  };
}
