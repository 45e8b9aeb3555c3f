import type { Box, Imaging, Original } from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import type { Draft } from '#server/storage/draft.ts';
import { type PhotoStore, type StoredOriginal, withWholeOriginal } from '#server/storage/photo-store.ts';

type Dependencies = Needs<'log'> & {
  store: PhotoStore;
  imaging: Pick<Imaging, 'crop'>;
  maxPixels: number;
};
type PhotoRow = StoredOriginal & { id: string; width: number; height: number };

/** The uploaded file of a photo for the face engine: decoded in a process that is killed where it takes too much time or memory. */
export function originalForEngine(
  { store, imaging, maxPixels, log }: Dependencies,
  photo: PhotoRow,
): Original {
  return {
    widthPx: photo.width,
    heightPx: photo.height,
    async withCrops(regions, read, signal) {
      let draft: Draft | undefined;
      const cut = async () => {
        draft = await store.draft(bytesOfCrops(photo, regions));
        const output = draft.path;
        const crops = await withWholeOriginal(store, photo, (source) =>
          imaging.crop({ source, output, regions, maxPixels }, signal),
        );
        return { ...crops, path: output };
      };
      try {
        const crops = await cut().catch((error: unknown) => {
          signal?.throwIfAborted();
          log.warn(
            { err: error, photo_id: photo.id },
            'faces are not cut from the original but from its rendition',
          );
          return undefined;
        });
        return crops && (await read(crops));
      } finally {
        await draft?.discard();
      }
    },
  };
}

/** Three bytes a pixel. */
const bytesOfCrops = ({ width, height }: PhotoRow, regions: readonly Box[]): number =>
  Math.ceil(3 * width * height * regions.reduce((sum, { w, h }) => sum + w * h, 0));
