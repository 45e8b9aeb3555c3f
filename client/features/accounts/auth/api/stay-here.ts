import { tabData } from '#client/lib/site-storage.ts';

/** After a sign-out or an error the sign-in page leads nowhere by itself, so that nobody goes in circles. */
const key = 'clublens.stay_here';

export const staysHere = (): boolean => tabData.getItem(key) !== null;
export const stayHere = (stays: boolean): void =>
  stays ? tabData.setItem(key, '1') : tabData.removeItem(key);
