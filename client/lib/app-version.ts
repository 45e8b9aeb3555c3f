import { create } from 'zustand';

/**
 * After a server update, an open tab requests script files of the old version that no longer exist. The open screen
 * goes on working; a banner offers to reload.
 */
const store = create<{ outdated: boolean }>()(() => ({ outdated: false }));

export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void confirmServerReachable());
}

/** A script file can be missing after an update or because the server is unreachable; only the first needs a reload. */
async function confirmServerReachable(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) store.setState({ outdated: true });
}

export const useOutdated = (): boolean => store((state) => state.outdated);

/**
 * Loads the script of a screen. A failure is wrapped, because the router would otherwise reload the whole page, which
 * shows nothing without a connection.
 */
export const lazyScreen =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((cause: unknown) => {
      throw new Error('A part of the client could not be fetched', { cause });
    });
