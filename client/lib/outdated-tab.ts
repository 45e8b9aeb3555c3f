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
