import { getSession, subscribeSession } from '../session.ts';
import {
  clearUploads,
  isFinalFailure,
  isUnsent,
  onUploadsChanged,
  resumeUploads,
  type UploadState,
} from './queue.ts';
import {
  forgetUnfinishedTotals,
  noteUnfinishedUploads,
  type PhotosByGallery,
  photosNotKept,
  unfinishedTotals,
} from './unfinished-uploads.ts';
import type { KeptFile, KeptFilesStep } from './upload-database.ts';

const writeAfterMs = 200;
/** Files written in one transaction end with the one that reaches either: between two, sent files are left out. */
const stepFiles = 20;
const stepBytes = 16 * 1024 * 1024;
const lockName = 'uploads';
/** Loaded with the first upload, or on coming back to one. */
const storage = () => import('./upload-database.ts');

/** The files that this tab has put into the browser's database. */
const kept = new Set<string>();
/** This tab has noted what is unfinished; another one's note is left alone. */
let noted = false;
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
    const starts = state.running && !latest?.running;
    latest = state;
    holdLock(state.running);
    const isCleared = state.items.length === 0 && !state.resumed;
    // Before the first file is kept: a page that ends while files are being written goes on with those that were.
    if (starts || isCleared || (state.running && timer === undefined)) note();
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
    goOn(now.user.id).catch(() => undefined); // no database in this browser
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
  if (!user || !nextStep(user.id)) return note();
  const { writeKeptFiles } = await storage();
  let done: (() => void) | undefined;
  await writeKeptFiles(() => {
    done?.();
    const step = getSession().user?.id === user.id ? nextStep(user.id) : undefined;
    done = () => {
      for (const key of step?.forget ?? []) kept.delete(key);
      for (const { key } of step?.keep ?? []) kept.add(key);
      note();
    };
    return step;
  });
}

/** What has been sent since is forgotten, then the next files are kept, in the order in which they are sent. */
function nextStep(userId: string): KeptFilesStep | undefined {
  // What a guest sends by a link belongs to no account, so it is not kept for the next visit of one.
  const ofAccount = latest!.items.filter((item) => isWaiting(item) && !item.guest);
  const waiting = new Map(ofAccount.map((item) => [keyOf(item), item]));
  const forget = [...kept].filter((key) => !waiting.has(key));
  const keep: KeptFile[] = [];
  let bytes = 0;
  for (const [key, { galleryId, galleryName, path, file }] of waiting) {
    if (kept.has(key)) continue;
    keep.push({ key, userId, galleryId, galleryName, path, file });
    bytes += file.size;
    if (keep.length >= stepFiles || bytes >= stepBytes) break;
  }
  return forget.length + keep.length > 0 ? { forget, keep } : undefined;
}

/** Notes how many photos were chosen, and how many of them would be lost with the page. */
function note(): void {
  const { user } = getSession();
  if (!user || !latest) return;
  const { items, resumed } = latest;
  // Files that were refused are not chosen again on the next visit, and are no photos that were sent.
  const counted = items.filter((item) => item.begun && !item.guest && !isFinalFailure(item));
  const lost = counted.filter((item) => isUnsent(item) && !kept.has(keyOf(item)));
  const notKept = countByGallery(lost, resumed?.notKept);
  const unfinished = kept.size > 0 || Object.values(notKept).some((count) => count > 0);
  if (!unfinished && !noted) return;
  noted = unfinished;
  if (!unfinished) {
    forgetUnfinishedTotals();
    return;
  }
  const before = [resumed?.sentBefore, resumed?.notKept].reduce(sumByGallery, {});
  noteUnfinishedUploads(user.id, countByGallery(counted, before), notKept);
}

const sumByGallery = (sum: PhotosByGallery = {}, more: PhotosByGallery = {}): PhotosByGallery =>
  Object.fromEntries(Object.keys({ ...sum, ...more }).map((id) => [id, (sum[id] ?? 0) + (more[id] ?? 0)]));

function countByGallery(items: readonly { galleryId: string }[], start: PhotosByGallery = {}) {
  const counts: Record<string, number> = { ...start };
  for (const { galleryId } of items) counts[galleryId] = (counts[galleryId] ?? 0) + 1;
  return counts;
}

/** Puts what was left into the queue, unless another tab is sending. */
async function goOn(userId: string): Promise<void> {
  const totals = unfinishedTotals();
  if (!totals) return;
  const lost = photosNotKept(userId);
  const { listKeptFiles } = await storage();
  const resume = async (): Promise<void> => {
    const files: KeptFile[] = await listKeptFiles(userId);
    for (const { key } of files) kept.add(key);
    const left = countByGallery(files);
    const sentBefore: Record<string, number> = {};
    const notKept: Record<string, number> = {};
    for (const [id, total] of Object.entries(totals)) {
      const others = Math.max(total - (left[id] ?? 0), 0);
      notKept[id] = Math.min(lost[id] ?? 0, others);
      sentBefore[id] = others - notKept[id];
    }
    noted = true;
    if (files.length > 0 || Object.values(notKept).some((count) => count > 0))
      resumeUploads(files, { sentBefore, notKept });
    else forgetUnfinishedTotals();
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
    const promise = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Refused where site data is blocked: there nothing is kept that a second tab could send.
    navigator.locks.request(lockName, { mode: 'shared' }, () => promise).catch(() => undefined);
  }
}
