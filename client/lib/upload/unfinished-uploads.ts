import { localData } from '../site-storage.ts';

/** Where tus-js-client keeps the addresses of uploads that are not whole. */
const prefix = 'tus::';
/** The database of files that are still to be sent, and of photos shared from other apps; see service-worker.js. */
export const uploadDatabase = 'uploads';
/** Says that there are such files, and how many were chosen together with them. */
const totalKey = 'uploads-total';
/** How many of them the browser's database does not have yet, and whose they are. */
const notKeptKey = 'uploads-not-kept';
/** Files that were refused; see refused-files.ts. */
export const refusedKey = 'uploads-refused';

/** Says that their user has stopped them: on the next visit they wait. */
const stoppedKey = 'uploads-stopped';

/** How many photos, by the id of their gallery. */
export type PhotosByGallery = Readonly<Record<string, number>>;

/** How many photos were chosen when the page was left; undefined when all of them had been sent. */
export function unfinishedTotals(): PhotosByGallery | undefined {
  if (localData.getItem(totalKey) === null) return;
  const totals = localData.getJson(totalKey);
  // Earlier releases noted one number for all galleries, which none of them can be given.
  return typeof totals === 'object' && totals !== null ? (totals as PhotosByGallery) : {};
}

/** How many photos of this user are lost when the page is left now: neither sent nor kept by the browser. */
export function photosNotKept(userId: string): PhotosByGallery {
  const noted = localData.getJson(notKeptKey) as { userId?: string; photos?: PhotosByGallery } | undefined;
  return (noted?.userId === userId && noted.photos) || {};
}

export function noteUnfinishedUploads(
  userId: string,
  totals: PhotosByGallery,
  photos: PhotosByGallery,
): void {
  localData.setItem(totalKey, JSON.stringify(totals));
  localData.setItem(notKeptKey, JSON.stringify({ userId, photos }));
}

export const areUploadsStopped = (): boolean => localData.getItem(stoppedKey) !== null;

export function noteUploadsStopped(stopped: boolean): void {
  if (stopped) localData.setItem(stoppedKey, 'yes');
  else localData.removeItem(stoppedKey);
}

export function forgetUnfinishedTotals(): void {
  localData.removeItem(stoppedKey);
  localData.removeItem(totalKey);
  localData.removeItem(notKeptKey);
}

/** Called when a session ends, so that the next user of this browser does not see the names of files. */
export function forgetUnfinishedUploads(): void {
  for (const key of localData.keys()) if (key.startsWith(prefix)) localData.removeItem(key);
}

/** Called at sign-out: deletes the files that wait to be sent, so that the next user of this browser does not get them. */
export function forgetKeptFiles(): void {
  forgetUnfinishedTotals();
  localData.removeItem(refusedKey);
  indexedDB.deleteDatabase(uploadDatabase);
}
