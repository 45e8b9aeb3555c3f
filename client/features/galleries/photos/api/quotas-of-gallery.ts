import { useEffect } from 'react';
import { trpc } from '#client/lib/trpc.ts';

const WHILE_UPLOADING_MS = 5_000;

/** The quotas that photos of a gallery count towards; asked again while photos are uploaded, and when they are. */
export function useQuotasOfGallery(galleryId: string, uploading: boolean) {
  const { data, refetch } = trpc.galleries.quotas.useQuery(
    { id: galleryId },
    { refetchInterval: uploading && WHILE_UPLOADING_MS },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when uploading ends
  useEffect(() => (uploading ? () => void refetch() : undefined), [uploading]);
  return data?.quotas ?? [];
}
