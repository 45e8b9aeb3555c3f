import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type Authorized, isClubAdminOf, targetRules } from '#server/contract/permissions.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedGallery } from './load-gallery.ts';

/**
 * Takes a club out of a gallery: its own administrators may, as out of an event. Clubs of the event are taken out there.
 * @throws AppError gallery_action_forbidden, gallery_club_not_found
 */
export async function removeGalleryClub(
  ctx: Needs<'db' | 'bus'> & { viewer: SignedIn },
  gallery: Authorized<LoadedGallery, 'endLinks'>,
  clubId: string,
): Promise<void> {
  const club_id = requireId(clubId, 'gallery_club_not_found');
  if (!isClubAdminOf(ctx.viewer, club_id) && !targetRules.gallery.edit(ctx.viewer, gallery.facts))
    throw new AppError('gallery_action_forbidden');
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('gallery').select('id').where('id', '=', gallery.id).forUpdate().execute();
    const result = await trx
      .deleteFrom('gallery_club')
      .where('gallery_id', '=', gallery.id)
      .where('club_id', '=', club_id)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new AppError('gallery_club_not_found');
    await recordAudit(trx, ctx.viewer, {
      action: 'club.leaveGallery',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
      params: { club_id },
    });
  });
  ctx.bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
}
