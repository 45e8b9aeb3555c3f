import { create } from 'zustand';
import type { Damage } from '#server/contract/schemas/photos.ts';
import { isCode, isConnectionLost } from '../error-message.ts';
import { groupBy } from '../group-by.ts';
import { checkSession, getSession } from '../session.ts';
import { localData } from '../site-storage.ts';
import type { PickedFile } from './read-picked-files.ts';
import { type GuestSender, sendPhoto } from './send.ts';
import {
  areUploadsStopped,
  noteUploadsStopped,
  type PhotosByGallery,
  refusedKey,
} from './unfinished-uploads.ts';
import { uploadConcurrency } from './upload-concurrency.ts';

/**
 * The upload queue. It lives outside React, so that uploads continue across screens.
 * pending -> uploading -> done or error; an error can be retried unless the server rejected the file itself.
 */
export interface UploadItem {
  id: number;
  /** Of a guest's upload an id made of the link, because guests do not know the gallery's. */
  galleryId: string;
  galleryName: string;
  /** Sent by a link, without an account. */
  guest: GuestSender | undefined;
  file: File;
  path: string;
  status: 'pending' | 'uploading' | 'done' | 'error';
  /** Its upload was asked for; before that it is only chosen. */
  begun: boolean;
  sent: number;
  duplicate: boolean;
  /** It waits for those who decide about the gallery. */
  held: boolean;
  /** What the server had to make up of a picture that it took. */
  damage: Damage | null;
  /** The id of the photo that it became. */
  photoId?: string | undefined;
  error: unknown;
  /** How often it was tried again after a lost connection because another photo got through. */
  triesAfterLoss: number;
}

/** A photo whose connection is lost each time, while others get through, is left to its user. */
const maxTriesAfterLoss = 3;

export interface UploadState {
  items: readonly UploadItem[];
  running: boolean;
  /** The upload dialog is open, so the tray is hidden. */
  dialogOpen: boolean;
  /** Bytes per second, smoothed; 0 until measured. */
  speed: number;
  /** What became of other photos chosen together with these when the page was left. Undefined: it was not left. */
  resumed: ResumedUploads | undefined;
}

export interface ResumedUploads {
  sentBefore: PhotosByGallery;
  /** The browser had not kept them yet: only their user can choose them again. */
  notKept: PhotosByGallery;
}

let state: UploadState = { items: [], running: false, dialogOpen: false, speed: 0, resumed: undefined };
let serial = 0;
let meter = { at: 0, bytes: 0 };
let stalled: ReturnType<typeof setTimeout> | undefined;
/** After this time without progress no speed is known any more: uploads that end report it several times a second. */
const stalledAfterMs = 5_000;
const aborts = new Map<number, AbortController>();
const uploadedListeners = new Set<(galleryId: string) => void>();
const changeListeners = new Set<(state: UploadState) => void>();
/** What components see; it follows `state` in the next frame, and what sending changes some time later. */
const shown = create<UploadState>()(() => state);
/** Between two steps of progress on the screen: each renders the list, which takes time from sending. */
const progressEveryMs = 250;
let frameRequested = false;
let progressTimer: ReturnType<typeof setTimeout> | undefined;

export const useUploads = (): UploadState => shown();

/** There is something to show of uploads; tells no progress. */
export const useHasUploads = (): boolean =>
  shown(
    ({ dialogOpen, items, resumed }) =>
      dialogOpen || items.length > 0 || resumed !== undefined || localData.getItem(refusedKey) !== null,
  );

/** Called by the upload dialog while it is open; returns the cleanup function. */
export function showUploadsInDialog(): () => void {
  // Fetched while there is a connection: files may be chosen without one.
  for (const part of [import('tus-js-client'), import('./upload-database.ts')]) part.catch(() => undefined);
  change({ dialogOpen: true });
  return () => change({ dialogOpen: false });
}

/** The server rejected the file itself, so a retry makes no sense. */
export const isFileRejected = ({ status, error }: Pick<UploadItem, 'status' | 'error'>): boolean =>
  status === 'error' &&
  isCode(
    error,
    'upload_empty',
    'upload_too_large',
    'image_too_large',
    'image_type_not_accepted',
    'image_unreadable',
    'image_incomplete',
  );

/**
 * Trying again makes no sense: the server rejected the file itself, or the user may not upload here any more. A club without
 * room may get more.
 */
export const isFinalFailure = (item: Pick<UploadItem, 'status' | 'error'>): boolean =>
  isFileRejected(item) ||
  (item.status === 'error' &&
    !isCode(item.error, 'club_storage_full') &&
    [403, 404, 410].includes((item.error as { status?: number }).status ?? 0));

/** Still to be sent: chosen, on its way, or failed for a reason that may pass. */
export const isUnsent = (item: Pick<UploadItem, 'status' | 'error'>): boolean =>
  item.status !== 'done' && !isFinalFailure(item);

