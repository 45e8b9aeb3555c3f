import { useArchiveDownload } from '#client/hooks/use-archive-download.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Downloads chosen photos, those of a person, or all of a gallery, as one file. */
export function useDownloadPhotos(galleryId: string) {
  const { client } = trpc.useUtils();
  return useArchiveDownload(
    (choice: { photo_ids?: string[]; face_id?: string | undefined; with_names?: boolean }) =>
      client.photos.prepareDownload.mutate({ id: galleryId, ...choice }),
  );
}
