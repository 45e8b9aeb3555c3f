import { tabData } from '#client/lib/site-storage.ts';

/**
 * The token of the invitation that was opened last, so that its page is found again after signing in. It is kept in
 * the tab only and never in a query: addresses with the token in their query would reach the server's log.
 */
const key = 'clublens.invitation';

export const readPendingInvitation = (): string => tabData.getItem(key) ?? '';
export const keepPendingInvitation = (token: string): void => tabData.setItem(key, token);
export const forgetPendingInvitation = (): void => tabData.removeItem(key);
