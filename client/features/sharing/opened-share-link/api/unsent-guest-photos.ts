import { useState } from 'react';
import { localData } from '#client/lib/site-storage.ts';
import { isUnsent, onUploadsChanged } from '#client/lib/upload/queue.ts';

const storageKey = (token: string) => `guest-unsent:${token}`;

/** By link: how many photos of this visit are still to be sent. */
const noted = new Map<string, number>();

function note(token: string, count: number): void {
  if (noted.get(token) === count) return;
  noted.set(token, count);
  if (count > 0) localData.setItem(storageKey(token), String(count));
  else localData.removeItem(storageKey(token));
}

// Also while the page is in the background, where phones end it without a question.
onUploadsChanged(({ items }) => {
  const unsent = new Map([...noted.keys()].map((token) => [token, 0]));
  for (const item of items)
    if (item.guest)
      unsent.set(item.guest.token, (unsent.get(item.guest.token) ?? 0) + Number(isUnsent(item)));
  for (const [token, count] of unsent) note(token, count);
});

const readUnsent = (token: string): number => Number(localData.getItem(storageKey(token)) ?? 0);

/** How many photos had not been sent by a link when its page was closed, and how to forget it. */
export function useUnsentBefore(token: string): { count: number; forget: () => void } {
  const [count, setCount] = useState(() => readUnsent(token));
  const forget = () => {
    note(token, 0);
    setCount(0);
  };
  return { count, forget };
}
