/** Reads and writes never fail: what the browser refuses to keep is kept as long as the page is open. */
interface SiteStorage {
  getItem: (key: string) => string | null;
  /** A value that was stored as JSON; undefined where there is none, or something else. */
  getJson: (key: string) => unknown;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  keys: () => string[];
}

/** @param open throws where the browser blocks all data of the site */
function siteStorage(open: () => Storage): SiteStorage {
  /** What the browser refused to write; null: what it refused to remove. */
  const refused = new Map<string, string | null>();
  const attempt = <T>(work: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return work(open());
    } catch {
      return otherwise();
    }
  };
  const write = (key: string, value: string | null) =>
    attempt(
      (storage) => {
        if (value === null) storage.removeItem(key);
        else storage.setItem(key, value);
        refused.delete(key);
      },
      () => void refused.set(key, value),
    );
  const getItem = (key: string) => {
    const inPage = refused.get(key);
    if (inPage !== undefined) return inPage;
    return attempt(
      (storage) => storage.getItem(key),
      () => null,
    );
  };
  return {
    getItem,
    getJson: (key) => {
      try {
        return JSON.parse(getItem(key) ?? '') as unknown;
      } catch {
        return undefined;
      }
    },
    setItem: write,
    removeItem: (key) => write(key, null),
    keys: () => {
      const kept = attempt(Object.keys, () => []);
      return [...new Set([...kept, ...refused.keys()])].filter((key) => refused.get(key) !== null);
    },
  };
}

/** Shared by all tabs. */
export const localData = siteStorage(() => localStorage);
/** Of this tab. */
export const tabData = siteStorage(() => sessionStorage);

const probe = 'probe';

/** Whether the browser keeps what a session needs: those who block site data cannot stay signed in. */
export function keepsSiteData(): boolean {
  try {
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}
