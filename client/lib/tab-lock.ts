const holdMs = 10_000;
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Runs `work` in one tab at a time. Web Locks exist only on https and localhost; on plain http
 * a lock in local storage replaces them, which is good enough for the tabs of one browser.
 */
export function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work) as Promise<T>;
  return withStorageLock(name, work);
}

async function withStorageLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const me = Math.random().toString(36).slice(2);
  for (;;) {
    const [, until] = (localStorage.getItem(name) ?? '').split(' ');
    if (Number(until ?? 0) > Date.now()) {
      await sleep(150);
      continue;
    }
    localStorage.setItem(name, `${me} ${Date.now() + holdMs}`);
    await sleep(60);
    if (!localStorage.getItem(name)?.startsWith(`${me} `)) continue;
    try {
      return await work();
    } finally {
      localStorage.removeItem(name);
    }
  }
}