/** Calls the listener after each change, also while the page is not visible. */
export function onUploadsChanged(listener: (state: UploadState) => void): void {
  changeListeners.add(listener);
}

/** Calls the listener each time a photo was uploaded; returns the unsubscribe function. */
export function onUploaded(listener: (galleryId: string) => void): () => void {
  uploadedListeners.add(listener);
  return () => uploadedListeners.delete(listener);
}

function change(next: Partial<UploadState>): void {
  changeUnseen(next);
  show();
}

/** What sending changes by itself, many times a second. */
function changeProgress(next: Partial<UploadState>): void {
  changeUnseen(next);
  progressTimer ??= setTimeout(show, progressEveryMs);
}

function changeUnseen(next: Partial<UploadState>): void {
  state = { ...state, ...next };
  for (const listener of changeListeners) listener(state);
}

function show(): void {
  clearTimeout(progressTimer);
  progressTimer = undefined;
  if (frameRequested) return;
  frameRequested = true;
  requestAnimationFrame(() => {
    frameRequested = false;
    shown.setState(state, true);
  });
}

function patch(id: number, part: Partial<UploadItem>): void {
  const index = state.items.findIndex((item) => item.id === id);
  const item = state.items[index];
  if (item) changeProgress({ items: state.items.with(index, { ...item, ...part }) });
}

export function addFiles(
  gallery: { id: string; name: string },
  files: readonly PickedFile[],
  guest?: GuestSender,
): void {
  // Whoever chooses files of this gallery has read what is missing.
  change({ items: withFiles(gallery, files, guest), resumed: withoutNotKept(state.resumed, gallery.id) });
}

function withFiles(
  gallery: { id: string; name: string },
  files: readonly PickedFile[],
  guest?: GuestSender,
): UploadItem[] {
  const known = new Set(state.items.map((item) => `${item.galleryId}|${item.path}|${item.file.size}`));
  const fresh = files.filter(({ file, path }) => !known.has(`${gallery.id}|${path}|${file.size}`));
  return [
    ...state.items,
    ...fresh.map(({ file, path }): UploadItem => {
      serial += 1;
      const base = { id: serial, galleryId: gallery.id, galleryName: gallery.name, guest, file, path };
      return {
        ...base,
        status: 'pending',
        begun: state.running,
        sent: 0,
        duplicate: false,
        held: false,
        damage: null,
        error: null,
        triesAfterLoss: 0,
      };
    }),
  ];
}

function withoutNotKept(resumed: UploadState['resumed'], galleryId: string): UploadState['resumed'] {
  if (!resumed?.notKept[galleryId]) return resumed;
  return { ...resumed, notKept: { ...resumed.notKept, [galleryId]: 0 } };
}

/** Goes on with files that an earlier visit has left, or lists them where their user had stopped them. */
export function resumeUploads(
  files: readonly (PickedFile & Pick<UploadItem, 'galleryId' | 'galleryName'>)[],
  resumed: ResumedUploads,
): void {
  for (const [id, ofGallery] of groupBy(files, ({ galleryId }) => galleryId))
    change({ items: withFiles({ id, name: ofGallery[0]!.galleryName }, ofGallery) });
  change({ items: asBegun(state.items), resumed });
  if (!areUploadsStopped()) startUploads();
}

const asBegun = (items: UploadState['items']) =>
  items.map((item) => (item.begun ? item : { ...item, begun: true }));

export function startUploads(): void {
  if (state.running) return;
  noteUploadsStopped(false);
  meter = { at: performance.now(), bytes: 0 };
  change({ items: asBegun(state.items), running: true, speed: 0 });
  // Those of before a stop may still be there.
  for (let n = workers; n < uploadConcurrency; n += 1) void runWorker();
}

/** Keeps the list; startUploads goes on with it. */
export function stopUploads(): void {
  noteUploadsStopped(true);
  for (const abort of aborts.values()) abort.abort('stopped');
  const items = state.items.map(
    (item): UploadItem => (item.status === 'uploading' ? { ...item, status: 'pending', sent: 0 } : item),
  );
  change({ items, running: false, speed: 0 });
}

let workers = 0;

async function runWorker(): Promise<void> {
  workers += 1;
  for (;;) {
    await connected();
    const item = state.running ? state.items.find((candidate) => candidate.status === 'pending') : undefined;
    if (!item) break;
    await upload(item);
  }
  workers -= 1;
  if (workers > 0) return;
  clearTimeout(stalled);
  change({ running: false, speed: 0 });
}

/** Without a connection files wait, instead of failing one after the other. */
const connected = (): Promise<unknown> | undefined =>
  navigator.onLine
    ? undefined
    : new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

