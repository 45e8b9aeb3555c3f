import { tabData } from '#client/lib/site-storage.ts';

/** The unlock token of a password-protected link, kept for this tab, so that a reload does not ask again. */
export const unlockTokenKey = (token: string) => `share-unlock:${token}`;
export const unlockTokenOf = (token: string) => tabData.getItem(unlockTokenKey(token)) ?? undefined;
