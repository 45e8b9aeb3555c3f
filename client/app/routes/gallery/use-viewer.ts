import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface Loaded {
  photos: readonly { id: string }[];
  loadMore: () => void;
}

/**
 * The photo shown in the viewer stands in the address: it can be shared, the back button closes it, and after
 * closing the focus is on the thumbnail of the photo last seen.
 */
export function useViewer({ photos, loadMore }: Loaded) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const router = useRouter();
  const pushed = useRef(false);
  const index = search.photo ? photos.findIndex((photo) => photo.id === search.photo) : -1;
  const further = search.photo !== undefined && index < 0 && photos.length > 0;

  // The address may name a photo far down: what comes before it is loaded until it is there.
  useEffect(() => {
    if (further) loadMore();
  }, [further, loadMore]);

  const go = (photo: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, string | undefined>) => ({ ...before, photo })) as never,
      state: (before) => ({ ...before, place: before.place ?? before.__TSR_key }),
      replace,
      resetScroll: false,
    });

  return {
    index,
    open: (at: number) => {
      pushed.current = true;
      go(photos[at]?.id, false);
    },
    show: (at: number) => go(photos[at]?.id, true),
    close: () => {
      if (pushed.current) router.history.back();
      else go(undefined, true);
      pushed.current = false;
      const last = index;
      setTimeout(() => document.querySelector<HTMLElement>(`[data-photo-index="${last}"]`)?.focus(), 60);
    },
  };
}
