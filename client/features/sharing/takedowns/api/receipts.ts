import { localData } from '#client/lib/site-storage.ts';

/**
 * The receipts of requests made by a share link, kept in this browser: with them the same link says what was decided, and
 * requests are taken back.
 */
const key = (token: string) => `takedown-receipts:${token}`;

export function readReceipts(token: string): string[] {
  const stored = localData.getJson(key(token));
  return Array.isArray(stored) ? stored.filter((receipt) => typeof receipt === 'string') : [];
}

function write(token: string, receipts: string[]): void {
  if (receipts.length === 0) localData.removeItem(key(token));
  else localData.setItem(key(token), JSON.stringify(receipts));
}

export const keepReceipt = (token: string, receipt: string): void =>
  write(token, [...readReceipts(token), receipt].slice(-20));

export const dropReceipt = (token: string, receipt: string): void =>
  write(
    token,
    readReceipts(token).filter((kept) => kept !== receipt),
  );
