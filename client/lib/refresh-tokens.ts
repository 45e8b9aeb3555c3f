import { pageHeader } from '#server/contract/page-header.ts';
import { fetchFirst } from './first-answers.ts';
import { readAnswer } from './own-answer.ts';
import { localData } from './site-storage.ts';
import { withTabLock } from './tab-lock.ts';
import { isExpired, readTokens, storeTokens, type TokenPair } from './token-storage.ts';

/** How long before its expiry the access token is refreshed. */
export const refreshAheadMs = 60_000;

/** The server refused the token, as opposed to being unreachable, busy or restarting. */
export class Refused extends Error {}

/** Statuses that refuse a token. After any other failure the session is kept. */
const refusals = new Set([401, 403, 422]);

/** An answer of a proxy is a failure, never a refusal. */
export async function fetchData<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetchFirst(path, { ...init, credentials: 'same-origin' });
  const body = await readAnswer<{ data?: T }>(response);
  if (refusals.has(response.status)) throw new Refused(`HTTP ${response.status}`);
  if (!response.ok || body.data === undefined) throw new Error(`HTTP ${response.status}`);
  return body.data;
}

let refreshing: Promise<void> | undefined;

/** Held by what changes the cookie of the refresh token: the tabs of a browser share it. */
const lock = 'clublens-refresh';
const unsentSignOut = 'sign_out_unsent';
const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', [pageHeader]: '1' },
  body: JSON.stringify(body),
});

/** Signs in beside no renewal, so that the cookie belongs to the access token that is stored. */
export const whileSigningIn = (send: () => Promise<Response>): Promise<Response> =>
  withTabLock(lock, async () => {
    const response = await send();
    if (response.ok) localData.removeItem(unsentSignOut);
    return response;
  });

/** No script can delete the cookie: where signing out did not reach the server, it is told when the page is opened again. */
export const keepSignOut = () => localData.setItem(unsentSignOut, '1');
export async function sendKeptSignOut(): Promise<void> {
  if (!localData.getItem(unsentSignOut)) return;
  await withTabLock(lock, async () => {
    if (!localData.getItem(unsentSignOut)) return;
    await fetchData('/api/auth/logout', post({}));
    localData.removeItem(unsentSignOut);
  }).catch(() => undefined); // next time
}

/** Trades the refresh token for a new pair. One tab does it at a time: a refresh token can be used once. */
export function refreshTokens(): Promise<void> {
  const usedToken = readTokens().access;
  refreshing ??= withTabLock(lock, async () => {
    const { access, refresh } = readTokens();
    if (access !== usedToken && !isExpired(access, Date.now(), refreshAheadMs)) return;
    if (!access && !refresh) throw new Refused('signed out');
    storeTokens(
      await fetchData<TokenPair>('/api/auth/refresh', post(refresh ? { refresh_token: refresh } : {})),
    );
  }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}
