import { create } from 'zustand';
import type { User } from '#server/contract/schemas/users.ts';
import { clearDrafts } from './drafts.ts';
import { fetchData, Refused, refreshAheadMs, refreshTokens } from './refresh-tokens.ts';
import {
  clearTokens,
  expiresAt,
  isExpired,
  isTokenKey,
  readTokens,
  storeTokens,
  type TokenPair,
} from './token-storage.ts';
import { forgetKeptFiles, forgetUnfinishedUploads } from './upload/unfinished-uploads.ts';

/** The session. It lives outside React, because route guards and tRPC links read it too. */
export interface SessionState {
  status: 'loading' | 'offline' | 'in' | 'out';
  user: User | null;
  /** How the last session ended: expired or revoked, by signing out, or with the account. */
  ended: 'expired' | 'left' | 'deleted' | null;
}

const retryMs = 4_000;
const store = create<SessionState>()(() => ({ status: 'loading', user: null, ended: null }));
let timer: ReturnType<typeof setTimeout> | undefined;

export const getSession = store.getState;
/** Calls the listener with the new and the previous session; returns the unsubscribe function. */
export const subscribeSession = store.subscribe;
export const useSession = (): SessionState => store();

/** The signed-in user. Only for screens behind requireSignedIn. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}

function set(next: Partial<SessionState>): void {
  if (next.status === 'out') {
    clearDrafts();
    forgetUnfinishedUploads();
    if (next.ended === 'left' || next.ended === 'deleted') forgetKeptFiles();
  }
  store.setState(next);
}

function schedule(): void {
  clearTimeout(timer);
  const inMs = expiresAt(readTokens().access) - Date.now() - refreshAheadMs;
  timer = setTimeout(() => void keepAlive(), Math.min(Math.max(inMs, 1_000), 2 ** 31 - 1));
}

/** Refreshes the token when it is due. Only a refusal by the server ends the session, never a network failure. */
async function keepAlive(): Promise<void> {
  if (getSession().status !== 'in') return;
  try {
    if (isExpired(readTokens().access, Date.now(), refreshAheadMs)) await refreshTokens();
    schedule();
  } catch (error) {
    if (error instanceof Refused) expireSession();
    else timer = setTimeout(() => void keepAlive(), retryMs);
  }
}

/** The access token for a call, refreshed if about to expire. Throws if it has expired and cannot be refreshed. */
export async function freshToken(): Promise<string | null> {
  const { access, refresh } = readTokens();
  if (!access || !isExpired(access, Date.now(), refreshAheadMs) || !refresh) return access;
  try {
    await refreshTokens();
    schedule();
  } catch (error) {
    if (error instanceof Refused) expireSession();
    // An expired token would be answered with 401, as if the session had ended.
    else if (isExpired(access)) throw error;
  }
  return readTokens().access;
}

const bearer = () => ({ authorization: `Bearer ${readTokens().access ?? ''}` });

/** Loads the signed-in user. A refused access token is refreshed once: only the server's clock may say it has expired. */
async function loadUser(): Promise<User> {
  const me = () => fetchData<User>('/api/auth/me', { headers: bearer() });
  if (isExpired(readTokens().access, Date.now(), refreshAheadMs)) await refreshTokens();
  try {
    return await me();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await refreshTokens();
    return await me();
  }
}

export async function startSession(): Promise<void> {
  clearTimeout(timer);
  const { access, refresh } = readTokens();
  if (!access && !refresh) return set({ status: 'out', user: null });
  try {
    set({ status: 'in', user: await loadUser(), ended: null });
    schedule();
  } catch (error) {
    if (error instanceof Refused) return expireSession();
    set({ status: 'offline' });
    timer = setTimeout(() => void startSession(), retryMs);
  }
}

let checking: Promise<boolean> | undefined;

/** Called after a 401: refreshes the token; false: the session is over. */
export function checkSession(): Promise<boolean> {
  checking ??= refreshAfterRefusal().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function refreshAfterRefusal(): Promise<boolean> {
  if (getSession().status !== 'in') return false;
  try {
    await refreshTokens();
    set({ user: await loadUser() });
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
    set({ user: await loadUser() });
  } catch (error) {
    if (error instanceof Refused) expireSession();
  }
}

/** @param ended `deleted`: the account is gone, too */
export function signedOut(ended: 'left' | 'deleted' = 'left'): void {
  clearTimeout(timer);
  clearTokens();
  set({ status: 'out', user: null, ended });
}

/** Ends the session after its token expired or the server revoked it. */
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
    if (getSession().status === 'offline') void startSession();
  });
  window.addEventListener('storage', (event) => {
    if (!isTokenKey(event.key)) return;
    const { access, refresh } = readTokens();
    if (!access && !refresh && getSession().status === 'in') signedOut();
    else if (access && getSession().status === 'out') void startSession();
  });
}
