import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import type { askTakedownInput } from '#server/contract/schemas/takedowns.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { notifyTakedownDeciders } from '#server/features/galleries/galleries/notify-takedown-deciders.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, randomToken } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isPhotoShownUnlessTakenDown, type PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import { type Asker, askerMac, countAsked } from './count-asked.ts';
import { lockPhotosToHide } from './lock-photos-to-hide.ts';
import { dueAt } from './takedowns.repository.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'tokens'> & {
  viewer: SignedIn | null;
  clientAddress: string;
};
type Request = Pick<z.output<typeof askTakedownInput>, 'mark' | 'reason' | 'contact'>;
/** The photos, each with its gallery, and the audience that the asker belongs to. */
type Target = { photos: readonly { id: string; gallery_id: string }[]; audience: PhotoAudience };

export const receiptHash = (receipt: string): string =>
  createHash('sha256').update(receipt).digest('base64url');

/**
 * Records a request to take photos down and tells those who may edit their galleries. From then on only they see them: the
 * condition is `isPhotoShownTo` in photo-visibility.sql.ts. Who was refused before asks without hiding. Who asks by a share link
 * gets a receipt, with which the same link says what was decided, and the request can be taken back until then.
 * @throws AppError photo_not_found, takedown_in_force, too_many_attempts
 */
export async function askTakedown(ctx: Dependencies, { photos, audience }: Target, request: Request) {
  const { viewer } = ctx;
  const asked_at = ctx.clock.now();
  const linkId = typeof audience === 'object' ? (audience.link?.id ?? null) : null;
  const asker: Asker = {
    asked_by: viewer?.id ?? null,
    asker_mac: viewer ? null : askerMac(ctx, ctx.clientAddress),
    share_link_id: linkId,
  };
  const receipt = linkId && randomToken();
  const galleries = [...Map.groupBy(photos, ({ gallery_id }) => gallery_id)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const { asked, notified } = await ctx.db.transaction().execute(async (trx) => {
    const asked: { id: string; hides: boolean }[] = [];
    const notified: string[] = [];
    for (const [galleryId, ofGallery] of galleries) {
      const photoIds = ofGallery.map(({ id }) => id);
      const before = await countAsked(trx, { asker, galleryId, photos: photoIds.length, now: asked_at });
      const shown = await lockPhotosToHide(trx, photoIds, galleryId, isPhotoShownUnlessTakenDown(audience));
      const joins = before.photos + shown.length > countLimits.takedownsToldEachMax;
      const batchId = (joins && before.batchId) || (joins || shown.length > 1 ? newId() : null);
      const faceId = await findFaceAt(trx, shown[0] ?? '', request.mark);
      const rows = shown.map((photo_id) => ({
        ...asker,
        id: newId(),
        gallery_id: galleryId,
        photo_id,
        batch_id: batchId,
        hides: !before.isRefused,
        face_id: faceId,
        mark_x: request.mark?.x ?? null,
        mark_y: request.mark?.y ?? null,
        receipt_hash: receipt && receiptHash(receipt),
        reason: request.reason,
        contact: request.contact,
        asked_at,
      }));
      await trx.insertInto('takedown').values(rows).execute();
      asked.push(...rows.map(({ id, hides }) => ({ id, hides })));
      const gallery = await trx
        .selectFrom('gallery')
        .select('name')
        .where('id', '=', galleryId)
        .executeTakeFirstOrThrow();
      await recordAudit(trx, viewer ?? { id: null, username: '' }, {
        action: 'takedown.ask',
        target: { kind: 'gallery', id: galleryId, name: gallery.name },
      });
      // Many photos of one asker are told as one request.
      const isTold = before.photos >= countLimits.takedownsToldEachMax && batchId === before.batchId;
      const context = before.isRefused ? 'shown' : batchId ? 'several' : undefined;
      const named = { id: batchId ?? rows[0]?.id ?? '', ...(context && ({ context } as const)) };
      if (!isTold) notified.push(...(await notifyTakedownDeciders(ctx, trx, galleryId, viewer?.id, named)));
    }
    return { asked, notified };
  });
  publishNotifications(ctx.bus, [...new Set(notified)]);
  for (const [galleryId] of galleries) ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
  return {
    id: asked[0]?.id ?? '',
    photo_count: asked.length,
    due_at: dueAt(asked_at).toISOString(),
    receipt,
    hides: asked.every(({ hides }) => hides),
  };
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
