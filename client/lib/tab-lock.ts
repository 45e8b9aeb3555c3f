import { localData } from './site-storage.ts';

const holdMs = 10_000;
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Runs `work` in one tab at a time. Web Locks exist only on https and localhost, and are refused where site data is
 * blocked; a lock in local storage replaces them, which is good enough for the tabs of one browser.
 */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let granted = false;
  try {
    return (await navigator.locks.request(name, () => {
      granted = true;
      return work();
    })) as T;
  } catch (error) {
    if (granted) throw error;
    return withStorageLock(name, work);
  }
}

async function withStorageLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const me = Math.random().toString(36).slice(2);
  for (;;) {
    const [, until] = (localData.getItem(name) ?? '').split(' ');
    if (Number(until ?? 0) > Date.now()) {
      await sleep(150);
      continue;
    }
    localData.setItem(name, `${me} ${Date.now() + holdMs}`);
    await sleep(60);
    if (!localData.getItem(name)?.startsWith(`${me} `)) continue;
    try {
      return await work();
    } finally {
      localData.removeItem(name);
    }
  }
}
