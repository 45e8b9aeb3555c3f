import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** `since` as text, because a JavaScript date has no microseconds. */
export type FaceAwaitingGrouping = { id: string; since: string };

/** The faces of a gallery that were analysed and not grouped since. To be read before the faces are read for grouping. */
export async function listFacesAwaitingGrouping(
  db: Kysely<DB>,
  galleryId: string,
): Promise<FaceAwaitingGrouping[]> {
  return db
    .selectFrom('face')
    .select(['id', sql<string>`awaits_grouping_since::text`.as('since')])
    .where('gallery_id', '=', galleryId)
    .where('awaits_grouping_since', 'is not', null)
    .execute();
}

/** Says that these faces were grouped; those that were analysed again meanwhile go on waiting. */
export async function markGrouped(
  trx: Transaction<DB>,
  faces: readonly FaceAwaitingGrouping[],
): Promise<void> {
  if (faces.length === 0) return;
  await sql`
    update face set awaits_grouping_since = null
    from unnest(${faces.map(({ id }) => id)}::uuid[], ${faces.map(({ since }) => since)}::timestamptz[]) as grouped (id, since)
    where face.id = grouped.id and face.awaits_grouping_since = grouped.since`.execute(trx);
}

/**
 * Faces of the current upload were found later than this: after the last pause of at least `pauseMs` in which no face of the
 * gallery was found. Null where no face was found later than `settledAt`.
 */
export async function findStartOfUpload(
  db: Kysely<DB>,
  galleryId: string,
  settledAt: Date,
  pauseMs: number,
): Promise<Date | null> {
  const { rows } = await sql<{ last: Date | null; before: Date | null }>`
    select max(found_at) as last,
      max(found_at) filter (where next_at - found_at > ${pauseMs} * interval '1 millisecond') as before
    from (
      select created_at as found_at, lead(created_at) over (order by created_at) as next_at
      from face where gallery_id = ${galleryId}::uuid
    ) found`.execute(db);
  const { last = null, before = null } = rows[0] ?? {};
  if (last === null || last <= settledAt) return null;
  return before ?? new Date(0);
}
