import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#client/lib/toast.ts';
import { focusThumbnail } from './focus-thumbnail.ts';

interface Loaded {
  photos: readonly { id: string }[];
  loadMore: () => void;
  /** All photos are here, as they are on the server. */
  isComplete?: boolean;
}

/**
 * The photo that is open in the viewer. It is kept in the address, so that it can be shared and the back button closes it. After
 * closing, the focus is on the thumbnail of the last photo. A photo that is not in the complete list is said to be gone.
 */
export function useOpenPhoto({ photos, loadMore, isComplete = false }: Loaded) {
  const { t } = useTranslation();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const index = search.photo ? photos.findIndex((photo) => photo.id === search.photo) : -1;
  const further = search.photo !== undefined && index < 0 && photos.length > 0;

  // The address may name a photo that is not loaded yet: pages are loaded until it is found.
  useEffect(() => {
    if (further) loadMore();
  }, [further, loadMore]);

  const missing = search.photo !== undefined && index < 0 && isComplete;
  const sayMissing = useEffectEvent(() => {
    toast.info(t('photos.gone'));
    go(undefined, true);
  });
  useEffect(() => {
    if (missing) sayMissing();
  }, [missing]);

  const go = (photo: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, photo }),
      state: (before) => ({
        ...before,
        place: before.place ?? before.__TSR_key,
        listAt: replace ? before.listAt : before.__TSR_index,
      }),
      replace,
      resetScroll: false,
    });

  /** The browser has not gone back yet: a second press would leave the page. */
  const isClosing = useRef(false);
  const goBack = () => {
    isClosing.current = true;
    const stop = router.history.subscribe(() => {
      stop();
      isClosing.current = false;
    });
    router.history.back();
  };

  /** Asked of the address itself: this render may be older, as at the second click of a double click. */
  const isOpen = () => new URLSearchParams(router.history.location.search).has('photo');

  return {
    index,
    open: (at: number) => go(photos[at]?.id, isOpen()),
    show: (at: number) => go(photos[at]?.id, true),
    close: () => {
      if (isClosing.current) return;
      if (router.history.location.state.listAt === undefined) go(undefined, true);
      else goBack();
      focusThumbnail(index);
    },
  };
}
