import { sql, type Transaction } from 'kysely';
import type { TakedownCause } from '#server/contract/schemas/takedowns.ts';
import { chunks } from '#server/db/chunks.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';

/**
 * Asks, without an asker, to take down every photo that shows one of these persons of galleries: the photos are hidden as
 * by any other request until somebody who may edit the gallery decides, together: those of one deletion have one cause and
 * one time. Photos with a request in force are left alone.
 */
export async function requestTakedownsOfPeople(
  trx: Transaction<DB>,
  personIds: readonly string[],
  cause: TakedownCause,
  now: Date,
): Promise<{ photos: number; galleries: string[] }> {
  const { rows } = await sql<{ photo_id: string; gallery_id: string; face_id: string; x: number; y: number }>`
    select distinct on (face.photo_id) face.photo_id, face.gallery_id, face.id as face_id,
      least(1, greatest(0, face.x + face.w / 2)) as x, least(1, greatest(0, face.y + face.h / 2)) as y
    from assignment join face on face.id = assignment.face_id
    where assignment.person_id = any(${[...personIds]}::uuid[]) and face.is_current
      and not ${isTakenDown(sql.ref('face.photo_id'))}
    order by face.photo_id, face.id`.execute(trx);
  const requests = rows.map(({ x, y, ...of }) => ({
    ...of,
    id: newId(),
    mark_x: x,
    mark_y: y,
    asked_by: null,
    share_link_id: null,
    receipt_hash: null,
    cause,
    asked_at: now,
  }));
  for (const chunk of chunks(requests)) await trx.insertInto('takedown').values(chunk).execute();
  return { photos: rows.length, galleries: [...new Set(rows.map((row) => row.gallery_id))] };
}
