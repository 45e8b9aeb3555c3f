import { rm } from 'node:fs/promises';
import type { Imaging, Original } from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

type Dependencies = Needs<'log'> & {
  store: PhotoStore;
  imaging: Pick<Imaging, 'crop'>;
  maxPixels: number;
};
type PhotoRow = { id: string; original_key: string; width: number; height: number };

/** The uploaded file of a photo for the face engine: decoded in a process that is killed where it takes too much time or memory. */
export function originalForEngine(
  { store, imaging, maxPixels, log }: Dependencies,
  photo: PhotoRow,
): Original {
  return {
    widthPx: photo.width,
    heightPx: photo.height,
    async withCrops(regions, read, signal) {
      const output = store.temporaryPath();
      try {
        const crops = await store
          .withLocalFile(photo.original_key, (source) =>
            imaging.crop({ source, output, regions, maxPixels }, signal),
          )
          .catch((error: unknown) => {
            signal?.throwIfAborted();
            log.warn(
              { err: error, photo_id: photo.id },
              'faces are not cut from the original but from its rendition',
            );
            return undefined;
          });
        return crops && (await read({ ...crops, path: output }));
      } finally {
        await rm(output, { force: true });
      }
    },
  };
}
