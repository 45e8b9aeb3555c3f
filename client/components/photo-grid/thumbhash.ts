import { thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string>();

/** The blurred placeholder of a photo, as a data URL. */
export function placeholderOf(hash: string | null): string | undefined {
  if (!hash) return;
  let url = made.get(hash);
  if (url === undefined) {
    try {
      url = thumbHashToDataURL(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    } catch {
      url = '';
    }
    made.set(hash, url);
  }
  return url || undefined;
}
