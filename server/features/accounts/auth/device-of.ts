import Bowser from 'bowser';

/** Longer headers are no browser's. */
const LONGEST = 500;

/** In words of its makers, which are the same in every language. */
export type Device = { browser: string | null; system: string | null };

/** What a `User-Agent` header says in words, "Firefox" and "Android"; null where it says nothing that is known. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent || userAgent.length > LONGEST) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
