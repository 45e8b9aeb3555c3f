import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserGlobals } from './support/browser-globals.ts';

const minute = 60_000;
const life = 15 * minute;
const start = Date.parse('2026-06-01T12:00:00Z');
const user = { id: 'u1' };

/** How far the clock of the device is ahead of the server's. */
let aheadMs = 0;
let renewals: number[] = [];
let answers: () => Response | undefined = () => undefined;
let serial = 0;

const serverNow = () => Date.now() - aheadMs;
function newPair() {
  serial += 1;
  const claims = { sub: user.id, exp: Math.floor((serverNow() + life) / 1000) };
  const access_token = `h.${btoa(JSON.stringify(claims))}.signature-number-${serial}`;
  return { access_token, refresh_token: `refresh${serial}`, expires_in: life / 1000 };
}
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  vi.resetModules();
  browserGlobals();
  vi.stubGlobal('sessionStorage', localStorage);
  const locks = { request: (_name: string, work: () => unknown) => work() };
  vi.stubGlobal('navigator', { onLine: true, locks });
  renewals = [];
  answers = () => undefined;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/refresh') renewals.push(Date.now());
    return answers() ?? json({ success: true, data: path === '/api/auth/refresh' ? newPair() : user });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setDevice(ahead: number): void {
  aheadMs = ahead;
  vi.useFakeTimers({ now: start + ahead });
}

describe.each([0, 14, -14, 20, -20, 60 * 24, -60 * 24])('on a device that is %i minutes ahead', (minutes) => {
  test('a session is renewed once in its lifetime', async () => {
    setDevice(minutes * minute);
    const { signedIn, getSession, freshToken } = await import('#client/lib/session.ts');
    signedIn({ ...newPair(), user } as never);
    for (let passed = 0; passed < 120; passed += 1) {
      await vi.advanceTimersByTimeAsync(minute);
      expect(await freshToken()).toMatch(/^h\./);
    }
    expect(getSession().status).toBe('in');
    expect(renewals.length).toBe(8); // every 14 minutes
  });

  test('one kept by an older version settles at that', async () => {
    setDevice(minutes * minute);
    const { access_token, refresh_token } = newPair();
    localStorage.setItem('access_token', access_token);
    localStorage.setItem('refresh_token', refresh_token);
    const { startSession, getSession } = await import('#client/lib/session.ts');
    await startSession();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(getSession().status).toBe('in');
    expect(renewals.length).toBeLessThanOrEqual(6);
  });
});

test('a clock that is set while the page is open makes no more than one renewal', async () => {
  setDevice(0);
  const { signedIn } = await import('#client/lib/session.ts');
  signedIn({ ...newPair(), user } as never);
  for (const ahead of [20, -20, 60 * 24, -60 * 24]) {
    aheadMs = ahead * minute;
    vi.setSystemTime(start + aheadMs);
    const before = renewals.length;
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(renewals.length - before).toBeLessThanOrEqual(1);
  }
});

test('a server that is away, or gives tokens that end at once, is asked with growing pauses', async () => {
  setDevice(0);
  const { signedIn } = await import('#client/lib/session.ts');
  signedIn({ ...newPair(), user } as never);
  answers = () => json({}, 502);
  await vi.advanceTimersByTimeAsync(30 * minute);
  const pauses = renewals.slice(1).map((at, index) => at - (renewals[index] ?? 0));
  expect(pauses.slice(0, 3)).toEqual([4_000, 8_000, 16_000]);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(minute);
  expect(renewals.length).toBeLessThan(22);
  answers = () => json({ success: true, data: { ...newPair(), expires_in: 10 } });
  renewals = [];
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(renewals.length).toBeLessThan(15);
});

