import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Selection } from '#client/hooks/use-selection.ts';
import type { TilePhoto } from './photo-tile.tsx';

/** In pixels: this near to an edge of what is in view, the page scrolls, by this much a frame. */
const edge = 56;
const step = 14;

interface List {
  photos: readonly TilePhoto[];
  selection: Selection | undefined;
  /** Pixels that bars cover at the upper and the lower edge of the window. */
  covered: readonly [number, number];
}

/**
 * Selects the photos from the one that a pointer went down on to the one it is over now: with a mouse from a tick, or from any photo
 * while there is a selection; on a touch screen after a long press. Photos that it leaves again get back what they were.
 */
export function useDragSelection(frame: RefObject<HTMLElement | null>, newest: RefObject<List>) {
  const end = useRef<() => void>(undefined);
  const hasMoved = useRef(false);
  useEffect(() => () => end.current?.(), []);

  // Browsers ask whether a touch may scroll only of listeners that were there when it began.
  useEffect(() => {
    const box = frame.current;
    const keepPage = (event: TouchEvent) => end.current && event.cancelable && event.preventDefault();
    box?.addEventListener('touchmove', keepPage, { passive: false });
    return () => box?.removeEventListener('touchmove', keepPage);
  }, [frame]);

  /** @param from index of the first photo, which is not selected yet unless the pointer is a held finger */
  const begin = useCallback(
    (from: number) => {
      const { photos, selection } = newest.current;
      const first = photos[from];
      if (!first || !selection) return;
      const before = selection.ids;
      const chosen = !before.has(first.id);
      const idsTo = (to: number) =>
        newest.current.photos.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
      let selected: string[] = [];
      let to = from;
      let place: { x: number; y: number } | undefined;
      let frameId = 0;
      hasMoved.current = false;

      const extend = () => {
        const over = place && indexAt(place);
        if (over === undefined || over === to) return;
        to = over;
        hasMoved.current = true;
        const wanted = idsTo(to);
        const left = selected.filter((id) => !wanted.includes(id));
        for (const was of [true, false])
          selection.setAll(
            left.filter((id) => before.has(id) === was),
            was,
          );
        selection.setAll(wanted, chosen);
        selected = wanted;
      };
      const scroll = () => {
        const [start, bottom] = newest.current.covered;
        if (place && hasMoved.current) {
          const by = place.y < start + edge ? -step : place.y > window.innerHeight - bottom - edge ? step : 0;
          if (by !== 0) {
            window.scrollBy(0, by);
            extend();
          }
        }
        frameId = requestAnimationFrame(scroll);
      };
      const move = (event: globalThis.PointerEvent) => {
        place = { x: event.clientX, y: event.clientY };
        extend();
      };
      const stop = () => {
        cancelAnimationFrame(frameId);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', stop);
        window.removeEventListener('pointercancel', stop);
        end.current = undefined;
        // The click that follows comes before it.
        setTimeout(() => {
          hasMoved.current = false;
        });
      };
      end.current?.();
      end.current = stop;
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', stop);
      window.addEventListener('pointercancel', stop);
      frameId = requestAnimationFrame(scroll);
    },
    [newest],
  );

  return {
    begin,
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return;
      const target = event.target as Element;
      const from = indexOf(target);
      if (from !== undefined && (target.closest('[aria-pressed]') || newest.current.selection?.count))
        begin(from);
    },
    /** A drag that ends where it began is no click. */
    onClickCapture: (event: MouseEvent) => hasMoved.current && event.stopPropagation(),
  };
}

const indexAt = ({ x, y }: { x: number; y: number }) => indexOf(document.elementFromPoint(x, y));

function indexOf(element: Element | null): number | undefined {
  const index = element?.closest<HTMLElement>('[data-tile]')?.dataset.tile;
  return index === undefined ? undefined : Number(index);
}
