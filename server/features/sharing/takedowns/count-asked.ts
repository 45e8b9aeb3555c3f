import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';

/** An account; or, of visitors without one, the keyed hash of the address, and the link. */
export type Asker = { asked_by: string | null; asker_mac: Buffer | null; share_link_id: string | null };

export const askerMac = ({ tokens }: Needs<'tokens'>, clientAddress: string): Buffer =>
  createHmac('sha256', tokens.askerKey).update(clientAddress).digest();

export type AskedBefore = {
  /** Photos that the asker asked about within the time that counts. */
  photos: number;
  /** The last batch of the asker in the gallery that waits for a decision. */
  batchId: string | null;
  isRefused: boolean;
};

const isBy = ({ asked_by, asker_mac }: Asker) =>
  asked_by === null
    ? sql<boolean>`(t.asked_by is null and t.asker_mac = ${asker_mac})`
    : sql<boolean>`t.asked_by = ${asked_by}::uuid`;

/** Requests of people that count: not those that deciders made and granted themselves. */
const isAsked = sql<boolean>`(t.cause is null and (t.asked_by is null or t.decided_by is distinct from t.asked_by))`;

/**
 * What was asked before, of the rows that are there: what was refused by a limit or taken back counts for nothing. The gallery's
 * row is locked, so that requests at once are counted one after the other.
 * @throws AppError too_many_attempts
 */
export async function countAsked(
  trx: Transaction<DB>,
  { asker, galleryId, photos, now }: { asker: Asker; galleryId: string; photos: number; now: Date },
): Promise<AskedBefore> {
  await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', '=', galleryId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const since = new Date(now.getTime() - serverLifetimes.takedownLimitMs);
  const isSameLink =
    asker.asked_by === null
      ? sql<boolean>`t.share_link_id is not distinct from ${asker.share_link_id}::uuid`
      : sql<boolean>`true`;
  const { rows } = await sql<{ asked_at: Date; mine: boolean; here: boolean; batch_id: string | null }>`
    select t.asked_at, ${isBy(asker)} and ${isSameLink} as mine, t.gallery_id = ${galleryId}::uuid as here,
      case when t.decided is null then t.batch_id end as batch_id
    from takedown t
    where t.asked_at > ${since} and ${isAsked} and (t.gallery_id = ${galleryId}::uuid or ${isBy(asker)})
    order by t.asked_at, t.id`.execute(trx);
  const mine = rows.filter((row) => row.mine);
  refuseAbove(countLimits.takedownsPerAskerMax, mine, photos, now);
  refuseAbove(
    countLimits.takedownsPerGalleryMax,
    rows.filter((row) => row.here),
    photos,
    now,
  );
  return {
    photos: mine.length,
    batchId: mine.findLast((row) => row.here && row.batch_id !== null)?.batch_id ?? null,
    isRefused: (await countRefused(trx, asker, galleryId)) >= countLimits.takedownRefusalsMax,
  };
}

/** How many requests of the asker about the gallery, or by the link, were declined. */
async function countRefused(trx: Transaction<DB>, asker: Asker, galleryId: string): Promise<number> {
  const { rows } = await sql<{ refused: number }>`
    select count(distinct coalesce(t.batch_id, t.id))::int as refused from takedown t
    where t.decided = 'declined' and ${isAsked} and ${isBy(asker)}
      and (t.gallery_id = ${galleryId}::uuid or t.share_link_id = ${asker.share_link_id}::uuid)`.execute(trx);
  return rows[0]?.refused ?? 0;
}

/** @param counted oldest first: each stops counting when it is a day old */
function refuseAbove(max: number, counted: readonly { asked_at: Date }[], photos: number, now: Date): void {
  const over = counted.length + photos - max;
  if (over <= 0) return;
  const last = counted[Math.min(over, counted.length) - 1]?.asked_at ?? now;
  const ms = last.getTime() + serverLifetimes.takedownLimitMs - now.getTime();
  throw new AppError('too_many_attempts', { params: { seconds: Math.max(1, Math.ceil(ms / 1_000)) } });
}
