/** Where tus-js-client keeps the addresses of uploads that are not whole. */
const prefix = 'tus::';

/** Called at sign-out: the names of files are nothing for the next user of this browser. */
export function forgetUnfinishedUploads(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