async function upload(item: UploadItem, again = false): Promise<void> {
  const abort = new AbortController();
  aborts.set(item.id, abort);
  patch(item.id, { status: 'uploading', sent: 0, error: null });
  let sent: number | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  try {
    const arrived = await sendPhoto({
      ...item,
      userId: getSession().user?.id ?? '',
      signal: abort.signal,
      onProgress: (bytes) => {
        // The first report of a file that goes on counts what had arrived before.
        if (sent !== undefined) measure(bytes - sent);
        sent = bytes;
        if (performance.now() - reportedAt < progressEveryMs) return;
        reportedAt = performance.now();
        patch(item.id, { sent: Math.min(bytes, item.file.size) });
      },
    });
    patch(item.id, { ...arrived, status: 'done', sent: item.file.size });
    for (const listener of uploadedListeners) listener(item.galleryId);
    retryAfterLoss();
  } catch (error) {
    if (abort.signal.aborted) return;
    if ((error as { status?: number }).status === 401 && !item.guest) {
      const goesOn = !again && (await checkSession());
      if (abort.signal.aborted) return;
      if (goesOn) return await upload(item, true);
      change({ running: false });
    }
    patch(item.id, { status: 'error', sent: 0, error });
    if (isCode(error, 'guest_photos_enough')) holdGuest(item.galleryId, error);
  } finally {
    if (aborts.get(item.id) === abort) aborts.delete(item.id);
  }
}

/** The link takes no more photos for now: those that follow are not tried one by one. */
function holdGuest(galleryId: string, error: unknown): void {
  changeProgress({
    items: state.items.map((item) =>
      item.galleryId === galleryId && item.status === 'pending' ? { ...item, status: 'error', error } : item,
    ),
  });
}

function measure(bytes: number): void {
  clearTimeout(stalled);
  stalled = setTimeout(() => change({ speed: 0 }), stalledAfterMs);
  meter.bytes += Math.max(bytes, 0);
  const seconds = (performance.now() - meter.at) / 1000;
  if (seconds < 1) return;
  const now = meter.bytes / seconds;
  meter = { at: performance.now(), bytes: 0 };
  changeProgress({ speed: state.speed ? state.speed * 0.7 + now * 0.3 : now });
}

export function retryFailed(id?: number): void {
  change({
    items: state.items.map((item) =>
      item.status === 'error' && !isFinalFailure(item) && (id === undefined || item.id === id)
        ? { ...item, status: 'pending', error: null, triesAfterLoss: 0 }
        : item,
    ),
  });
  startUploads();
}

/** Another photo got through, so the server is there: those that were on their way when it was not go on. */
function retryAfterLoss(): void {
  const isLost = (item: UploadItem) =>
    item.status === 'error' && isConnectionLost(item.error) && item.triesAfterLoss < maxTriesAfterLoss;
  if (!state.running || !state.items.some(isLost)) return;
  changeProgress({
    items: state.items.map((item) =>
      isLost(item)
        ? { ...item, status: 'pending', error: null, triesAfterLoss: item.triesAfterLoss + 1 }
        : item,
    ),
  });
}

export function removeItem(id: number): void {
  aborts.get(id)?.abort();
  change({ items: state.items.filter((item) => item.id !== id) });
}

/** Empties the list and aborts running uploads; uploaded photos stay on the server. */
export function clearUploads(galleryId?: string): void {
  const gone = state.items.filter((item) => galleryId === undefined || item.galleryId === galleryId);
  for (const item of gone) aborts.get(item.id)?.abort();
  const items = state.items.filter((item) => !gone.includes(item));
  const resumed = galleryId === undefined ? undefined : withoutGallery(state.resumed, galleryId);
  change({ items, resumed: items.length > 0 || countNotKept(resumed) > 0 ? resumed : undefined });
}

/** All photos are there as they should be: nothing is left to do or to read. */
export const isAllWell = ({ items, running, resumed }: UploadState): boolean =>
  !running &&
  countNotKept(resumed) === 0 &&
  items.every(({ status, damage }) => status === 'done' && !damage);

/** What has been read is not said again. */
export function forgetIfAllWell(): void {
  if (isAllWell(state)) clearUploads();
}

function withoutGallery(resumed: UploadState['resumed'], galleryId: string): UploadState['resumed'] {
  if (!resumed) return;
  const { [galleryId]: _sent, ...sentBefore } = resumed.sentBefore;
  const { [galleryId]: _lost, ...notKept } = resumed.notKept;
  return { sentBefore, notKept };
}

/** How many photos have to be chosen again. */
export const countNotKept = (resumed: UploadState['resumed']): number =>
  Object.values(resumed?.notKept ?? {}).reduce((sum, count) => sum + count, 0);

/** Files that failed without a connection are tried again once it is back, or the page is seen again. */
function retryLostConnections(): void {
  if (areUploadsStopped()) return;
  for (const item of state.items)
    if (item.status === 'error' && isConnectionLost(item.error)) retryFailed(item.id);
}
window.addEventListener('online', retryLostConnections);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') retryLostConnections();
});
