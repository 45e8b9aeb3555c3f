import { type Kysely, sql, type Transaction } from 'kysely';
import { nameInFile, noName, type ShownName } from '#server/contract/name-visibility.ts';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { DB } from '#server/db/tables.ts';
import { findPhotoWords } from '#server/features/galleries/photos/photo-words.repository.ts';
import { isPersonShownTo } from '#server/visibility/person-visibility.sql.ts';
import { isPhotoShownTo, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';
import { namesOfFaces } from './names-in-files.ts';

type Executor = Kysely<DB> | Transaction<DB>;

function faces(db: Executor) {
  return db
    .selectFrom('face')
    .innerJoin('photo', 'photo.id', 'face.photo_id')
    .leftJoin('assignment', 'assignment.face_id', 'face.id')
    .leftJoin('person', 'person.id', 'assignment.person_id')
    .select([
      'face.id',
      'face.photo_id',
      'face.grade',
      'face.x',
      'face.y',
      'face.w',
      'face.h',
      'photo.width as photo_width',
      'photo.height as photo_height',
      'photo.rendition_version',
      'assignment.person_id',
      'assignment.source',
      'person.name as person_name',
    ])
    .where('face.is_current', '=', true);
}
type FaceRow = Awaited<ReturnType<ReturnType<typeof faces>['executeTakeFirstOrThrow']>>;

const toFace = (
  { x, y, w, h, rendition_version, source, person_name, ...row }: FaceRow,
  names: NamesForSignedIn,
) => ({
  ...row,
  photo_url: pictureUrl({ id: row.photo_id, rendition_version }, 'medium'),
  bounding_box: { x, y, w, h },
  person_name: row.person_id === null ? noName : names.of({ id: row.person_id, name: person_name ?? '' }),
  is_manual: source === 'manual',
  name_in_file: null as ShownName | null,
});

/** The faces of a person, the clearest first. */
export async function listFacesOfPerson(
  db: Executor,
  personId: string,
  page: { audience: PhotoAudience; limit: number; offset: number },
  names: NamesForSignedIn,
) {
  const shown = sql<boolean>`${isPhotoShownTo(page.audience, sql.ref('face.photo_id'))}
    and ${isPersonShownTo(page.audience, sql.ref('assignment.person_id'))}`;
  const { total } = await db
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'assignment.face_id')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('assignment.person_id', '=', personId)
    .where('face.is_current', '=', true)
    .where(shown)
    .executeTakeFirstOrThrow();
  const rows = await faces(db)
    .where('assignment.person_id', '=', personId)
    .where(shown)
    .orderBy(sql`face.grade = 'core'`, 'desc')
    .orderBy('face.size_px', 'desc')
    .orderBy('face.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { faces: rows.map((row) => toFace(row, names)), total };
}

/** The faces in a photo, without those of people who are not shown to the audience, from left to right. */
export async function listFacesOfPhoto(
  db: Executor,
  { photoId, audience }: { photoId: string; audience: PhotoAudience },
  names: NamesForSignedIn,
) {
  const rows = await faces(db)
    .where('face.photo_id', '=', photoId)
    .where(sql<boolean>`(person.id is null or ${isPersonShownTo(audience, sql.ref('person.id'))})`)
    .orderBy('face.x')
    .orderBy('face.id')
    .execute();
  const found = rows.map((row) => toFace(row, names));
  const [first] = found;
  const words = audience === 'editors' && first ? await findPhotoWords(db, photoId) : undefined;
  if (!first || !words) return { faces: found, total: found.length };
  const said = namesOfFaces(words, { width: first.photo_width, height: first.photo_height }, found);
  const withNames = found.map((face) => ({
    ...face,
    name_in_file: nameInFile(said.get(face.id) ?? '') || null,
  }));
  return { faces: withNames, total: found.length };
}

/** These faces, in this order. */
export async function facesByIds(db: Executor, ids: readonly string[], names: NamesForSignedIn) {
  if (ids.length === 0) return [];
  const rows = await faces(db)
    .where('face.id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toFace(row, names)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
