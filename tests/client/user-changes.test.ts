import { expect, test } from 'vitest';
import { userChanges } from '#client/features/users/components/user-changes.ts';

test('an account sends what was changed, never an emptied text', () => {
  const user = { username: 'a', email: 'a@b.c', first_name: 'A', last_name: 'B', is_active: true };
  expect(userChanges(user, user)).toEqual({});
  expect(userChanges(user, { ...user, first_name: '', email: ' a@b.d ' })).toEqual({ email: 'a@b.d' });
  expect(userChanges(user, { ...user, is_active: false })).toEqual({ is_active: false });
});
