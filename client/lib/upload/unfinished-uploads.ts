/** Where tus-js-client keeps the addresses of uploads that are not whole. */
const prefix = 'tus::';
/** The database of files that are still to be sent, and of photos shared from other apps; see service-worker.js. */
export const uploadDatabase = 'uploads';
/** Says that there are such files, and how many were chosen together with them. */
const totalKey = 'uploads-total';

/** How many photos were chosen when the page was left; 0 when all of them had been sent. */
export const unfinishedTotal = (): number => Number(localStorage.getItem(totalKey) ?? 0);

export function noteUnfinishedTotal(total: number): void {
  if (total > 0) localStorage.setItem(totalKey, String(total));
  else localStorage.removeItem(totalKey);
}

/** Called when a session ends, so that the next user of this browser does not see the names of files. */
export function forgetUnfinishedUploads(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}

/** Called at sign-out: deletes the files that wait to be sent, so that the next user of this browser does not get them. */
export function forgetKeptFiles(): void {
  localStorage.removeItem(totalKey);
  indexedDB.deleteDatabase(uploadDatabase);
}
