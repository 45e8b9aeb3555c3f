import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import type { askTakedownInput } from '#server/contract/schemas/takedowns.ts';
import type { DB } from '#server/db/tables.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { randomToken } from '#server/features/auth/token-signer.ts';
import { notifyTakedownDeciders } from '#server/features/galleries/notify-takedown-deciders.ts';
import { publishNotifications } from '#server/features/notifications/notify.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isPhotoShownUnlessTakenDown, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import { lockPhotoToHide } from './lock-photo-to-hide.ts';
import { dueAt } from './takedowns.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'rateLimits'> & {
  viewer: SignedIn | null;
  clientAddress: string;
};
type Request = Pick<z.output<typeof askTakedownInput>, 'mark' | 'reason' | 'contact'>;
/** The photo, its gallery, and the audience that the asker belongs to. */
type Target = { photoId: string; galleryId: string; audience: PhotoAudience };

export const receiptHash = (receipt: string): string =>
  createHash('sha256').update(receipt).digest('base64url');

/**
 * Records a request to take a photo down and tells those who may edit its gallery. From then on only they see it: the
 * condition is `isPhotoShownTo` in photo-visibility.sql.ts. Who asks by a share link gets a receipt, with which the same
 * link says what was decided, and the request can be taken back until then.
 * @throws AppError photo_not_found, takedown_in_force, too_many_attempts
 */
export async function askTakedown(ctx: Dependencies, target: Target, request: Request) {
  const { viewer } = ctx;
  await ctx.rateLimits.limitRequests('takedown', viewer?.id ?? ctx.clientAddress);
  const id = newId();
  const asked_at = ctx.clock.now();
  const { photoId, galleryId, audience } = target;
  const linkId = typeof audience === 'object' ? (audience.link?.id ?? null) : null;
  const receipt = linkId && randomToken();
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await lockPhotoToHide(trx, photoId, galleryId, isPhotoShownUnlessTakenDown(audience));
    const gallery = await trx
      .selectFrom('gallery')
      .select('name')
      .where('id', '=', galleryId)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('takedown')
      .values({
        id,
        gallery_id: galleryId,
        photo_id: photoId,
        face_id: await findFaceAt(trx, photoId, request.mark),
        mark_x: request.mark?.x ?? null,
        mark_y: request.mark?.y ?? null,
        asked_by: viewer?.id ?? null,
        share_link_id: linkId,
        receipt_hash: receipt && receiptHash(receipt),
        reason: request.reason,
        contact: request.contact,
        asked_at,
      })
      .execute();
    await recordAudit(trx, viewer ?? { id: null, username: '' }, {
      action: 'takedown.ask',
      target: { kind: 'gallery', id: galleryId, name: gallery.name },
    });
    return notifyTakedownDeciders(ctx, trx, galleryId, viewer?.id, id);
  });
  publishNotifications(ctx.bus, notified);
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
  return { id, due_at: dueAt(asked_at).toISOString(), receipt };
}

/** The smallest face around a point. */
async function findFaceAt(
  trx: Transaction<DB>,
  photoId: string,
  mark: Request['mark'],
): Promise<string | null> {
  if (!mark) return null;
  const row = await trx
    .selectFrom('face')
    .select('id')
    .where('photo_id', '=', photoId)
    .where('is_current', '=', true)
    .where(sql<boolean>`${mark.x}::float8 between x and x + w and ${mark.y}::float8 between y and y + h`)
    .orderBy(sql`w * h`)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
