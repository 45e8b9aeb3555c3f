import { create } from 'zustand';
import type { OwnUser } from '#server/contract/schemas/users.ts';
import { clearDrafts } from './drafts.ts';
import { fetchData, Refused, refreshAheadMs, refreshTokens, sendKeptSignOut } from './refresh-tokens.ts';
import {
  clearTokens,
  endsAt,
  isExpired,
  isTokenKey,
  ownerOf,
  readTokens,
  storeTokens,
  type TokenPair,
} from './token-storage.ts';
import { forgetKeptFiles, forgetUnfinishedUploads } from './upload/unfinished-uploads.ts';

/** The session. It lives outside React, because route guards and tRPC links read it too. */
export interface SessionState {
  status: 'loading' | 'offline' | 'in' | 'out';
  user: OwnUser | null;
  /** Why it is `offline`. */
  problem?: unknown;
  /** How the last session ended: expired or revoked, by signing out, with the account, or as another user signed in. */
  ended: 'expired' | 'left' | 'deleted' | 'replaced' | null;
}

/** Pauses between renewals that failed, or that did not help: they double up to the longest. */
const pauseMs = { first: 4_000, longest: 60_000 };
let pause = pauseMs.first;
const store = create<SessionState>()(() => ({ status: 'loading', user: null, ended: null }));
let timer: ReturnType<typeof setTimeout> | undefined;

export const getSession = store.getState;
/** Calls the listener with the new and the previous session; returns the unsubscribe function. */
export const subscribeSession = store.subscribe;
export const useSession = (): SessionState => store();

/** The signed-in user. Only for screens behind requireSignedIn. */
export function useUser(): OwnUser {
  const { user } = useSession();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}

function set(next: Partial<SessionState>): void {
  if (next.status === 'out') {
    cleanUp(clearDrafts);
    cleanUp(forgetUnfinishedUploads);
    if (next.ended === 'left' || next.ended === 'deleted') cleanUp(forgetKeptFiles);
  }
  store.setState(next);
}

/** A storage that the browser blocks or that is broken stops neither the other clean-ups nor the sign-out. */
function cleanUp(work: () => void): void {
  try {
    work();
  } catch {
    // Nothing of it can be read any more either.
  }
}

function schedule(): void {
  const inMs = endsAt(readTokens().access) - Date.now() - refreshAheadMs;
  if (inMs <= 0) {
    again(keepAlive);
    return;
  }
  pause = pauseMs.first;
  clearTimeout(timer);
  timer = setTimeout(() => void keepAlive(), Math.min(inMs, 2 ** 31 - 1));
}

function again(work: () => Promise<void>): void {
  clearTimeout(timer);
  timer = setTimeout(() => void work(), pause);
  pause = Math.min(pause * 2, pauseMs.longest);
}

/** Refreshes the token when it is due. Only a refusal by the server ends the session, never a network failure. */
async function keepAlive(): Promise<void> {
  if (getSession().status !== 'in') return;
  try {
    if (isExpired(readTokens().access, Date.now(), refreshAheadMs)) await refreshTokens();
    schedule();
  } catch (error) {
    if (error instanceof Refused) expireSession();
    else again(keepAlive);
  }
}

/**
 * The access token for a call, refreshed if about to expire. Throws if it has expired and cannot be refreshed, or if it
 * is not the token of the user whose page this is.
 */
export async function freshToken(): Promise<string | null> {
  const token = await refreshedToken();
  if (!isOfOtherUser(token)) return token;
  replaceUser();
  throw new Error('Another user has signed in');
}

async function refreshedToken(): Promise<string | null> {
  const { access } = readTokens();
  if (!access || !isExpired(access, Date.now(), refreshAheadMs)) return access;
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

/** Whether the token is somebody else's than the user's whose page this is: a browser keeps one session for all its tabs. */
function isOfOtherUser(token: string | null): boolean {
  const { user } = getSession();
  const owner = ownerOf(token);
  return user !== null && owner !== undefined && owner !== user.id;
}

/** Clears the page of its user, with all that was typed, and loads it for the one who has signed in. */
function replaceUser(): void {
  cleanUp(clearDrafts);
  cleanUp(forgetUnfinishedUploads);
  set({ status: 'loading', user: null, ended: 'replaced' });
  void startSession();
}

const bearer = () => ({ authorization: `Bearer ${readTokens().access ?? ''}` });

/** Loads the signed-in user. A refused access token is refreshed once: only the server's clock may say it has expired. */
async function loadUser(): Promise<OwnUser> {
  const me = () => fetchData<OwnUser>('/api/auth/me', { headers: bearer() });
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
  if (!access && !refresh) {
    void sendKeptSignOut();
    return set({ status: 'out', user: null });
  }
  try {
    set({ status: 'in', user: await loadUser(), ended: null });
    schedule();
  } catch (error) {
    if (error instanceof Refused) return expireSession();
    set({ status: 'offline', problem: error });
    again(startSession);
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
    await reload();
    schedule();
    return true;
  } catch (error) {
    if (error instanceof Refused) expireSession();
    return false;
  }
}

export function signedIn(result: TokenPair & { user: OwnUser }): void {
  storeTokens(result);
  set({ status: 'in', user: result.user, ended: null });
  schedule();
}

async function reload(): Promise<void> {
  const user = await loadUser();
  if (user.id === getSession().user?.id) set({ user });
  else replaceUser();
}

export async function reloadUser(): Promise<void> {
  try {
    await reload();
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
function expireSession(): void {
  clearTimeout(timer);
  clearTokens();
  set({ status: 'out', user: null, ended: 'expired' });
}

/** Does what another tab did: signed out, in, or in as somebody else. */
function followOtherTabs(): void {
  const { access, refresh } = readTokens();
  const { status } = getSession();
  if (status === 'in' && !access && !refresh) signedOut();
  else if (status === 'in' && isOfOtherUser(access)) replaceUser();
  else if (status === 'out' && access) void startSession();
}

export function watchSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    followOtherTabs();
    void keepAlive();
  });
  // A page that comes back out of the browser's memory has missed what other tabs did.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followOtherTabs();
  });
  window.addEventListener('online', () => {
    if (getSession().status === 'offline') void startSession();
  });
  window.addEventListener('storage', (event) => {
    if (isTokenKey(event.key)) followOtherTabs();
  });
}
