import { expect, test } from 'vitest';
import { userChanges } from '#client/features/accounts/users/components/user-changes.ts';

test('an account sends what was changed, never an emptied text', () => {
  const user = { username: 'a', email: 'a@b.c', first_name: 'A', last_name: 'B', is_active: true };
  expect(userChanges(user, user)).toEqual({ seen: {} });
  expect(userChanges(user, { ...user, first_name: '', email: ' a@b.d ' })).toMatchObject({ email: 'a@b.d' });
  expect(userChanges(user, { ...user, is_active: false })).toMatchObject({ is_active: false });
});
