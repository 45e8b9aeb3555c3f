import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs, Placement } from '#server/app-context.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import type { photoVersion } from '#server/contract/schemas/photos.ts';
import type { DB } from '#server/db/tables.ts';
import { findVersionBefore } from './deleted-photos.repository.ts';

/** A number for files that nobody else takes, though two may make them at once. Undefined when the photo is gone. */
export async function takeVersion(db: Kysely<DB>, photoId: string): Promise<number | undefined> {
  const taken = await db
    .updateTable('photo')
    .set({ last_version: sql`greatest(last_version, rendition_version) + 1` })
    .where('id', '=', photoId)
    .returning('last_version')
    .executeTakeFirst();
  return taken?.last_version;
}

/** @param withFaces whether the reader may read of the people of the gallery */
export async function describeVersion(
  { db, clock }: Needs<'db' | 'clock'>,
  photoId: string,
  withFaces: boolean,
): Promise<z.output<typeof photoVersion>> {
  const { replaced_at } = await db
    .selectFrom('photo')
    .select('replaced_at')
    .where('id', '=', photoId)
    .executeTakeFirstOrThrow();
  const before = await findVersionBefore(db, photoId, clock.now());
  const moved = db
    .selectFrom('face')
    .innerJoin('assignment', 'assignment.face_id', 'face.id')
    .select(['face.id as face_id', 'assignment.person_id'])
    .where('face.photo_id', '=', photoId)
    .where('face.is_current', '=', false)
    .where(
      sql<boolean>`not exists (select from face found join assignment a on a.face_id = found.id
        where found.photo_id = face.photo_id and found.is_current and a.person_id = assignment.person_id)`,
    )
    .orderBy('face.id');
  return {
    replaced_at: replaced_at?.toISOString() ?? null,
    kept_until: before
      ? new Date(before.deleted_at.getTime() + serverLifetimes.versionKeptMs).toISOString()
      : null,
    moved_faces: replaced_at && withFaces ? await moved.execute() : [],
  };
}

/** Lays the faces of a photo where its new picture has them: they are found again there. */
export async function moveFaces(trx: Transaction<DB>, photoId: string, placement: Placement): Promise<void> {
  const faces = await trx
    .selectFrom('face')
    .select(['id', 'x', 'y', 'w', 'h', 'landmarks'])
    .where('photo_id', '=', photoId)
    .orderBy('id')
    .execute();
  for (const { id, landmarks, ...box } of faces)
    await trx
      .updateTable('face')
      .set({ ...moveBox(box, placement), landmarks: movePoints(landmarks, placement) })
      .where('id', '=', id)
      .execute();
}

type Box = { x: number; y: number; w: number; h: number };

const movePoint = (x: number, y: number, [a, b, c, d, e, f]: Placement): [number, number] => [
  a * x + b * y + c,
  d * x + e * y + f,
];

/** Upright again: its middle is where it belongs, its sides follow turns by quarters. */
function moveBox({ x, y, w, h }: Box, placement: Placement): Box {
  const [a, b, , d, e] = placement;
  const [middleX, middleY] = movePoint(x + w / 2, y + h / 2, placement);
  const isTurned = Math.abs(b) > Math.abs(a);
  const [width, height] = isTurned ? [h * Math.abs(b), w * Math.abs(d)] : [w * Math.abs(a), h * Math.abs(e)];
  return { x: middleX - width / 2, y: middleY - height / 2, w: width, h: height };
}

/** x0, y0, x1, y1 … */
const movePoints = (points: readonly number[], placement: Placement): number[] =>
  points.flatMap((x, i) => (i % 2 ? [] : movePoint(x, points[i + 1] ?? 0, placement)));
