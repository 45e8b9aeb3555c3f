import { localData } from './site-storage.ts';

/** Stores the tokens of a session and reads their expiry. Over https the refresh token is in a cookie that no script can read. */

const accessKey = 'access_token';
const refreshKey = 'refresh_token';
/** When the access token ends by the clock of this device, behind the last letters of the token. */
const endKey = 'access_token_end';

export interface TokenPair {
  access_token: string;
  refresh_token?: string | undefined;
  /** Lifetime of the access token in seconds. */
  expires_in?: number;
}

export function readTokens(): { access: string | null; refresh: string | null } {
  return { access: localData.getItem(accessKey), refresh: localData.getItem(refreshKey) };
}

export function storeTokens(pair: TokenPair): void {
  localData.setItem(accessKey, pair.access_token);
  if (pair.refresh_token) localData.setItem(refreshKey, pair.refresh_token);
  else localData.removeItem(refreshKey);
  const end = Date.now() + (pair.expires_in ?? Number.NaN) * 1000;
  localData.setItem(endKey, `${markOf(pair.access_token)} ${end}`);
}

export function clearTokens(): void {
  localData.removeItem(accessKey);
  localData.removeItem(refreshKey);
  localData.removeItem(endKey);
}

const markOf = (token: string): string => token.slice(-16);

function claimsOf(token: string | null): { exp?: unknown; sub?: unknown } {
  try {
    const payload = token?.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object;
  } catch {
    return {};
  }
}

/** What a token says of its expiry in milliseconds since the epoch, by the server's clock; 0 if it cannot be read. */
export function expiresAt(token: string | null): number {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : 0;
}

/** The id of the user whose token it is; undefined if it cannot be read. */
export function ownerOf(token: string | null): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : undefined;
}

/**
 * When a token ends by the clock of this device, which may be wrong by hours: counted from its receipt. Of a token that was stored
 * without, what it says itself.
 */
export function endsAt(token: string | null): number {
  const [mark, end] = localData.getItem(endKey)?.split(' ') ?? [];
  return token && mark === markOf(token) && Number(end) ? Number(end) : expiresAt(token);
}

export function isExpired(token: string | null, now = Date.now(), margin = 0): boolean {
  return endsAt(token) - margin <= now;
}

export function isTokenKey(key: string | null): boolean {
  return key === null || key === accessKey || key === refreshKey;
}