test('a sign-in of a proxy in front is not the end of the session, and is told', async () => {
  setDevice(0);
  const pair = newPair();
  localStorage.setItem('access_token', pair.access_token);
  localStorage.setItem('refresh_token', pair.refresh_token);
  const { startSession, getSession } = await import('#client/lib/session.ts');
  const { badAnswerOf } = await import('#client/lib/error-message.ts');
  for (const body of ['<h1>401 Authorization Required</h1>', '{"error":"login required"}']) {
    answers = () => new Response(body, { status: 401 });
    await startSession();
    expect(getSession().status).toBe('offline');
    expect(badAnswerOf(getSession().problem)?.status).toBe(401);
  }
  expect(localStorage.getItem('refresh_token')).toBe(pair.refresh_token);
});

type Session = typeof import('#client/lib/session.ts');
test.each<[string, (session: Session) => unknown]>([
  ['signing out', ({ signedOut }) => signedOut()],
  ['an answer of 401 to any call', ({ checkSession }) => checkSession()],
  ['its end, which no renewal puts off', () => vi.advanceTimersByTimeAsync(life)],
  [
    'coming back to a page whose token has expired',
    async () => {
      vi.setSystemTime(start + life);
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
    },
  ],
])('%s leaves neither tokens nor a user', async (_way, end) => {
  setDevice(0);
  const session = await import('#client/lib/session.ts');
  session.watchSession();
  session.signedIn({ ...newPair(), user } as never);
  answers = () => json({ success: false, code: 'refresh_token_invalid' }, 401);
  await end(session);
  expect(session.getSession()).toMatchObject({ status: 'out', user: null });
  expect(['access_token', 'refresh_token'].map((key) => localStorage.getItem(key))).toEqual([null, null]);
});

describe('where the refresh token is in a cookie', () => {
  let sent: { path: string; body: unknown; headers: unknown }[] = [];
  const withoutRefresh = () => ({ ...newPair(), refresh_token: undefined });
  beforeEach(() => {
    sent = [];
    vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
      sent.push({ path, body: typeof body === 'string' && JSON.parse(body), headers });
      return answers() ?? json({ data: path === '/api/auth/refresh' ? withoutRefresh() : user });
    });
    setDevice(0);
  });

  test('one in local storage moves there, and renewals go on without it', async () => {
    const { access_token, refresh_token } = newPair();
    localStorage.setItem('access_token', access_token);
    localStorage.setItem('refresh_token', refresh_token);
    const { startSession, getSession } = await import('#client/lib/session.ts');
    await startSession();
    await vi.advanceTimersByTimeAsync(30 * minute);
    expect(getSession().status).toBe('in');
    expect(localStorage.getItem('refresh_token')).toBeNull();
    const renewed = sent.filter(({ path }) => path === '/api/auth/refresh');
    expect(renewed.map(({ body }) => body)).toEqual([{ refresh_token }, {}]);
    expect(renewed[1]?.headers).toMatchObject({ 'x-clublens-page': '1' });
  });

  test('a tab that waits for the one that renews does not renew again', async () => {
    const { storeTokens } = await import('#client/lib/token-storage.ts');
    storeTokens(withoutRefresh());
    const locks = {
      request: (_name: string, work: () => unknown) => {
        storeTokens(withoutRefresh());
        return work();
      },
    };
    vi.stubGlobal('navigator', { onLine: true, locks });
    const { refreshTokens } = await import('#client/lib/refresh-tokens.ts');
    await refreshTokens();
    expect(sent).toEqual([]);
  });

  test('a sign-out that the server did not hear is sent at the next start, once', async () => {
    const { keepSignOut } = await import('#client/lib/refresh-tokens.ts');
    const { startSession, getSession } = await import('#client/lib/session.ts');
    keepSignOut();
    answers = () => json({}, 502);
    await startSession();
    await vi.advanceTimersByTimeAsync(0);
    answers = () => undefined;
    for (let start = 0; start < 2; start += 1) {
      await startSession();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(sent.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/auth/logout']);
    expect(getSession().status).toBe('out');
  });
});
