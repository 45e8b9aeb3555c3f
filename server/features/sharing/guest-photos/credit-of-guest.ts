import type { Credit } from '#server/app-context.ts';
import { creditText } from '#server/contract/credit-text.ts';

/** Guests are credited by the name they typed, and by nothing that their files say. */
export function creditOfGuest(guestName: string): Credit | undefined {
  const creator = creditText(guestName);
  return creator === '' ? undefined : { creator };
}
