import { useDirection } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';

/**
 * The lightbox merges quick presses of an arrow key, to slow a held key down. This handles single presses instead, so that none
 * is lost. All other keys are the lightbox's own; whether the photos go round: photo-viewer.tsx.
 */
export function useQuickArrowKeys() {
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const { dir } = useDirection();
  const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';

  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      // Key repeats and panning of a zoomed photo are left to the lightbox.
      if (event.repeat || (zoom.current?.zoom ?? 1) > 1 || !controller.current) return;
      event.stopPropagation();
      if (event.key === forward) controller.current.next();
      else controller.current.prev();
    },
    { capture: true },
  );
  return { controller, zoom };
}
