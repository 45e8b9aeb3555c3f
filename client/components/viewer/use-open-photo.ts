import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusThumbnail } from './focus-thumbnail.ts';

interface Loaded {
  photos: readonly { id: string }[];
  loadMore: () => void;
}

/**
 * The photo that is open in the viewer. It is kept in the address, so that it can be shared and the back button closes it. After
 * closing, the focus is on the thumbnail of the last photo.
 */
export function useOpenPhoto({ photos, loadMore }: Loaded) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const pushed = useRef(false);
  const index = search.photo ? photos.findIndex((photo) => photo.id === search.photo) : -1;
  const further = search.photo !== undefined && index < 0 && photos.length > 0;

  // The address may name a photo that is not loaded yet: pages are loaded until it is found.
  useEffect(() => {
    if (further) loadMore();
  }, [further, loadMore]);

  const go = (photo: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, photo }),
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
      focusThumbnail(index);
    },
  };
}
