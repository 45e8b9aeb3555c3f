import { describe, expect, it } from 'vitest';
import { safeReturnPath } from '#client/app/route-guards.ts';
import { hasRequiredRole } from '#client/lib/roles.ts';
import { runBulk } from '#client/lib/run-bulk.ts';
import { expiresAt, isExpired } from '#client/lib/session-tokens.ts';
import type { User } from '#server/contract/schemas/users.ts';

const token = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

describe('the end of a token', () => {
  it('is read from exp', () => {
    expect(expiresAt(token({ exp: 2_000 }))).toBe(2_000_000);
    expect(isExpired(token({ exp: 2_000 }), 1_999_999)).toBe(false);
    expect(isExpired(token({ exp: 2_000 }), 2_000_000)).toBe(true);
  });

  it.each([token({}), token({ exp: 'tomorrow' }), token({ exp: null }), 'no token', '', null])(
    'has already come without a readable exp: %s',
    (value) => expect(isExpired(value)).toBe(true),
  );
});

describe('the remembered origin', () => {
  it('is a path of this site', () => {
    expect(safeReturnPath('/clubs?mine=1')).toBe('/clubs?mine=1');
    for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', '/login', undefined])
      expect(safeReturnPath(from)).toBe('/');
  });
});

describe('roles', () => {
  const user = (...roles: User['roles']) => ({ id: 'me', roles, clubs: [] }) as unknown as User;

  it('may be asked for in any combination', () => {
    expect(hasRequiredRole(user('photographer'), { anyOf: ['photographer', 'club_admin'] })).toBe(true);
    expect(hasRequiredRole(user('photographer'), { allOf: ['photographer', 'club_admin'] })).toBe(false);
    expect(
      hasRequiredRole(user('photographer', 'club_admin'), { allOf: ['photographer', 'club_admin'] }),
    ).toBe(true);
  });

  it('let the owner through, but not past admin-only', () => {
    expect(hasRequiredRole(user('member'), { anyOf: ['photographer'], ownerId: 'me' })).toBe(true);
    expect(hasRequiredRole(user('member'), { adminOnly: true, ownerId: 'me' })).toBe(false);
  });

  it('let global administrators pass', () => {
    expect(hasRequiredRole(user('admin'), { adminOnly: true })).toBe(true);
    expect(hasRequiredRole(user('superuser'), { allOf: ['photographer', 'club_admin'] })).toBe(true);
  });
});

describe('a bulk run', () => {
  it('goes on after a failure and tells both counts', async () => {
    const result = await runBulk(['a', 'b', 'c'], async (id) => {
      if (id === 'b') throw new Error('no');
    });
    expect(result.succeeded).toEqual(['a', 'c']);
    expect(result.failed.map(({ id }) => id)).toEqual(['b']);
  });
});
