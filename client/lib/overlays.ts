import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Dialogs, sheets and menus that are open, the uppermost last: the back button and Escape close one, never two. */
interface Overlay {
  close: () => void;
}

const open: Overlay[] = [];
let history: RouterHistory | undefined;
let release: (() => void) | undefined;
let spent: Event | undefined;

/** From here on, the back button closes what is open instead of leaving the page. */
export function closeOverlaysOnBack(routerHistory: RouterHistory): void {
  history = routerHistory;
}

function closeUppermost(): void {
  open.at(-1)?.close();
}

/** Only while something is open: a blocked history makes every step asynchronous. */
function watch(): void {
  if (open.length === 0) {
    release?.();
    release = undefined;
    return;
  }
  release ??= history?.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }) => {
      if (action !== 'BACK') return false;
      closeUppermost();
      return true;
    },
  });
}

interface CloseWatcherLike {
  onclose: (() => void) | null;
  destroy: () => void;
}

/**
 * The back button of an Android phone, also where there is no page to go back to, and with it the browser would leave.
 * On a computer the same interface answers Escape, which the dialogs do already.
 */
function watchBackButton(close: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcherLike };
  if (!CloseWatcher || !matchMedia('(pointer: coarse)').matches) return () => {};
  let watcher: CloseWatcherLike;
  const start = () => {
    watcher = new CloseWatcher();
    watcher.onclose = () => {
      close();
      // The question about unsaved text may be answered with no.
      start();
    };
  };
  start();
  return () => watcher.destroy();
}

/**
 * Counts something as open while it is. `mayClose` is asked by what closes on Escape or a press outside: yes for the
 * uppermost withTabLock, and once for each press.
 */
export function useOverlay(opened: boolean, onClose: () => void): { mayClose: () => boolean } {
  const overlay = useRef<Overlay>({ close: onClose });
  useEffect(() => {
    overlay.current.close = onClose;
  });
  useEffect(() => {
    if (!opened) return;
    const mine = overlay.current;
    open.push(mine);
    watch();
    const stop = watchBackButton(() => {
      if (open.at(-1) === mine) mine.close();
    });
    return () => {
      stop();
      open.splice(open.indexOf(mine), 1);
      watch();
    };
  }, [opened]);
  return {
    mayClose: () => {
      const event = window.event;
      if (open.at(-1) !== overlay.current || (event && event === spent)) return false;
      spent = event;
      return true;
    },
  };
}
