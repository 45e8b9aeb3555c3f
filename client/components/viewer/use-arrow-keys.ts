import { useDirection } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';

/**
 * The lightbox puts presses of an arrow key that come close together into one, so that a held key does not race
 * through the photos. Each press of its own is turned here instead, or somebody quick would lose some of them.
 */
export function useArrowKeys() {
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const { dir } = useDirection();
  const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';

  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // A held key is left to the lightbox, as is the way through a photo seen from near.
      if (event.repeat || (zoom.current?.zoom ?? 1) > 1 || !controller.current) return;
      event.stopPropagation();
      if (event.key === forward) controller.current.next();
      else controller.current.prev();
    },
    { capture: true },
  );
  return { controller, zoom };
}
