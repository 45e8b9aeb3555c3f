import type { TFunction } from 'i18next';
import { describe, expect, it, test } from 'vitest';
import { safeReturnPath } from '#client/app/route-guards.ts';
import { datesOf } from '#client/features/events/components/status.ts';
import { directionOf, languages } from '#client/i18n/languages.ts';
import { cropOf } from '#client/lib/crop.ts';
import { clientError, errorMessage } from '#client/lib/error-message.ts';
import { generatePassword } from '#client/lib/generate-password.ts';
import { hasRequiredRole } from '#client/lib/roles.ts';
import { runBulk } from '#client/lib/run-bulk.ts';
import { isAccepted } from '#client/lib/upload/accept.ts';
import type { Role } from '#server/contract/roles.ts';
import type { User } from '#server/contract/schemas/users.ts';
import { quickSlugFromName, slugFromName } from '#server/contract/slug.ts';

test('only pictures enter the queue, by their type or their extension', () => {
  for (const name of ['a.jpg', 'a.JPEG', 'a.png', 'a.gif', 'a.webp', 'a.heic', 'A.HEIF'])
    expect(isAccepted({ name, type: '' }), name).toBe(true);
  for (const type of ['jpeg', 'png', 'gif', 'webp', 'heic', 'heif'])
    expect(isAccepted({ name: 'without', type: `image/${type}` }), type).toBe(true);
  for (const [name, type] of [
    ['a.txt', 'text/plain'],
    ['a.svg', 'image/svg+xml'],
    ['jpg', ''],
    ['a.jpg.exe', 'application/octet-stream'],
  ] as const)
    expect(isAccepted({ name, type }), name).toBe(false);
});

test('a generated password has twelve characters without lookalikes', () => {
  const many = Array.from({ length: 200 }, () => generatePassword());
  expect(new Set(many).size).toBe(200);
  for (const password of many) expect(password).toMatch(/^[A-HJ-NP-Za-km-np-z2-9!@#$%]{12}$/);
});

test('a slug follows from the name', () => {
  expect(slugFromName('  Cup   Final -- 2026! ')).toBe('cup-final-2026');
  expect(quickSlugFromName('Été à la plage', 7)).toBe('ete-a-la-plage');
  expect(slugFromName('Größtes Turnier')).toBe('groesstes-turnier');
  expect(slugFromName('GRO\u0308SSE')).toBe('groesse');
  expect(slugFromName('Çağrı Kupası & Łódź Øst')).toBe('cagri-kupasi-lodz-ost');
  expect(slugFromName('- ½ Marathon -')).toBe('12-marathon');
  expect(slugFromName('Матч')).toBe('');
  expect(quickSlugFromName('Ü!', 1234)).toBe('event-1234');
});

test('an event of today is still upcoming', () => {
  expect(datesOf('upcoming', '2026-03-01')).toEqual({ from_date: '2026-03-01' });
  expect(datesOf('past', '2026-03-01')).toEqual({ to_date: '2026-02-28' });
  expect(datesOf('all', '2026-03-01')).toEqual({});
});

test('the zoom on a face stays between 130 and 320 percent', () => {
  const zoom = (size: number) => cropOf(1000, 1000, { x: 0.4, y: 0.4, w: size, h: size }).zoom;
  expect([zoom(0.001), zoom(0.25), zoom(1)]).toEqual([3.2, 2.2, 1.3]);
});

test('right-to-left languages are known, but none is offered', () => {
  for (const language of ['ar', 'he', 'fa', 'ur', 'ar-EG'])
    expect(directionOf(language), language).toBe('rtl');
  for (const { code } of languages) expect(directionOf(code)).toBe('ltr');
  expect(languages.map(({ code }) => code)).toEqual(['en', 'de']);
});

test('after signing in one lands only on paths of this site', () => {
  expect(safeReturnPath('/clubs?q=nord')).toBe('/clubs?q=nord');
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/login',
    '/login?from=/',
    '',
    7,
  ])
    expect(safeReturnPath(bad), String(bad)).toBe('/');
});

describe('a screen that needs roles', () => {
  const user = (...roles: Role[]) => ({ id: 'me', roles, clubs: [] }) as unknown as User;
  it('takes any of, or all of them', () => {
    expect(hasRequiredRole(user('photographer'), { anyOf: ['photographer', 'club_admin'] })).toBe(true);
    expect(hasRequiredRole(user('photographer'), { allOf: ['photographer', 'club_admin'] })).toBe(false);
    expect(
      hasRequiredRole(user('photographer', 'club_admin'), { allOf: ['photographer', 'club_admin'] }),
    ).toBe(true);
    expect(hasRequiredRole(user(), { anyOf: ['photographer'] })).toBe(false);
  });
  it('lets the owner and global administrators in, and nobody else where only they may', () => {
    expect(hasRequiredRole(user(), { anyOf: ['photographer'], ownerId: 'me' })).toBe(true);
    for (const role of ['admin', 'superuser'] as const) {
      expect(hasRequiredRole(user(role), { allOf: ['photographer', 'club_admin'] })).toBe(true);
      expect(hasRequiredRole(user(role), { adminOnly: true })).toBe(true);
    }
    expect(hasRequiredRole(user('photographer'), { adminOnly: true, ownerId: 'me' })).toBe(false);
  });
});

describe('an error becomes a sentence', () => {
  const t = ((key: string, options?: { defaultValue?: string }) =>
    options?.defaultValue ?? key) as unknown as TFunction;
  it('from the message, the detail, or the status', () => {
    expect(clientError({ message: 'No' }, 400).message).toBe('No');
    expect(clientError({ detail: 'Because', message: 'No' }, 400).message).toBe('Because');
    const fields = [
      { field: 'a', msg: 'One' },
      { field: 'b', msg: 'Two' },
    ];
    expect(clientError({ detail: fields }, 422).message).toBe('One, Two');
    expect(clientError({}, 418).message).toBe('HTTP 418');
  });
  it('and says so when there was no answer, or none that can be read', () => {
    expect(errorMessage(t, new TypeError('Failed to fetch'))).toBe('errors.network');
    expect(errorMessage(t, new SyntaxError('Unexpected token <'))).toBe('errors.invalid_response');
  });
});

test('a bulk goes on after a failure, one at a time, and ends with the session', async () => {
  let atOnce = 0;
  const work = (fails: Record<string, unknown>) => async (id: string) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await Promise.resolve();
    atOnce -= 1;
    if (fails[id]) throw fails[id];
  };
  const some = await runBulk(['a', 'b', 'c'], work({ b: new Error('no') }));
  expect([some.succeeded, some.failed.map(({ id }) => id)]).toEqual([['a', 'c'], ['b']]);
  const over = await runBulk(
    ['a', 'b', 'c'],
    work({ a: { data: { code: 'session_expired', http_status: 401 } } }),
  );
  expect(over.succeeded).toEqual([]);
  expect(over.failed).toHaveLength(1);
});
