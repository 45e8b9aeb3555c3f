import { useSyncExternalStore } from 'react';

/**
 * After an update of the server, an open tab asks for parts of the old version that are gone. What is on the screen
 * goes on working; the reader is told, and loads the new version when it suits.
 */
let outdated = false;
const listeners = new Set<() => void>();

export function watchForUpdate(): void {
  window.addEventListener('vite:preloadError', () => {
    outdated = true;
    for (const listener of listeners) listener();
  });
}

export function useOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => outdated,
  );
}
