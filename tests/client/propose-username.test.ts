import { expect, test } from 'vitest';
import { proposeUsername } from '#client/features/accounts/auth/propose-username.ts';
import { username } from '#server/contract/schemas/common.ts';

test.each([
  ['Zoë Müller', 'zoe@club.example', 'zoe.mueller'],
  ['  Ann-Kathrin  O’Neil ', '', 'ann.kathrin.o.neil'],
  ['Łukasz Groß', '', 'lukasz.gross'],
  ['Æ', 'mum.of.mia@x.example', 'mum.of.mia'],
  ['李雷', 'lei@x.example', 'lei'],
  ['', '', 'member'],
  ['Jo', '', 'member'],
])('%s, %s', (full_name, email, expected) => {
  expect(proposeUsername({ full_name, email })).toBe(expected);
});

test('is a username, however long the name is, and another with a suffix', () => {
  const long = { full_name: 'x'.repeat(200), email: '' };
  for (const suffix of ['', '4711'])
    expect(username.safeParse(proposeUsername(long, suffix)).success).toBe(true);
  expect(proposeUsername(long, '4711')).not.toBe(proposeUsername(long));
});
