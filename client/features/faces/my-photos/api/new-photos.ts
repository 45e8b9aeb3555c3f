import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import type { FoundPhotosPage } from '#server/contract/schemas/my-photos.ts';

const seenAfterMs = 3_000;

/**
 * What was new when the page was opened; it stays marked while the page is open. The photos count as seen once they have
 * been in front of somebody for three seconds.
 */
export function useNewPhotos(id: string, page: FoundPhotosPage | undefined) {
  const [opened, setOpened] = useState<Pick<FoundPhotosPage, 'seen_until' | 'new_photos'>>();
  if (page && !opened) setOpened(page);
  useMarkSeen(id, page);
  const since = opened?.seen_until ?? null;
  return { since, count: opened?.new_photos ?? 0 };
}

function useMarkSeen(id: string, page: FoundPhotosPage | undefined): void {
  const queries = useQueryClient();
  const { mutate } = trpc.myPhotos.markSeen.useMutation();
  const seen_until = page?.newest_at;
  const isSeen = seen_until === page?.seen_until;
  useEffect(() => {
    if (!seen_until || isSeen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () =>
      mutate(
        { id, seen_until },
        {
          onSuccess: () =>
            queries.setQueryData<{ pages: FoundPhotosPage[] }>(
              getQueryKey(trpc.myPhotos.photos, { id, scope: 'own' }, 'infinite'),
              (data) =>
                data && {
                  ...data,
                  pages: data.pages.map((each) => ({ ...each, seen_until, new_photos: 0 })),
                },
            ),
        },
      );
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(mark, seenAfterMs);
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [id, seen_until, isSeen, mutate, queries]);
}
