import { trpc } from '#client/lib/trpc.ts';
import { useArchive } from '#client/lib/use-archive.ts';

/** Chosen photos, those of somebody, or all of a gallery, as one file. */
export function useDownloadPhotos(galleryId: string) {
  const { client } = trpc.useUtils();
  return useArchive((choice: { photo_ids?: string[]; face_id?: string | undefined }) =>
    client.photos.prepareDownload.mutate({ id: galleryId, ...choice }),
  );
}
