import type { Request } from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { forwardingProblemOf } from '#server/http/watch-forwarding.ts';
import { createLogger } from '#server/logger.ts';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const log = createLogger('silent');
const warn = vi.spyOn(log, 'warn');
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await startTestApp({ log });
  admin = await createActor(app, ['admin']);
  // Hundreds of guesses are counted here, none of them hashed.
  vi.spyOn(app.ctx.passwords, 'matches').mockImplementation(async (_, password) => password === testPassword);
});
afterAll(() => app.close());
beforeEach(() => {
  app.ctx.forwarding.problem = null;
  warn.mockClear();
});

const shown = async () =>
  (await admin.call<InstallationSettings>('GET', '/settings')).body.data.forwarding_problem;
const urls = new Map<number, Promise<string>>();
function serverThatTrusts(trustProxyHops: number): Promise<string> {
  const url = urls.get(trustProxyHops) ?? app.serveAs({ trustProxyHops });
  urls.set(trustProxyHops, url);
  return url;
}

describe('the settings page and the log say that TRUST_PROXY does not fit', () => {
  test.each<[string, number, Record<string, string>, InstallationSettings['forwarding_problem']]>([
    ['no proxy', 0, {}, null],
    ['a trusted proxy', 1, { 'X-Forwarded-For': '203.0.113.5' }, null],
    ['the operator at the machine itself', 1, {}, null],
    ['the usual headers', 0, { 'X-Forwarded-For': '203.0.113.5', 'X-Forwarded-Proto': 'https' }, 'untrusted'],
    ['two proxies', 0, { 'X-Forwarded-For': '203.0.113.5, 192.168.1.2' }, 'untrusted'],
    ['X-Real-IP alone', 0, { 'X-Real-IP': '203.0.113.5' }, 'nameless'],
    ['Forwarded alone', 0, { Forwarded: 'for=203.0.113.5' }, 'nameless'],
    ['a trusted proxy that names nobody', 1, { 'X-Forwarded-Proto': 'https' }, 'nameless'],
    [
      'nothing but another host',
      0,
      { Origin: 'https://club.example', 'Sec-Fetch-Site': 'same-origin' },
      'nameless',
    ],
  ])('%s', async (_, hops, headers, problem) => {
    const url = await serverThatTrusts(hops);
    for (const _ of [1, 2])
      await caller(url)('POST', '/auth/login', { username: 'nobody', password: 'x' }, headers);
    expect(await shown()).toBe(problem);
    const lines = warn.mock.calls.map(([, line]) => line as unknown as string);
    expect(lines).toEqual(problem ? [expect.stringContaining('set TRUST_PROXY=1')] : []);
  });
});

test.each([
  ['203.0.113.5', 0, 'x-forwarded-for', null], // strangers may send what they like
  ['203.0.113.5', 0, 'via', null],
  ['203.0.113.5', 1, 'x-forwarded-for', null],
  ['203.0.113.5', 1, '', 'bypassed'],
  ['2001:db8::1', 1, '', 'bypassed'],
  ['192.168.1.7', 1, '', 'bypassed'],
  ['::ffff:172.17.0.1', 0, 'x-forwarded-for', 'untrusted'],
  ['fd00::1', 0, 'x-forwarded-for', 'untrusted'],
  ['::1', 1, '', null],
  ['', 0, 'x-forwarded-for', null],
])('from %s with TRUST_PROXY=%s and %s: %s', (remoteAddress, hops, header, problem) => {
  const get = (name: string) => (name === header ? 'something' : undefined);
  const headers = header ? { [header.toLowerCase()]: 'something' } : {};
  const request = { app: { get: () => hops }, get, headers, socket: { remoteAddress } };
  expect(forwardingProblemOf(request as unknown as Request)).toBe(problem);
});

/** Signs in with a wrong password for so many accounts as one address may, then with the right one. */
async function signInAfterManyWrong(url: string, headers: Record<string, string>, ofOthers = headers) {
  const user = await createActor(app);
  const anonymous = caller(url);
  const guesses = rateLimitValues.loginGuessesPerAddress.points + 5;
  for (let number = 0; number < guesses; number += 1)
    await anonymous(
      'POST',
      '/auth/login',
      { username: `n${number}-${user.username}`, password: 'wrong' },
      headers,
    );
  const own = { username: user.username, password: testPassword };
  return (await anonymous('POST', '/auth/login', own, ofOthers)).status;
}

describe('wrong passwords of one visitor', () => {
  test.each<[string, Record<string, string>]>([
    ['a proxy that is not trusted', { 'X-Forwarded-For': '203.0.113.5' }],
    ['a proxy that names nobody', { Origin: 'https://club.example', 'Sec-Fetch-Site': 'same-origin' }],
  ])('lock nobody else out behind %s', async (_, headers) => {
    expect(await signInAfterManyWrong(await serverThatTrusts(0), headers)).toBe(200);
  });

  test('are limited by account there', async () => {
    const user = await createActor(app);
    const login = async (password: string) =>
      (
        await caller(app.url)(
          'POST',
          '/auth/login',
          { username: user.username, password },
          { 'X-Forwarded-For': '203.0.113.5' },
        )
      ).status;
    for (let number = 0; number < rateLimitValues.guessesPerAccountOrLinkAndAddress.points; number += 1)
      expect(await login('wrong')).toBe(401);
    expect(await login(testPassword)).toBe(429);
  });

  test('lock their address behind a trusted proxy, and no other', async () => {
    const url = await serverThatTrusts(1);
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    expect(await signInAfterManyWrong(url, from('203.0.113.7'))).toBe(429);
    expect(await signInAfterManyWrong(url, from('203.0.113.8'), from('203.0.113.9'))).toBe(200);
  });
});
