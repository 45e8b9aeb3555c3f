import { type Kysely, sql, type Transaction } from 'kysely';
import { toSql } from 'pgvector/kysely';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';

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
  grade: DB['face']['grade'];
  /** Raw output of the recogniser; empty for faces graded `ignore`. */
  embedding: Float32Array;
};

/** The stored boxes of a photo, to be matched by overlap with a new detection; where a recogniser is given, with what it said of the faces. */
export async function listBoxes(db: Executor, photoId: string, recogniser: string | null) {
  const rows = await db
    .selectFrom('face')
    .select(['id', 'x', 'y', 'w', 'h'])
    .select(
      sql<string | null>`case when recogniser = ${recogniser}::text then embedding::text end`.as('embedding'),
    )
    .where('photo_id', '=', photoId)
    .execute();
  return rows.map(({ embedding, ...face }) => ({
    ...face,
    embedding: Float32Array.from(embedding ? (JSON.parse(embedding) as number[]) : []),
  }));
}

/**
 * Replaces what is known of a photo's faces. A face found again keeps its id, and with it names and decisions;
 * one not found again stays, hidden, if a human decision refers to it, and is removed otherwise.
 * @param stamp.isReplaced faces of people with a name stay, too, so that editors are told
 */
export async function saveFaces(
  trx: Transaction<DB>,
  photo: { id: string; gallery_id: string },
  found: readonly FoundFace[],
  stamp: { recogniser: string; pipelineVersion: string; isReplaced?: boolean },
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
    awaits_grouping_since: sql<Date>`now()`,
  }));
  const stays = stamp.isReplaced ? sql`(${hasDecision} or ${hasName})` : hasDecision;
  let lost = trx.deleteFrom('face').where('photo_id', '=', photo.id).where(sql<boolean>`not ${stays}`);
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

/**
 * The face of somebody who refused to be shown outside the club, or may have refused, or about whom the club is asked. It is
 * kept where a new analysis does not find it: without it the photo would no longer be hidden or blurred.
 */
const isOfSomebodyWhoRefused = sql<boolean>`(exists (
  select 1 from assignment a join club_person_link l on l.person_id = a.person_id
    join consent c on c.club_person_id = l.club_person_id and c.purpose = 'outside' and c.answer <> 'yes'
  where a.face_id = face.id)
  or exists (select 1 from likely_refusal w where w.face_id = face.id)
  or exists (select 1 from asked_face asked where asked.face_id = face.id))`;

const hasName = sql<boolean>`exists (
  select from assignment a join person p on p.id = a.person_id where a.face_id = face.id and p.name <> '')`;

const hasDecision = sql<boolean>`(
  exists (select 1 from assignment a where a.face_id = face.id and a.source = 'manual')
  or exists (select 1 from rejection r where r.face_id = face.id)
  or exists (select 1 from person p where p.representative_face_id = face.id and p.representative_chosen)
  or ${isOfSomebodyWhoRefused})`;
