import { localData } from '#client/lib/site-storage.ts';

const keyBytes = 32;
const storageKey = (token: string) => `guest-key:${token}`;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * The secret by which the server knows which photos this browser has sent by a link. Another one for each link, so that
 * it cannot be told that two links were used by the same browser. Where nothing can be kept, it lasts as long as the page.
 */
export function guestKeyOf(token: string): string {
  const kept = localData.getItem(storageKey(token));
  if (kept) return kept;
  const fresh = base64url(crypto.getRandomValues(new Uint8Array(keyBytes)));
  localData.setItem(storageKey(token), fresh);
  return fresh;
}
