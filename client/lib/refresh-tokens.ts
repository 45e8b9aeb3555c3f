import { fetchFirst } from './first-answers.ts';
import { readAnswer } from './own-answer.ts';
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

/** Trades the refresh token for a new pair. One tab does it at a time: a refresh token can be used once. */
export function refreshTokens(): Promise<void> {
  const usedToken = readTokens().refresh;
  refreshing ??= withTabLock('clublens-refresh', async () => {
    const { access, refresh } = readTokens();
    if (refresh !== usedToken && !isExpired(access, Date.now(), refreshAheadMs)) return;
    if (!refresh) throw new Refused('no refresh token');
    storeTokens(
      await fetchData<TokenPair>('/api/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: refresh }),
      }),
    );
  }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}
