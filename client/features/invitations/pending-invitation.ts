/**
 * The token of the invitation that was opened last, so that its page is found again after signing in. It is kept in
 * the tab only and never in a query: addresses with the token in their query would reach the server's log.
 */
const key = 'clublens.invitation';

export function readPendingInvitation(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return ''; // a browser that forbids storage
  }
}

export function keepPendingInvitation(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    // The page works without it; only the way back from signing in does not.
  }
}

export function forgetPendingInvitation(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser that forbids storage: nothing was kept.
  }
}
