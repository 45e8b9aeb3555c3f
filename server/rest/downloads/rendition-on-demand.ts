import type { Request, Response } from 'express';
import { fieldError } from '#server/contract/app-error.ts';
import { type RenditionSize, renditionNames } from '#server/contract/rendition-sizes.ts';
import type { MetadataColumns } from '#server/features/galleries/photos/photo-metadata.ts';
import { reportCutFile } from '#server/features/galleries/photos/report-cut-file.ts';
import { storeRenditions } from '#server/features/galleries/photos/store-renditions.ts';
import { uploadRefusal } from '#server/rest/uploads/upload-refusal.ts';
import { StoredFileMissing, withWholeOriginal } from '#server/storage/photo-store.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import type { FileRouteDependencies } from '../file-route-dependencies.ts';
import { makeOnce } from './make-file-once.ts';
import { rendition } from './picture-for-audience.ts';
import { asMissing, type Picture, sendPicture } from './send-picture.ts';

/** A photo that is none of a gallery: it waits to be accepted, or was deleted. */
type PhotoOutside = MetadataColumns & {
  id: string;
  gallery_id: string;
  filename: string;
  original_key: string;
  bytes: number;
  rendition_version: number;
};

/** Sends one rendition of it, and makes its renditions where they are missing: backups hold none. */
export async function sendRendition(
  ctx: RequestContext,
  req: Request,
  res: Response,
  dependencies: FileRouteDependencies,
  photo: PhotoOutside,
  { cache, isStillThere }: { cache: Picture['cache']; isStillThere(): Promise<boolean> },
): Promise<void> {
  const picture = rendition(photo, sizeOf(req));
  if (!(await dependencies.store.stat(picture.key)))
    await makeRenditions(dependencies, photo, isStillThere).catch((error: unknown) =>
      reportCutFile(ctx, photo.gallery_id, error),
    );
  await sendPicture(req, res, dependencies.store, { ...picture, asAttachment: false, cache });
}

function makeRenditions(
  dependencies: FileRouteDependencies,
  { id, original_key, bytes, rendition_version: version }: PhotoOutside,
  isStillThere: () => Promise<boolean>,
): Promise<void> {
  const { store, maxPixels } = dependencies;
  return makeOnce(`renditions of ${id}`, async () => {
    await withWholeOriginal(store, { original_key, bytes }, (source) =>
      storeRenditions(dependencies, { source, photoId: id, version, maxPixels }),
    ).catch((error: unknown) => asMissing(uploadRefusal(error)));
    // Looked at after the files are in place: a deletion from here on removes them, one before has not seen them.
    if (await isStillThere()) return;
    for (const size of renditionNames) await store.remove(renditionKey(id, size, version));
    asMissing(new StoredFileMissing(original_key));
  });
}

function sizeOf(req: Request): RenditionSize {
  const size = req.query.size ?? 'small';
  const known = renditionNames.find((each) => each === size);
  if (known) return known;
  throw fieldError('size', `Must be one of: ${renditionNames.join(', ')}`);
}
