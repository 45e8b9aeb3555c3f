import {
  chooseDeletedPhotosInput,
  deletedPhotos,
  deletedPhotosInput,
  purgedPhotos,
  restoredPhotos,
} from '#server/contract/schemas/photos.ts';
import { guardGallery } from '#server/features/galleries/galleries/guard-gallery.ts';
import { router } from '#server/trpc/trpc.ts';
import { listDeletedPhotos } from './deleted-photos.repository.ts';
import { purgeDeletedPhotos } from './purge-deleted-photos.ts';
import { restorePhotos } from './restore-photos.ts';

/** Deleted photos of a gallery, for those who may delete there. */
export const deletedPhotosRouter = router({
  list: guardGallery('deletePhotos', deletedPhotosInput)
    .meta({ summary: 'Deleted photos of a gallery that can be restored, last deleted first' })
    .output(deletedPhotos)
    .query(({ ctx, input }) => listDeletedPhotos(ctx.db, ctx.gallery.id, input, ctx.clock.now())),

  restore: guardGallery('deletePhotos', chooseDeletedPhotosInput)
    .meta({
      summary: 'Restore deleted photos of a gallery, those given or all; says which are there again already',
      errors: ['photo_not_found'],
    })
    .output(restoredPhotos)
    .mutation(({ ctx, input }) => restorePhotos(ctx, ctx.gallery.id, input.photo_ids)),

  purge: guardGallery('deletePhotos', chooseDeletedPhotosInput)
    .meta({
      summary: 'Delete deleted photos of a gallery for good, those given or all',
      errors: ['photo_not_found'],
    })
    .output(purgedPhotos)
    .mutation(({ ctx, input }) => purgeDeletedPhotos(ctx, ctx.gallery.id, input.photo_ids)),
});
