import { describe, expect, it } from 'vitest';
import { hasRequiredRole } from '#client/lib/has-required-role.ts';
import type { Role } from '#server/contract/roles.ts';
import type { User } from '#server/contract/schemas/users.ts';

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
  it('lets the owner and global administrators pass, and only administrators where adminOnly is set', () => {
    expect(hasRequiredRole(user(), { anyOf: ['photographer'], ownerId: 'me' })).toBe(true);
    for (const role of ['admin', 'superuser'] as const) {
      expect(hasRequiredRole(user(role), { allOf: ['photographer', 'club_admin'] })).toBe(true);
      expect(hasRequiredRole(user(role), { adminOnly: true })).toBe(true);
    }
    expect(hasRequiredRole(user('photographer'), { adminOnly: true, ownerId: 'me' })).toBe(false);
  });
});
