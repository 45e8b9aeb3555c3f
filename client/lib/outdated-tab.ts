import { create } from 'zustand';

/**
 * After a server update, an open tab requests script files of the old version that no longer exist. The open screen
 * goes on working; a banner offers to reload.
 */
const store = create<{ outdated: boolean }>()(() => ({ outdated: false }));

export function watchForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => void confirmNewVersion());
}

/**
 * A script file can be missing after an update, or because the connection was gone for a moment; only the first needs a
 * reload. After an update the server's page no longer names the script that this code is in.
 */
async function confirmNewVersion(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok && !(await answer.text()).includes(new URL(import.meta.url).pathname))
    store.setState({ outdated: true });
}

export const useOutdated = (): boolean => store((state) => state.outdated);

/** The script of a screen could not be fetched. Some browsers remember that, so that only a new page asks for it again. */
export class ScreenNotFetched extends Error {
  override name = 'ScreenNotFetched';
}

/**
 * Loads the script of a screen. A failure is wrapped, because the router would otherwise reload the whole page, which
 * shows nothing without a connection.
 */
export const lazyScreen =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((cause: unknown) => {
      throw new ScreenNotFetched('A part of the client could not be fetched', { cause });
    });
