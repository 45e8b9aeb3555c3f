import Bowser from 'bowser';
import type { Device } from '#server/trpc/request-context.ts';

/** Longer headers are no browser's. */
const LONGEST = 500;

/** What a `User-Agent` header says in words, "Firefox" and "Android"; null where it says nothing that is known. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent || userAgent.length > LONGEST) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
