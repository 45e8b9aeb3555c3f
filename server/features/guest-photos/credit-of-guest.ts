import { type Credit, creditText } from '#ml/index.ts';

/** Guests are credited by the name they typed, and by nothing that their files say. */
export function creditOfGuest(guestName: string): Credit | undefined {
  const creator = creditText(guestName);
  return creator === '' ? undefined : { creator };
}
