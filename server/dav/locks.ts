import { isSame, isWithin } from './dav-paths.ts';
import { type DavPath, DavRefusal } from './dav-store.ts';

/** Whatever the client wishes: one that is gone must not keep others waiting. */
export const LOCK_HOLDS_MS = 10 * 60_000;

export interface DavLock {
  token: string;
  path: DavPath;
  /** It holds for all that lies below. */
  isDeep: boolean;
  isShared: boolean;
  /** Who holds it, in XML as the client wrote it. */
  owner: string;
  endsAt: Date;
}

/** The locks of one client's files; each is forgotten at its end. */
export interface LockTable {
  list(): Promise<DavLock[]>;
  insert(lock: DavLock): Promise<void>;
  setEnd(token: string, endsAt: Date): Promise<void>;
  remove(tokens: readonly string[]): Promise<void>;
}

/** Those that hold for a path. */
export const locksOn = (locks: readonly DavLock[], path: DavPath): DavLock[] =>
  locks.filter((lock) => isSame(lock.path, path) || (lock.isDeep && isWithin(path, lock.path)));

/** Those that a change touches. @param change what happens to the path: its bytes, itself, or all below it too */
function locksTouched(
  locks: readonly DavLock[],
  path: DavPath,
  change: 'bytes' | 'name' | 'tree',
): DavLock[] {
  const touched = new Set(locksOn(locks, path));
  if (change !== 'bytes') for (const lock of locksOn(locks, path.slice(0, -1))) touched.add(lock);
  if (change === 'tree') for (const lock of locks) if (isWithin(lock.path, path)) touched.add(lock);
  return [...touched];
}

/** @throws DavRefusal 423 where a lock is touched of which the client names no token */
export function requireUnlocked(
  locks: readonly DavLock[],
  path: DavPath,
  change: Parameters<typeof locksTouched>[2],
  tokens: ReadonlySet<string>,
): void {
  const touched = locksTouched(locks, path, change);
  const byPath = Map.groupBy(touched, (lock) => lock.path.join('/'));
  // Of several shared locks the token of one is enough.
  for (const [, sharing] of byPath)
    if (!sharing.some(({ token }) => tokens.has(token))) throw new DavRefusal(423, 'lock-token-submitted');
}

/** @throws DavRefusal 423 where a new lock cannot be beside those that there are */
export function requireLockable(
  locks: readonly DavLock[],
  wanted: Pick<DavLock, 'path' | 'isDeep' | 'isShared'>,
): void {
  const others = locksOn(locks, wanted.path);
  if (wanted.isDeep) others.push(...locks.filter(({ path }) => isWithin(path, wanted.path)));
  if (others.some(({ isShared }) => !(isShared && wanted.isShared)))
    throw new DavRefusal(423, 'no-conflicting-lock');
}
