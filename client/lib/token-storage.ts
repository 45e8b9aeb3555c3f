/** Stores the two tokens of a session and reads their expiry. */

const accessKey = 'access_token';
const refreshKey = 'refresh_token';

export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

export function readTokens(): { access: string | null; refresh: string | null } {
  return { access: localStorage.getItem(accessKey), refresh: localStorage.getItem(refreshKey) };
}

export function storeTokens(pair: TokenPair): void {
  localStorage.setItem(accessKey, pair.access_token);
  localStorage.setItem(refreshKey, pair.refresh_token);
}

export function clearTokens(): void {
  localStorage.removeItem(accessKey);
  localStorage.removeItem(refreshKey);
}

/** The expiry of a token in milliseconds since the epoch; 0 if it cannot be read. */
export function expiresAt(token: string | null): number {
  try {
    const payload = token?.split('.')[1] ?? '';
    const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const { exp } = JSON.parse(json) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

export function isExpired(token: string | null, now = Date.now(), margin = 0): boolean {
  return expiresAt(token) - margin <= now;
}

export function isTokenKey(key: string | null): boolean {
  return key === null || key === accessKey || key === refreshKey;
}
