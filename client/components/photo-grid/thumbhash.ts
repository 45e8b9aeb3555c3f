import { type RefCallback, useCallback } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string>();

/** The blurred placeholder of a photo, as a data URL; '' where the hash is none. */
function placeholderOf(hash: string): string {
  let url = made.get(hash);
  if (url === undefined) {
    try {
      url = thumbHashToDataURL(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    } catch {
      url = '';
    }
    made.set(hash, url);
  }
  return url;
}

/** After so long the blurred placeholder is worth its making, which takes a phone some milliseconds. */
const WAIT_MS = 300;

/** A ref for the place of a picture: it shows the blurred placeholder where the picture is not there at once. */
export function usePlaceholder(hash: string | null): RefCallback<HTMLElement> {
  return useCallback(
    (place) => {
      if (!hash || !place) return undefined;
      const show = () => {
        const [picture] = place.getElementsByTagName('img');
        if (!made.has(hash) && picture?.complete && picture.naturalWidth > 0) return;
        const url = placeholderOf(hash);
        if (url) place.style.backgroundImage = `url(${url})`;
      };
      if (made.has(hash)) show();
      const waiting = made.has(hash) ? undefined : setTimeout(show, WAIT_MS);
      return () => {
        clearTimeout(waiting);
        place.style.backgroundImage = '';
      };
    },
    [hash],
  );
}
