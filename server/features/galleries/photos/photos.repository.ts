import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { pictureUrl, pictureUrls } from '#server/contract/picture-url.ts';
import type { AnalysisStatus } from '#server/contract/schemas/photo-analyses.ts';
import type { Damage, Photo, PhotoOrder } from '#server/contract/schemas/photos.ts';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { isPersonShownTo } from '#server/visibility/person-visibility.sql.ts';
import { isPhotoShownTo, type PhotoAudience, thumbhashFor } from '#server/visibility/photo-visibility.sql.ts';
import { photosWithAnalysis } from './photo-analyses.repository.ts';
import { shownCredit } from './photo-metadata.ts';
import { saysWords } from './photo-words.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;

function photos(db: Executor, audience: PhotoAudience) {
  return photosWithAnalysis(db).select([
    'photo.id',
    'photo.gallery_id',
    'photo.filename',
    'photo.width',
    'photo.height',
    'photo.bytes',
    'photo.taken_at',
    'photo.taken_at_local',
    'photo.taken_at_offset',
    'photo.created_at',
    thumbhashFor(audience).as('thumbhash'),
    'photo.rendition_version',
    'photo.uploaded_by',
    'photo.credit',
    'photo.credit_line',
    (audience === 'editors' ? sql.ref<Damage | null>('photo.damage') : sql<Damage | null>`null`).as('damage'),
    isTakenDown().as('is_taken_down'),
  ]);
}
type PhotoRow = Awaited<ReturnType<ReturnType<typeof photos>['executeTakeFirstOrThrow']>>;

function toPhoto({ rendition_version, face_status, credit, credit_line, ...row }: PhotoRow): Photo {
  const version = { id: row.id, rendition_version };
  return {
    ...row,
    taken_at: row.taken_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    thumbnail_url: pictureUrl(version, 'medium'),
    thumbnail_urls: pictureUrls(version),
    credit: shownCredit({ credit, credit_line }),
    face_status: face_status ?? ('pending' satisfies AnalysisStatus),
  };
}

export async function findPhoto(
  db: Executor,
  id: string,
  audience: PhotoAudience,
): Promise<Photo | undefined> {
  const row = await photos(db, audience).where('photo.id', '=', id).executeTakeFirst();
  return row && toPhoto(row);
}

/**
 * The id of the photo that a gallery has of the same file. Only photos of the gallery are looked at, none of guests that
 * wait.
 * @param hashes SHA-256 of the file, as it was sent and as it would be kept
 */
export async function findSamePhoto(
  db: Executor,
  galleryId: string,
  hashes: readonly Buffer[],
): Promise<string | undefined> {
  const same = await db
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where((photo) => photo.or([photo('sha256', 'in', hashes), photo('sent_sha256', 'in', hashes)]))
    .executeTakeFirst();
  return same?.id;
}

/** Whether a photo has a face of the person, and the person may be shown to the audience; true where no person is given. */
export const withPerson = (personId: string | undefined, audience: PhotoAudience) =>
  personId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (select 1 from face f join assignment a on a.face_id = f.id
        where f.photo_id = photo.id and a.person_id = ${personId}::uuid)
        and ${isPersonShownTo(audience, sql`${personId}::uuid`)}`;

/**
 * By capture time, then the natural order of names, then as they were uploaded; those without a capture time come last. In raw
 * statements: `galleryOrder`.
 */
export const inGalleryOrder = <O>(query: SelectQueryBuilder<DB, 'photo', O>) =>
  query.orderBy('photo.sort_at').orderBy('photo.name_key').orderBy('photo.id');

const lastAddedFirst = <O>(query: SelectQueryBuilder<DB, 'photo', O>) =>
  query.orderBy('photo.created_at', 'desc').orderBy('photo.id', 'desc');

/** The order of a gallery for the photos of an alias. */
export const galleryOrder = (alias: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.sort_at`)}, ${sql.ref(`${alias}.name_key`)}, ${sql.ref(`${alias}.id`)}`;

type PhotoFilter = {
  gallery_id: string;
  audience: PhotoAudience;
  person_id?: string | undefined;
  order?: PhotoOrder | undefined;
  /** For editors: words that the file says. */
  search?: string | undefined;
  limit: number;
  offset: number;
};

/** One page of the photos of a gallery, or of one person in it. */
export async function listPhotos(
  db: Executor,
  filter: PhotoFilter,
): Promise<{ photos: Photo[]; total: number }> {
  const patterns = searchPatterns(filter.search);
  const listed = sql<boolean>`${withPerson(filter.person_id, filter.audience)} and ${isPhotoShownTo(filter.audience)}
    and ${patterns.length > 0 ? saysWords(patterns) : sql`true`}`;
  const { total } = await db
    .selectFrom('photo')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('photo.gallery_id', '=', filter.gallery_id)
    .where(listed)
    .executeTakeFirstOrThrow();
  const found = photos(db, filter.audience).where('photo.gallery_id', '=', filter.gallery_id).where(listed);
  const rows = await (filter.order === 'added' ? lastAddedFirst(found) : inGalleryOrder(found))
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { photos: rows.map(toPhoto), total };
}

/** How many photos of a gallery wait for their renditions to be regenerated. */
export async function countWaitingRenditions(db: Executor, galleryId: string): Promise<number> {
  // Hardly ever does one wait: asked from the photos, each look into a gallery of 400 took 27 ms, and longer in larger ones.
  const { waiting } = await db
    .with(
      (cte) => cte('waits').materialized(),
      (qb) =>
        qb
          .selectFrom('job')
          .select(sql<string>`key::uuid`.as('photo_id'))
          .where('name', '=', 'regenerate-renditions'),
    )
    .selectFrom('waits')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where(
      (eb) => eb.selectFrom('photo').select('gallery_id').whereRef('photo.id', '=', 'waits.photo_id'),
      '=',
      galleryId,
    )
    .executeTakeFirstOrThrow();
  return waiting;
}
