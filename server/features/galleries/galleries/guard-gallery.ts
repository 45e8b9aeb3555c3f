import type { z } from 'zod';
import { AppError } from '#server/contract/app-error.ts';
import { type GalleryAction, refusedActionErrors } from '#server/contract/permissions.ts';
import { requireShown } from '#server/features/galleries/photos/photo-files.repository.ts';
import { requireId } from '#server/ids.ts';
import { guard } from '#server/trpc/trpc.ts';
import { findPart, type GalleryPart, requireGallery } from './load-gallery.ts';

export const guardGallery = <Action extends GalleryAction, S extends z.ZodType>(
  action: Action,
  schema: S,
  field = 'id',
) =>
  guard(
    `gallery.${action}`,
    ['gallery_not_found', refusedActionErrors.gallery, 'gallery_forbidden'],
    async ({ ctx, viewer, id }) => ({ gallery: await requireGallery(ctx, viewer, id, action) }),
    schema,
    field,
  );

/** Parts of a gallery: a photo, a person, a link, a decision. The gallery's rights decide. */
export const guardGalleryPart = <Action extends GalleryAction, S extends z.ZodType>(
  noun: GalleryPart,
  action: Action,
  schema: S,
  field = 'id',
) =>
  guard(
    `gallery.${action}`,
    [`${noun}_not_found`, 'gallery_forbidden', refusedActionErrors.gallery],
    async ({ ctx, viewer, id }) => {
      const partId = requireId(id, `${noun}_not_found`);
      const part = await findPart(ctx.db, noun, partId);
      if (!part) throw new AppError(`${noun}_not_found`);
      const gallery = await requireGallery(ctx, viewer, part.gallery_id, action);
      if (noun === 'photo') await requireShown(ctx.db, partId, gallery.audience);
      return { partId, gallery };
    },
    schema,
    field,
  );
