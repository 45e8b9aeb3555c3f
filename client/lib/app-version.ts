import { useSyncExternalStore } from 'react';

/**
 * After an update of the server, an open tab asks for parts of the old version that are gone. What is on the screen
 * goes on working; the reader is told, and loads the new version when it suits.
 */
let outdated = false;
const listeners = new Set<() => void>();

export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void confirmServerReachable());
}

/** A part can be missing because it is gone, or because the server cannot be reached; the latter passes by itself. */
async function confirmServerReachable(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return;
  outdated = true;
  for (const listener of listeners) listener();
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

/**
 * A screen that has yet to be fetched. Its failure is ours to explain: the router would load the whole page anew, which
 * without a connection leaves the reader with nothing.
 */
export const lazyScreen =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((cause: unknown) => {
      throw new Error('A part of the client could not be fetched', { cause });
    });
