import { rm } from 'node:fs/promises';
import type { PictureMaker, RenditionResult } from '#server/app-context.ts';
import { type RenditionSize, renditionNames, renditionSizes } from '#server/contract/rendition-sizes.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { mapStorageErrors } from '#server/storage/storage-errors.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';

type Dependencies = { store: PhotoStore; imaging: PictureMaker };
type Task = { source: string; photoId: string; version: number; maxPixels: number; signal?: AbortSignal };

/** The version that a photo has when it is stored; it rises when renditions are made anew. */
export const FIRST_RENDITIONS = 1;

/** Decodes the file and stores its renditions. Leaves no temporary files when decoding fails. */
export async function storeRenditions(
  { store, imaging }: Dependencies,
  task: Task,
): Promise<RenditionResult> {
  const drafts = Object.fromEntries(
    renditionNames.map((size) => [size, { path: store.temporaryPath(), longSide: renditionSizes[size] }]),
  ) as Record<RenditionSize, { path: string; longSide: number }>;
  try {
    const { source, maxPixels, signal } = task;
    const prepared = await mapStorageErrors(
      imaging.makeRenditions({ source, renditions: drafts, maxPixels }, signal),
    );
    for (const size of renditionNames) {
      await store.put(renditionKey(task.photoId, size, task.version), drafts[size].path);
    }
    return prepared;
  } finally {
    await Promise.all(renditionNames.map((size) => rm(drafts[size].path, { force: true })));
  }
}
