import { useSyncExternalStore } from 'react';
import type { User } from '#server/contract/schemas/users.ts';
import { forgetDrafts } from './drafts.ts';
import {
  clearTokens,
  expiresAt,
  isExpired,
  isTokenKey,
  readTokens,
  storeTokens,
  type TokenPair,
} from './session-tokens.ts';
import { withTabLock } from './tab-lock.ts';

/**
 * Who is signed in. Lives outside React, because the router's guards and the tRPC links ask it too.
 * The access token is renewed a minute ahead of its end, by one tab at a time: a refresh token is spent by its use.
 */
export interface SessionState {
  status: 'loading' | 'offline' | 'in' | 'out';
  user: User | null;
  /** How the last session ended: by itself, or because the user left. */
  ended: 'expired' | 'left' | null;
}

const aheadMs = 60_000;
const retryMs = 4_000;
let state: SessionState = { status: 'loading', user: null, ended: null };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const getSession = (): SessionState => state;

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, getSession);
}

/** The signed-in user; only for screens behind the sign-in guard. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}

function set(next: SessionState): void {
  if (next.status === 'out') forgetDrafts();
  state = next;
  for (const listener of listeners) listener();
}

/** The server said no, as opposed to: could not be reached, is busy, is being restarted. */
class Refused extends Error {}

/** Refusals of a token. Every other failure says nothing about it, and the session is kept. */
const refusals = new Set([401, 403, 422]);

/** Answers that are no JSON come from a proxy before the server; they are failures, never refusals. */
async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' });
  const body = (await response.json()) as { data?: T };
  if (refusals.has(response.status)) throw new Refused(`HTTP ${response.status}`);
  if (!response.ok || body.data === undefined) throw new Error(`HTTP ${response.status}`);
  return body.data;
}

let renewing: Promise<void> | undefined;

function renew(): Promise<void> {
  const spent = readTokens().refresh;
  renewing ??= withTabLock('clublens-refresh', async () => {
    const { access, refresh } = readTokens();
    if (refresh !== spent && !isExpired(access, Date.now(), aheadMs)) return;
    if (!refresh) throw new Refused('no refresh token');
    storeTokens(
      await ask<TokenPair>('/api/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: refresh }),
      }),
    );
  }).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

function schedule(): void {
  clearTimeout(timer);
  const inMs = expiresAt(readTokens().access) - Date.now() - aheadMs;
  timer = setTimeout(() => void keepAlive(), Math.min(Math.max(inMs, 1_000), 2 ** 31 - 1));
}

/** Renews if it is time; ends the session only when the server refuses, never because the network is away. */
async function keepAlive(): Promise<void> {
  if (state.status !== 'in') return;
  try {
    if (isExpired(readTokens().access, Date.now(), aheadMs)) await renew();
    schedule();
  } catch (error) {
    if (error instanceof Refused) expireSession();
    else timer = setTimeout(() => void keepAlive(), retryMs);
  }
}

/** The token to send with a call; renewed first when it is about to end. Throws where only an ended one is at hand. */
export async function freshToken(): Promise<string | null> {
  const { access, refresh } = readTokens();
  if (!access || !isExpired(access, Date.now(), aheadMs) || !refresh) return access;
  try {
    await renew();
    schedule();
  } catch (error) {
    if (error instanceof Refused) expireSession();
    // Sent all the same, it would be answered as if the session had ended.
    else if (isExpired(access)) throw error;
  }
  return readTokens().access;
}

const bearer = () => ({ authorization: `Bearer ${readTokens().access ?? ''}` });

/** Who the tokens belong to. An access token that is refused may have ended by the server's clock withTabLock. */
async function askUser(): Promise<User> {
  const me = () => ask<User>('/api/auth/me', { headers: bearer() });
  if (isExpired(readTokens().access, Date.now(), aheadMs)) await renew();
  try {
    return await me();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await renew();
    return await me();
  }
}

export async function startSession(): Promise<void> {
  clearTimeout(timer);
  const { access, refresh } = readTokens();
  if (!access && !refresh) return set({ ...state, status: 'out', user: null });
  try {
    set({ status: 'in', user: await askUser(), ended: null });
    schedule();
  } catch (error) {
    if (error instanceof Refused) return expireSession();
    set({ ...state, status: 'offline' });
    timer = setTimeout(() => void startSession(), retryMs);
  }
}

let checking: Promise<boolean> | undefined;

/** After a call was answered 401: whether the session goes on with another access token, or is over. */
export function checkSession(): Promise<boolean> {
  checking ??= renewAfterRefusal().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function renewAfterRefusal(): Promise<boolean> {
  if (state.status !== 'in') return false;
  try {
    await renew();
    set({ ...state, user: await askUser() });
    schedule();
    return true;
  } catch (error) {
    if (error instanceof Refused) expireSession();
    return false;
  }
}

export function signedIn(result: TokenPair & { user: User }): void {
  storeTokens(result);
  set({ status: 'in', user: result.user, ended: null });
  schedule();
}

export async function reloadUser(): Promise<void> {
  try {
    set({ ...state, user: await askUser() });
  } catch (error) {
    if (error instanceof Refused) expireSession();
  }
}

export function signedOut(): void {
  clearTimeout(timer);
  clearTokens();
  set({ status: 'out', user: null, ended: 'left' });
}

/** The session ended by itself: its token ran out, or the server no longer knows it. */
export function expireSession(): void {
  clearTimeout(timer);
  clearTokens();
  set({ status: 'out', user: null, ended: 'expired' });
}

export function watchSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void keepAlive();
  });
  window.addEventListener('online', () => {
    if (state.status === 'offline') void startSession();
  });
  window.addEventListener('storage', (event) => {
    if (!isTokenKey(event.key)) return;
    const { access, refresh } = readTokens();
    if (!access && !refresh && state.status === 'in') signedOut();
    else if (access && state.status === 'out') void startSession();
  });
}
