import { beforeEach, expect, test, vi } from 'vitest';
import type { SendOptions } from '#client/lib/upload/send.ts';
import { browserGlobals } from './support/browser-globals.ts';

vi.mock('#client/lib/session.ts', () => ({
  getSession: () => ({ user: { id: 'mia' } }),
  checkSession: async () => false,
}));
/** Files on their way. */
interface Sending extends SendOptions {
  arrive: () => void;
  lose: () => void;
  refuse: (code: string, status: number) => void;
}
let sending: Sending[] = [];
vi.mock('#client/lib/upload/send.ts', () => ({
  sendPhoto: (options: SendOptions) =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', reject);
      sending.push({
        ...options,
        arrive: () => resolve({ duplicate: false }),
        refuse: (code, status) => reject({ code, status, params: {}, fields: [], requestId: undefined }),
        lose: () => reject({ code: 'network', params: {}, fields: [], requestId: undefined }),
      });
    }),
}));
/** What components would be rendered with. */
const published = vi.fn();
vi.mock('zustand', () => ({
  create: () => () => Object.assign(() => undefined, { setState: published }),
}));

const gallery = { id: 'g', name: 'Final' };
const pickedFiles = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    path: `${n}.jpg`,
    file: new File(['x'.repeat(100)], `${n}.jpg`),
  }));

let browser: ReturnType<typeof browserGlobals>;
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  browser = browserGlobals();
  sending = [];
  published.mockClear();
});

/** An upload of so many photos that has begun. */
async function startUpload(count: number) {
  const queue = await import('#client/lib/upload/queue.ts');
  const latest: { items: readonly import('#client/lib/upload/queue.ts').UploadItem[] } = { items: [] };
  queue.onUploadsChanged(({ items }) => {
    latest.items = items;
  });
  queue.addFiles(gallery, pickedFiles(count));
  queue.startUploads();
  await vi.advanceTimersByTimeAsync(0);
  const statusOf = (path: string) => latest.items.find((item) => item.path === path)?.status;
  const onItsWay = (path: string) => sending.findLast((file) => file.path === path)!;
  return { ...queue, latest, statusOf, onItsWay };
}

/** Frames of a screen with sixty a second. */
async function passFrames(count: number, before: (frame: number) => void): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    before(n);
    await vi.advanceTimersByTimeAsync(1000 / 60);
    browser.nextFrame();
  }
}

test('the screen follows bytes and sent photos a few times a second, not in each frame', async () => {
  await startUpload(200);
  browser.nextFrame();
  published.mockClear();
  await passFrames(60, (frame) => {
    for (const file of sending.slice(-3)) file.onProgress(frame);
    if (frame % 6 === 0) sending.at(-1)?.arrive();
  });
  expect(published.mock.calls.length).toBeGreaterThan(1);
  expect(published.mock.calls.length).toBeLessThan(6);
});

test('what somebody does is seen in the next frame, and rows of other files stay the same objects', async () => {
  const { removeItem, latest } = await startUpload(10);
  browser.nextFrame();
  const before = latest.items;
  sending[0]?.onProgress(50);
  expect(latest.items[0]?.sent).toBe(50);
  expect(latest.items.slice(1).every((item, n) => item === before[n + 1])).toBe(true);
  published.mockClear();
  removeItem(latest.items[9]?.id ?? 0);
  browser.nextFrame();
  expect(published).toHaveBeenCalledTimes(1);
});

test('photos that lost their connection are tried again once another one got through', async () => {
  const { statusOf, onItsWay } = await startUpload(4);
  const pass = () => vi.advanceTimersByTimeAsync(0);
  onItsWay('0.jpg').lose();
  onItsWay('1.jpg').lose();
  await pass();
  // Nothing has got through yet.
  expect([statusOf('0.jpg'), statusOf('1.jpg')]).toEqual(['error', 'error']);
  onItsWay('2.jpg').arrive();
  await pass();
  expect([statusOf('0.jpg'), statusOf('3.jpg')]).toEqual(['uploading', 'uploading']);
  for (const path of ['0.jpg', '1.jpg', '3.jpg']) {
    await vi.waitFor(() => expect(statusOf(path)).toBe('uploading'));
    onItsWay(path).arrive();
    await pass();
  }
  expect(['0.jpg', '1.jpg', '2.jpg', '3.jpg'].map(statusOf)).toEqual(['done', 'done', 'done', 'done']);
});

test('a photo that loses its connection each time is given up after three more tries', async () => {
  const { statusOf, onItsWay } = await startUpload(20);
  const pass = () => vi.advanceTimersByTimeAsync(0);
  for (let other = 1; other < 20; other += 1) {
    if (statusOf('0.jpg') === 'uploading') onItsWay('0.jpg').lose();
    await pass();
    onItsWay(`${other}.jpg`).arrive();
    await pass();
  }
  expect(statusOf('0.jpg')).toBe('error');
  expect(sending.filter(({ path }) => path === '0.jpg')).toHaveLength(4);
});

test('a stopped upload keeps its list and goes on with three at a time when it is asked to', async () => {
  const { stopUploads, startUploads, statusOf, onItsWay, latest } = await startUpload(6);
  const pass = () => vi.advanceTimersByTimeAsync(0);
  onItsWay('0.jpg').lose();
  await pass();
  const before = sending.length;
  stopUploads();
  expect(sending.slice(1).map(({ signal }) => signal.reason)).toEqual(['stopped', 'stopped', 'stopped']);
  expect(latest.items.map(({ status }) => status)).toEqual(['error', ...Array(5).fill('pending')]);
  // A connection that comes back does not go on with it.
  window.dispatchEvent(new Event('online'));
  await pass();
  expect(sending).toHaveLength(before);
  startUploads();
  await pass();
  expect(['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map(statusOf)).toEqual([
    'uploading',
    'uploading',
    'uploading',
    'pending',
  ]);
});

test('only what was sent whole and undamaged leaves nothing to read', async () => {
  const { isAllWell, latest, onItsWay } = await startUpload(1);
  const state = { items: latest.items, running: false, dialogOpen: false, speed: 0, resumed: undefined };
  expect(isAllWell(state)).toBe(false);
  onItsWay('0.jpg').arrive();
  await vi.advanceTimersByTimeAsync(0);
  const [sent] = latest.items as [(typeof latest.items)[number]];
  expect(isAllWell({ ...state, items: [sent] })).toBe(true);
  expect(isAllWell({ ...state, items: [{ ...sent, damage: 'incomplete' }] })).toBe(false);
  expect(isAllWell({ ...state, items: [sent], resumed: { sentBefore: {}, notKept: { g: 1 } } })).toBe(false);
});

test('a link that takes no more photos for now is not tried with each, and as many as it takes again go on', async () => {
  const { onItsWay, statusOf, latest } = await startUpload(30);
  const { retryHeld } = await import('#client/lib/upload/held-back.ts');
  const begun = sending.length;
  expect(begun).toBeLessThan(20);
  onItsWay('0.jpg').refuse('guest_photos_enough', 409);
  await vi.advanceTimersByTimeAsync(0);
  expect([sending.length, statusOf('29.jpg')]).toEqual([begun, 'error']);
  for (let n = 1; n < begun; n += 1) onItsWay(`${n}.jpg`).arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(latest.items.filter(({ status }) => status === 'error')).toHaveLength(30 - begun + 1);
  retryHeld(latest.items, 2);
  await vi.advanceTimersByTimeAsync(0);
  expect(sending.length).toBe(begun + 2);
});
