import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SendOptions } from '#client/lib/upload/send.ts';
import { browserGlobals } from './support/browser-globals.ts';

/** On a busy machine a second is not enough. */
const untilHere = (check: () => void) => vi.waitFor(check, 60_000);

interface Session {
  user: { id: string } | null;
}
const session: { now: Session; listeners: ((now: Session, before: Session) => void)[] } = {
  now: { user: null },
  listeners: [],
};
vi.mock('#client/lib/session.ts', () => ({
  getSession: () => session.now,
  subscribeSession: (listener: (typeof session.listeners)[number]) => session.listeners.push(listener),
}));
/** By path: answers of the server that a test gives; all others never come. */
const answers = new Map<string, () => void>();
vi.mock('#client/lib/upload/send.ts', () => ({
  sendPhoto: ({ path }: SendOptions) =>
    new Promise((resolve) => answers.set(path, () => resolve({ duplicate: false }))),
}));

const gallery = { id: 'g', name: 'Final' };
const pickedFiles = (count: number, bytes = 10) =>
  Array.from({ length: count }, (_, n) => {
    const path = `${String(n).padStart(3, '0')}.jpg`;
    return { path, file: new File(['x'.repeat(bytes)], path, { lastModified: 7 }) };
  });
const noted = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null');

/** A page of the signed-in user, loaded anew; nothing of an earlier page goes on. */
async function openPage(userId = 'mia') {
  vi.resetModules();
  session.listeners = [];
  session.now = { user: null };
  const queue = await import('#client/lib/upload/queue.ts');
  const { persistUploads } = await import('#client/lib/upload/persist-uploads.ts');
  const database = await import('#client/lib/upload/upload-database.ts');
  const latest: { state: Parameters<Parameters<typeof queue.onUploadsChanged>[0]>[0] | undefined } = {
    state: undefined,
  };
  persistUploads();
  queue.onUploadsChanged((state) => {
    latest.state = state;
  });
  const before = session.now;
  session.now = { user: { id: userId } };
  for (const listener of session.listeners) listener(session.now, before);
  const keptPaths = async () => (await database.listKeptFiles(userId)).map(({ path }) => path);
  return { ...queue, keptPaths, latest };
}

beforeEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  browserGlobals();
  answers.clear();
  const opened = await new Promise<IDBOpenDBRequest>((resolve) => {
    const request = indexedDB.deleteDatabase('uploads');
    request.onsuccess = () => resolve(request);
  });
  expect(opened.error).toBeNull();
});

test('how many photos were chosen is noted before the first is written; one connection writes them all', async () => {
  const page = await openPage();
  const opens = vi.spyOn(indexedDB, 'open');
  page.addFiles(gallery, pickedFiles(50));
  page.startUploads();
  expect(noted('uploads-total')).toEqual({ g: 50 });
  expect(noted('uploads-not-kept')).toEqual({ userId: 'mia', photos: { g: 50 } });
  await untilHere(() => expect(noted('uploads-not-kept')).toEqual({ userId: 'mia', photos: {} }));
  expect(opens).toHaveBeenCalledTimes(1);
  expect(await page.keptPaths()).toHaveLength(50);
});

test('a photo that was sent while others are written is forgotten before they are', async () => {
  const page = await openPage();
  page.addFiles(gallery, pickedFiles(30));
  page.startUploads();
  const writes = vi.spyOn(IDBObjectStore.prototype, 'put');
  // The first step is of twenty files; two are sent meanwhile.
  writes.mockImplementationOnce(function (this: IDBObjectStore, value) {
    writes.mockRestore();
    answers.get('000.jpg')?.();
    answers.get('001.jpg')?.();
    return this.put(value);
  });
  await untilHere(() => expect(noted('uploads-not-kept').photos).toEqual({}));
  expect((await page.keptPaths()).slice(0, 2)).toEqual(['002.jpg', '003.jpg']);
});

test('a page that ends while files are written goes on with those that were, and says how many were not', async () => {
  const first = await openPage();
  const put = IDBObjectStore.prototype.put;
  // Of 50 photos those of the first two steps are kept.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    if (value.path > '040.jpg') throw new Error('the page is closed');
    return put.call(this, value);
  });
  first.addFiles(gallery, pickedFiles(50));
  first.startUploads();
  await untilHere(() => expect(answers.has('000.jpg')).toBe(true));
  answers.get('000.jpg')?.();
  await untilHere(async () => expect(await first.keptPaths()).toHaveLength(40));
  await untilHere(() => expect(noted('uploads-not-kept').photos).toEqual({ g: 9 }));

  const second = await openPage();
  await untilHere(() => expect(second.latest.state?.running).toBe(true));
  expect(second.latest.state?.items).toHaveLength(40);
  expect(second.latest.state?.resumed).toEqual({ sentBefore: { g: 1 }, notKept: { g: 9 } });
  // Choosing files of the gallery again answers it.
  second.addFiles(gallery, pickedFiles(50));
  expect(second.latest.state?.resumed).toEqual({ sentBefore: { g: 1 }, notKept: { g: 0 } });
  // Else this page writes them into the database of the next test.
  second.clearUploads();
});

test('where nothing was kept it is said that all have to be chosen again, to their user alone', async () => {
  localStorage.setItem('uploads-total', '{"g":5}');
  localStorage.setItem('uploads-not-kept', '{"userId":"mia","photos":{"g":4}}');
  const mia = await openPage();
  await untilHere(() =>
    expect(mia.latest.state?.resumed).toEqual({ sentBefore: { g: 1 }, notKept: { g: 4 } }),
  );
  const lea = await openPage('lea');
  await untilHere(() => expect(noted('uploads-total')).toBeNull());
  expect(lea.latest.state?.resumed).toBeUndefined();
});

test('what its user has stopped waits on the next visit', async () => {
  const first = await openPage();
  first.addFiles(gallery, pickedFiles(5));
  first.startUploads();
  await untilHere(() => expect(noted('uploads-not-kept')?.photos).toEqual({}));
  first.stopUploads();
  const second = await openPage();
  await untilHere(() => expect(second.latest.state?.items).toHaveLength(5));
  expect(second.latest.state?.running).toBe(false);
  expect(second.latest.state?.items.every(({ begun }) => begun)).toBe(true);
  second.startUploads();
  const third = await openPage();
  await untilHere(() => expect(third.latest.state?.running).toBe(true));
});
