import { getSession, subscribeSession } from '../session.ts';
import {
  clearUploads,
  isFinalFailure,
  isUnsent,
  onUploadsChanged,
  resumeUploads,
  type UploadState,
} from './queue.ts';
import { noteUnfinishedTotals, type PhotosByGallery, unfinishedTotals } from './unfinished-uploads.ts';
import type { KeptFile } from './upload-database.ts';

const writeAfterMs = 200;
const lockName = 'uploads';
/** Loaded with the first upload, or on coming back to one. */
const storage = () => import('./upload-database.ts');

/** The files that this tab has put into the browser's database. */
const kept = new Set<string>();
let latest: UploadState | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let writing = Promise.resolve();
/** Whose files are in the queue. */
let owner: string | undefined;
let release: (() => void) | undefined;

/**
 * Keeps what is being uploaded across a reload, a lock screen and a closed page: files stay in the browser's database
 * until the server has acknowledged them, and go on when their user is back.
 */
export function persistUploads(): void {
  onUploadsChanged((state) => {
    latest = state;
    holdLock(state.running);
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      writing = writing.then(write).catch(() => undefined); // no room, or no database in this browser
    }, writeAfterMs);
  });
  subscribeSession((now, before) => {
    // Somebody else may sign in after a session that expired.
    if (now.ended === 'left' || (now.user && owner !== undefined && now.user.id !== owner)) {
      kept.clear();
      clearUploads();
    }
    if (!now.user || now.user.id === before.user?.id) return;
    owner = now.user.id;
    void goOn(now.user.id);
  });
  window.addEventListener('beforeunload', (event) => {
    if (latest?.items.some(isLostWithPage)) event.preventDefault();
  });
}

type Item = UploadState['items'][number];

const isWaiting = (item: Item) => item.begun && isUnsent(item);

/** Closing the page ends its upload. Nothing of a guest is kept, so that already counts when a file is chosen. */
const isLostWithPage = (item: Item) =>
  item.guest ? isUnsent(item) : latest?.running && isWaiting(item) && !kept.has(keyOf(item));

/** Same file, same gallery: chosen twice it is kept once. */
const keyOf = ({ galleryId, path, file }: Pick<Item, 'galleryId' | 'path' | 'file'>) =>
  [getSession().user?.id, galleryId, path, file.size, file.lastModified].join('|');

async function write(): Promise<void> {
  const { user } = getSession();
  // After sign-out the database is gone and stays so; after a session that expired the files wait for their user.
  if (!user) return;
  const isSignedIn = () => getSession().user?.id === user.id;
  const { items, resumed } = latest!;
  // What a guest sends by a link belongs to no account, so it is not kept for the next visit of one.
  const ofAccount = items.filter((item) => isWaiting(item) && !item.guest);
  const waiting = new Map(ofAccount.map((item) => [keyOf(item), item]));
  const stale = [...kept].filter((key) => !waiting.has(key));
  const fresh = [...waiting].filter(([key]) => !kept.has(key));
  if (stale.length === 0 && fresh.length === 0) return;
  const { forgetFile, keepFile } = await storage();
  for (const key of stale) {
    if (!isSignedIn()) return;
    kept.delete(key);
    await forgetFile(key);
  }
  for (const [key, { galleryId, galleryName, path, file }] of fresh) {
    if (!isSignedIn()) return;
    await keepFile({ key, userId: user.id, galleryId, galleryName, path, file });
    kept.add(key);
  }
  // Files that were refused are not chosen again on the next visit, and are no photos that were sent.
  const counted = items.filter((item) => item.begun && !item.guest && !isFinalFailure(item));
  noteUnfinishedTotals(kept.size > 0 ? countByGallery(counted, resumed?.sentBefore) : undefined);
}

function countByGallery(items: readonly { galleryId: string }[], start: PhotosByGallery = {}) {
  const counts: Record<string, number> = { ...start };
  for (const { galleryId } of items) counts[galleryId] = (counts[galleryId] ?? 0) + 1;
  return counts;
}

/** Puts what was left into the queue, unless another tab is sending. */
async function goOn(userId: string): Promise<void> {
  const totals = unfinishedTotals();
  if (!totals) return;
  const { listKeptFiles } = await storage();
  const resume = async (): Promise<void> => {
    const files: KeptFile[] = await listKeptFiles(userId);
    for (const { key } of files) kept.add(key);
    const left = countByGallery(files);
    const sent = Object.entries(totals).map(([id, total]) => [id, Math.max(total - (left[id] ?? 0), 0)]);
    if (files.length > 0) resumeUploads(files, Object.fromEntries(sent));
    else noteUnfinishedTotals(undefined);
  };
  // Web Locks exist only on https and localhost.
  if (!('locks' in navigator)) return resume();
  const options = { ifAvailable: true };
  await navigator.locks.request(lockName, options, async (lock) => (lock ? resume() : undefined));
}

/** Held while this tab sends, so that a second one does not send the same. */
function holdLock(running: boolean): void {
  if (!('locks' in navigator)) return;
  if (!running) {
    release?.();
    release = undefined;
  } else if (!release) {
    const { promise, resolve } = Promise.withResolvers<void>();
    release = resolve;
    void navigator.locks.request(lockName, { mode: 'shared' }, () => promise);
  }
}
