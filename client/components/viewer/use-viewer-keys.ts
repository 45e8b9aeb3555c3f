import { useDirection } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import type { ControllerRef, ZoomRef } from 'yet-another-react-lightbox';

/**
 * The keys of the photo viewer. Escape (close), + and - (zoom), and arrow keys while a photo is zoomed (pan) are the
 * lightbox's own. Arrow keys that turn to the next photo are handled here, because the lightbox drops quick presses, to slow
 * a held key down. That the photos wrap around is `finite` in photo-viewer.tsx.
 * @param actions by the key as browsers call it
 */
export function useViewerKeys(actions: Readonly<Record<string, (() => void) | undefined>>) {
  const controller = useRef<ControllerRef>(null);
  const zoom = useRef<ZoomRef>(null);
  const { dir } = useDirection();
  const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';

  useWindowEvent(
    'keydown',
    (event) => {
      if (!controller.current || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        // The lightbox handles a held key, and pans a zoomed photo.
        if (event.repeat || (zoom.current?.zoom ?? 1) > 1) return;
        event.stopPropagation();
        if (event.key === forward) controller.current.next();
        else controller.current.prev();
        return;
      }
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || event.repeat || (event.key === ' ' && isOn(event, 'button, a'))) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    { capture: true },
  );
  return { controller, zoom };
}

const isOn = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** In a field, in a menu, or in a dialog that is open above the viewer. */
const isElsewhere = (event: Event): boolean =>
  isOn(event, 'input, textarea, [role="menu"]') || isOn(event, '[role="dialog"]:not(.yarl__root)');
