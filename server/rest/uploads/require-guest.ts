import type { Request } from 'express';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { guestKey, guestKeyNotValid } from '#server/contract/schemas/guest-photos.ts';
import { guestHashOf } from '#server/features/sharing/guest-photos/guest-hash.ts';
import type { Guest } from '#server/features/sharing/guest-photos/guest-photos.repository.ts';
import {
  type GuestUploadLink,
  requireGuestUploadLink,
} from '#server/features/sharing/share-links/check-share-link.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';

/** The link that collects photos by which a request for bytes came, and the browser that sent it. */
export async function requireGuest(
  ctx: RequestContext,
  req: Request,
): Promise<{ link: GuestUploadLink; guest: Guest }> {
  const { token } = req.params;
  if (typeof token !== 'string') throw new AppError('link_not_found');
  const link = await requireGuestUploadLink(ctx, { token, unlock: req.get('x-share-unlock') });
  const key = guestKey.safeParse(req.get('x-guest-key'));
  if (!key.success) throw fieldError('guest_key', guestKeyNotValid);
  return { link, guest: { linkId: link.id, guestHash: guestHashOf(key.data) } };
}
