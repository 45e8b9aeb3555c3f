import { useDirection } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';

/**
 * The keys of the photo viewer. Escape (close), + and - (zoom), and arrow keys while a photo is zoomed (pan) are the
 * lightbox's own. Arrow keys that turn to the next photo are handled here, because the lightbox drops quick presses, to slow
 * a held key down. That the photos wrap around is `finite` in photo-viewer.tsx.
 */
export function useViewerKeys() {
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const { dir } = useDirection();
  const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';

  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // The lightbox handles a held key, and pans a zoomed photo.
      if (event.repeat || (zoom.current?.zoom ?? 1) > 1 || !controller.current) return;
      event.stopPropagation();
      if (event.key === forward) controller.current.next();
      else controller.current.prev();
    },
    { capture: true },
  );
  return { controller, zoom };
}
