import type { RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The stack of open dialogs and menus, topmost last. The back button and Escape close only the topmost. */
interface Overlay {
  close: () => void;
}

const open: Overlay[] = [];
let history: RouterHistory | undefined;
let enterAgain: (() => void) | undefined;
let release: (() => void) | undefined;
let handled: Event | undefined;

/**
 * Makes the back button close the topmost overlay instead of leaving the page.
 * @param enterPageAgain adds the page that is open to the history once more
 */
export function closeOverlaysOnBack(routerHistory: RouterHistory, enterPageAgain: () => void): void {
  history = routerHistory;
  enterAgain = enterPageAgain;
}

/**
 * Called for a dialog with unsaved changes. On the first page of a visit the back button leaves the document, which nothing
 * in it can stop; with the page entered twice, it only goes back to the same page, and can be stopped.
 */
export function keepBackButtonOnPage(): void {
  if (history && !history.canGoBack()) enterAgain?.();
}

function closeTopmost(): void {
  open.at(-1)?.close();
}

/** Blocks the history only while an overlay is open, because a blocked history makes every navigation asynchronous. */
function blockBackWhileOpen(): void {
  if (open.length === 0) {
    release?.();
    release = undefined;
    return;
  }
  release ??= history?.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }) => {
      if (action !== 'BACK') return false;
      // The router returns to the page by a popstate of its own. An overlay that is in the address changes it only then: before,
      // it would change the address of the page below.
      window.addEventListener('popstate', closeTopmost, { once: true });
      return true;
    },
  });
}

interface CloseWatcherLike {
  onclose: (() => void) | null;
  destroy: () => void;
}

/**
 * Handles the back button of an Android phone through CloseWatcher, also where the history is empty.
 * On a computer CloseWatcher handles Escape, which the dialogs do already; so it is used on phones only.
 */
function watchBackButton(close: () => void): () => void {
  const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcherLike };
  if (!CloseWatcher || !matchMedia('(pointer: coarse)').matches) return () => {};
  let watcher: CloseWatcherLike;
  const start = () => {
    watcher = new CloseWatcher();
    watcher.onclose = () => {
      close();
      // The user may decline to discard unsaved changes; the overlay then stays open and needs a new watcher.
      start();
    };
  };
  start();
  return () => watcher.destroy();
}

/**
 * Registers an overlay while it is open. Handlers of Escape and of clicks outside call `mayClose`: it is true for the
 * topmost overlay only, and once for each event.
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
    blockBackWhileOpen();
    const stop = watchBackButton(() => {
      if (open.at(-1) === mine) mine.close();
    });
    return () => {
      stop();
      open.splice(open.indexOf(mine), 1);
      blockBackWhileOpen();
    };
  }, [opened]);
  return {
    mayClose: () => {
      const event = window.event;
      if (open.at(-1) !== overlay.current || (event && event === handled)) return false;
      handled = event;
      return true;
    },
  };
}
