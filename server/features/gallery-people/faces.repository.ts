import { type Kysely, sql, type Transaction } from 'kysely';
import { toSql } from 'pgvector/kysely';
import { pictureUrl } from '#server/contract/picture-url.ts';
import type { FaceTable } from '#server/db/tables/recognition.ts';
import type { DB } from '#server/db/tables.ts';
import { isPersonToldTo, type PhotoAudience, shownTo } from '#server/features/photos/photo-visibility.sql.ts';
import { newId } from '#server/ids.ts';
import type { ShownNames } from './shown-names.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** A face as the engine found it; `matches` is the stored face it overlaps, kept through re-detection. */
export type FoundFace = {
  matches: string | null;
  box: { x: number; y: number; w: number; h: number };
  landmarks: number[];
  score: number;
  sizePx: number;
  blur: number;
  yaw: number;
  grade: FaceTable['grade'];
  /** Raw output of the recogniser; empty for faces graded `ignore`. */
  embedding: Float32Array;
};

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

const toFace = ({ x, y, w, h, rendition_version, source, ...row }: FaceRow) => ({
  ...row,
  photo_url: pictureUrl({ id: row.photo_id, rendition_version }, 'medium'),
  bounding_box: { x, y, w, h },
  person_name: row.person_name ?? '',
  is_manual: source === 'manual',
});

/** The faces of a person, the clearest first. */
export async function listFacesOfPerson(
  db: Executor,
  personId: string,
  page: { audience: PhotoAudience; limit: number; offset: number },
) {
  const shown = sql<boolean>`${shownTo(page.audience, sql.ref('face.photo_id'))}
    and ${isPersonToldTo(page.audience, sql.ref('assignment.person_id'))}`;
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
  return { faces: rows.map(toFace), total };
}

/** The faces in a photo of which the audience is told, from left to right. */
export async function listFacesOfPhoto(
  db: Executor,
  { photoId, audience }: { photoId: string; audience: PhotoAudience },
  names: ShownNames,
) {
  const rows = await faces(db)
    .where('face.photo_id', '=', photoId)
    .where(sql<boolean>`(person.id is null or ${isPersonToldTo(audience, sql.ref('person.id'))})`)
    .orderBy('face.x')
    .orderBy('face.id')
    .execute();
  const found = rows.map((row) => ({
    ...toFace(row),
    person_name: row.person_id === null ? '' : names.of({ id: row.person_id, name: row.person_name ?? '' }),
  }));
  return { faces: found, total: found.length };
}

/** These faces, in this order. */
export async function facesByIds(db: Executor, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await faces(db)
    .where('face.id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toFace(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The stored boxes of a photo, to be matched by overlap with a new detection. */
export async function listBoxes(db: Executor, photoId: string) {
  return db.selectFrom('face').select(['id', 'x', 'y', 'w', 'h']).where('photo_id', '=', photoId).execute();
}

/**
 * Replaces what is known of a photo's faces. A face found again keeps its id, and with it names and decisions;
 * one not found again stays, hidden, if a human decision refers to it, and is removed otherwise.
 */
export async function saveFaces(
  trx: Transaction<DB>,
  photo: { id: string; gallery_id: string },
  found: readonly FoundFace[],
  stamp: { recogniser: string; pipelineVersion: string },
): Promise<void> {
  const kept = found.flatMap((face) => (face.matches ? [face.matches] : []));
  const rows = found.map((face) => ({
    id: face.matches ?? newId(),
    photo_id: photo.id,
    gallery_id: photo.gallery_id,
    ...face.box,
    landmarks: face.landmarks,
    score: face.score,
    size_px: face.sizePx,
    blur: face.blur,
    yaw: face.yaw,
    grade: face.grade,
    embedding: face.embedding.length > 0 ? toSql(Array.from(face.embedding)) : null,
    recogniser: stamp.recogniser,
    pipeline_version: stamp.pipelineVersion,
    is_current: true,
  }));
  let lost = trx.deleteFrom('face').where('photo_id', '=', photo.id).where(sql<boolean>`not ${hasDecision}`);
  if (kept.length > 0) lost = lost.where('id', 'not in', kept);
  await lost.execute();
  let stale = trx.updateTable('face').set({ is_current: false }).where('photo_id', '=', photo.id);
  if (kept.length > 0) stale = stale.where('id', 'not in', kept);
  await stale.execute();
  for (const row of rows) {
    const { id: _, photo_id: __, gallery_id: ___, ...values } = row;
    await trx
      .insertInto('face')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
  }
}

/** A photo must not be shown clear to strangers because the face that keeps it from them was not found again. */
const isOfSomebodyWhoRefused = sql<boolean>`exists (
  select 1 from assignment a join club_person_link l on l.person_id = a.person_id
    join consent c on c.club_person_id = l.club_person_id and c.purpose = 'outside' and c.answer <> 'yes'
  where a.face_id = face.id)`;

const hasDecision = sql<boolean>`(
  exists (select 1 from assignment a where a.face_id = face.id and a.source = 'manual')
  or exists (select 1 from rejection r where r.face_id = face.id)
  or exists (select 1 from person p where p.representative_face_id = face.id and p.representative_chosen)
  or ${isOfSomebodyWhoRefused})`;
