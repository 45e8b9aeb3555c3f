import type { Request, Router } from 'express';
import { fieldError } from '#server/contract/app-error.ts';
import { guestName } from '#server/contract/schemas/guest-photos.ts';
import { requireRoomForPhoto } from '#server/features/clubs/storage-usage/require-storage-room.ts';
import type { NewUpload } from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import { addGuestPhoto } from '#server/features/sharing/guest-photos/add-guest-photo.ts';
import {
  type Guest,
  requireFewPhotosByLink,
} from '#server/features/sharing/guest-photos/guest-photos.repository.ts';
import type { GuestUploadLink } from '#server/features/sharing/share-links/check-share-link.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import type { BuildContext, FileRouteDependencies } from '../file-route-dependencies.ts';
import { cleanFileName } from './clean-uploaded-file-name.ts';
import { requireGuest } from './require-guest.ts';
import { type Intake, readMetadata, requireAnnouncedBytes, tusRoutes } from './resumable-upload-protocol.ts';

/** Photos in parts, of guests by a link that collects photos: the last bytes answer the photo that waits now. */
export const guestUploadRoutes = (context: BuildContext, dependencies: FileRouteDependencies): Router =>
  tusRoutes('/galleries/shared/:token/uploads', context, dependencies, async (req, ctx): Promise<Intake> => {
    const { link, guest } = await requireGuest(ctx, req);
    return {
      sender: guest,
      begin: () => requireNewUpload(req, ctx, { link, guest }, dependencies),
      requireFewUploads: (trx) => requireFewPhotosByLink(trx, link, ctx.clock.now()),
      async finish(upload, { path, sha256 }) {
        const { id, damage, duplicate } = await addGuestPhoto(
          { ...ctx, ...dependencies },
          {
            ...guest,
            galleryId: link.gallery_id,
            cameInParts: true,
            guestName: upload.guest_name,
            temporaryPath: path,
            sha256,
            bytes: upload.bytes,
            filename: upload.filename,
          },
        );
        return { data: { id, filename: upload.filename, damage }, duplicate };
      },
    };
  });

async function requireNewUpload(
  req: Request,
  ctx: RequestContext,
  { link, guest }: { link: GuestUploadLink; guest: Guest },
  dependencies: FileRouteDependencies,
): Promise<NewUpload> {
  await ctx.rateLimits.limitRequests('guest-upload', `${link.id} ${ctx.clientAddress}`);
  await ctx.rateLimits.limitRequests('guest-upload-link', link.id);
  const metadata = readMetadata(req);
  const name = guestName.safeParse(metadata.guest_name ?? '');
  if (!name.success) throw fieldError('guest_name', name.error.issues[0]?.message ?? '');
  const bytes = await requireAnnouncedBytes(req, dependencies);
  const now = ctx.clock.now();
  await requireRoomForPhoto(ctx.db, link.gallery_id, bytes, now);
  return {
    gallery_id: link.gallery_id,
    uploaded_by: null,
    share_link_id: guest.linkId,
    guest_hash: guest.guestHash,
    guest_name: name.data,
    filename: cleanFileName(metadata.filename ?? ''),
    relative_path: null,
    bytes,
    created_at: now,
  };
}
