import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { lockPhotosToHide } from './lock-photos-to-hide.ts';

/**
 * Hides a photo as a request does that was granted, by somebody who decides such requests.
 * @throws AppError photo_not_found, takedown_in_force
 */
export async function hidePhoto(
  ctx: Needs<'db' | 'clock' | 'bus'> & { viewer: SignedIn },
  gallery: { id: string; name: string },
  photoId: string,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    await lockPhotosToHide(trx, [photoId], gallery.id, sql<boolean>`true`);
    const { id: by } = ctx.viewer;
    await trx
      .insertInto('takedown')
      .values({
        ...{ id: newId(), gallery_id: gallery.id, photo_id: photoId, asked_by: by, asked_at: now },
        ...{ decided: 'granted' as const, decided_by: by, decided_at: now },
      })
      .execute();
    await recordAudit(trx, ctx.viewer, {
      action: 'takedown.grant',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
    });
  });
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'people' });
}
