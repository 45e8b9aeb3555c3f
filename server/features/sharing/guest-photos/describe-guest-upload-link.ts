import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { GuestUploadLink } from '#server/contract/schemas/guest-photos.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import {
  type GuestUploadLink as OpenedGuestUploadLink,
  unlockTokenOf,
} from '#server/features/sharing/share-links/check-share-link.ts';
import { clubNamesOfGallery } from '#server/features/sharing/share-links/club-names-of-gallery.sql.ts';

/** What the page for guests says: who asks for photos of what. */
export async function describeGuestUploadLink(
  ctx: Needs<'db' | 'tokens'>,
  link: OpenedGuestUploadLink,
): Promise<GuestUploadLink> {
  const row = await ctx.db
    .selectFrom('gallery')
    .leftJoin('app_user as asker', (join) => join.on('asker.id', '=', link.created_by))
    .select(['gallery.name as gallery', userNameOf('asker').as('asked_by'), clubNamesOfGallery.as('clubs')])
    .where('gallery.id', '=', link.gallery_id)
    .executeTakeFirst();
  if (!row) throw new AppError('link_not_found');
  return {
    ...row,
    asked_by: row.asked_by ?? '',
    expires_at: link.expires_at?.toISOString() ?? null,
    kept_days: lifetimes.guestPhotoKeptMs / dayMs,
    unlock_token: await unlockTokenOf(ctx, link),
  };
}
