import type { PictureMaker, RenditionResult } from '#server/app-context.ts';
import {
  forEachRendition,
  type RenditionSize,
  renditionBounds,
  renditionBytes,
  renditionNames,
} from '#server/contract/rendition-sizes.ts';
import type { Draft } from '#server/storage/draft.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { mapStorageErrors } from '#server/storage/storage-errors.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';

type Dependencies = { store: PhotoStore; imaging: PictureMaker };
type Task = {
  source: string;
  filename?: string;
  photoId: string;
  version: number;
  maxPixels: number;
  signal?: AbortSignal;
};

/** The version that a photo has when it is stored; it rises when renditions are made anew. */
export const FIRST_RENDITIONS = 1;

/** Decodes the file and stores its renditions. Leaves no temporary files when decoding fails. */
export async function storeRenditions(
  { store, imaging }: Dependencies,
  task: Task,
): Promise<RenditionResult> {
  const drafts: Partial<Record<RenditionSize, Draft>> = {};
  try {
    for (const size of renditionNames) drafts[size] = await store.draft(renditionBytes[size]);
    const paths = drafts as Record<RenditionSize, Draft>;
    const renditions = forEachRendition((size) => ({
      path: paths[size].path,
      ...renditionBounds(size),
    }));
    const { source, filename, maxPixels, signal } = task;
    const prepared = await mapStorageErrors(
      imaging.makeRenditions({ source, filename, renditions, maxPixels }, signal),
    );
    for (const size of renditionNames) {
      await store.put(renditionKey(task.photoId, size, task.version), paths[size].path);
    }
    return prepared;
  } finally {
    await Promise.all(Object.values(drafts).map((draft) => draft.discard()));
  }
}
