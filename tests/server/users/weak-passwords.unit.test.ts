import { describe, expect, test } from 'vitest';
import { weaknessOf } from '#server/features/accounts/users/weak-passwords.ts';

describe('a new password', () => {
  test.each([
    [
      'password',
      'Passwort',
      'PASSWORD',
      'password1',
      'Password123!',
      'p@ssw0rd',
      'P@$$w0rd1',
      'passwort2026',
    ],
    ['        ', '11111111', 'aaaaaaaa', '12121212', 'abcabcabc', '20262026'],
    [
      '12345678',
      '123456789',
      '87654321',
      '1234567890',
      'qwertzui',
      'qwertyuiop',
      'asdfghjkl',
      '1q2w3e4r',
      '1qaz2wsx',
    ],
    [
      'iloveyou',
      'fußball1',
      'Sommer2026',
      'Schatz!!',
      'welcome1',
      'admin123',
      'letmein!',
      'trustno1',
      '!changeme!',
    ],
  ])('is refused where it is among the first guesses: %s, %s and more', (...guesses) => {
    for (const guess of guesses)
      expect([guess, weaknessOf(guess, 'erika')]).toEqual([guess, 'password_too_common']);
  });

  test('is refused where it holds the username, in any case', () => {
    for (const [password, username] of [
      ['my name is Erika', 'erika'],
      ['ERIKA-7391-xk', 'Erika'],
      ['anna@example.org!', 'anna@example.org'],
    ] as const)
      expect(weaknessOf(password, username)).toBe('password_holds_username');
    expect(weaknessOf('xq-correct-7391', 'xq')).toBeUndefined();
  });

  test('is taken where it is neither', () => {
    for (const good of [
      'correct horse battery',
      'brand new one',
      'Mein Hund heißt Waldi',
      'kX7-pq!mm2',
      '李小龙的密码很长啊',
    ])
      expect([good, weaknessOf(good, 'erika')]).toEqual([good, undefined]);
  });
});
