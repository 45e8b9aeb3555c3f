import { expect, test, vi } from 'vitest';
import { AppError } from '#server/contract/errors.ts';
import { createRateLimits, rateLimitValues } from '#server/features/auth/rate-limits.ts';

const refused = async (attempt: Promise<unknown>): Promise<boolean> => {
  try {
    await attempt;
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_attempts', params: { seconds: expect.any(Number) } });
    return error instanceof AppError;
  }
};
const wrong = async () => null;
const right = async () => 'in';

test('one account, guessed at from everywhere, closes for who has guessed; its owner still gets a try', async () => {
  const { limitWrongGuesses: guess } = createRateLimits();
  for (let i = 0; i < 100; i += 1)
    expect(await refused(guess('login', 'anna', `10.0.0.${i}`, wrong))).toBe(false);
  expect(await refused(guess('login', 'anna', '10.0.0.1', right))).toBe(true);
  expect(await guess('login', 'anna', 'at home', right)).toBe('in');
  expect(await guess('login', 'ben', '10.0.0.1', right)).toBe('in');
});

test('one address that guesses at many accounts is refused at all of them; signing in does not count', async () => {
  const { limitWrongGuesses: guess } = createRateLimits();
  for (let i = 0; i < 200; i += 1)
    expect(await guess('login', `member ${i}`, 'club house', right)).toBe('in');
  for (let i = 0; i < 100; i += 1)
    expect(await refused(guess('login', `name ${i}`, 'club house', wrong))).toBe(false);
  expect(await refused(guess('login', 'anna', 'club house', right))).toBe(true);
  expect(await guess('login', 'anna', 'at home', right)).toBe('in');
  expect(await guess('link', 'a link', 'club house', right)).toBe('in');
});

test('who is refused for their address is not refused for the account as well, once the hour is over', async () => {
  vi.useFakeTimers();
  try {
    const { limitWrongGuesses: guess } = createRateLimits();
    for (let i = 0; i < 100; i += 1) await guess('login', `name ${i}`, 'club house', wrong);
    vi.advanceTimersByTime(59 * 60_000);
    for (let i = 0; i < 15; i += 1)
      expect(await refused(guess('login', 'anna', 'club house', wrong))).toBe(true);
    vi.advanceTimersByTime(2 * 60_000);
    expect(await guess('login', 'anna', 'club house', right)).toBe('in');
  } finally {
    vi.useRealTimers();
  }
});

test('a share link bears 49 wrong passwords an hour', async () => {
  const { limitWrongGuesses: guess } = createRateLimits();
  for (let i = 0; i < 49; i += 1)
    expect(await refused(guess('link', 'a link', `10.0.0.${i}`, wrong))).toBe(false);
  expect(await refused(guess('link', 'a link', '10.0.0.1', right))).toBe(true);
  expect(await guess('link', 'a link', 'a parent', right)).toBe('in');
});

test.each([
  ['login', 100],
  ['link', 49],
] as const)(
  '%s: after %i wrong guesses in all, a wider network has one first guess, however many addresses',
  async (kind, points) => {
    const { limitWrongGuesses: guess } = createRateLimits();
    for (let i = 0; i < points; i += 1) await guess(kind, 'it', `10.${i}.0.1`, wrong);
    for (const [first, neighbours, elsewhere] of [
      ['192.0.2.1', ['192.0.2.2', '192.0.2.255'], '198.51.100.1'],
      ['2001:db8:1:1::/64', ['2001:db8:1:2::/64', '2001:db8:1:ffff::/64'], '2001:db8:2:1::/64'],
    ] as const) {
      expect(await refused(guess(kind, 'it', first, wrong))).toBe(false);
      for (const address of neighbours) expect(await refused(guess(kind, 'it', address, right))).toBe(true);
      expect(await guess(kind, 'it', elsewhere, right)).toBe('in');
      expect(await guess(kind, 'another', neighbours[0], right)).toBe('in');
    }
    // A right guess is given back: a family behind one router opens the link one after the other.
    expect(await guess(kind, 'it', '198.51.100.2', right)).toBe('in');
  },
);

test('a right password clears the wrong ones before it', async () => {
  const { limitWrongGuesses: guess } = createRateLimits();
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 9; i += 1) expect(await guess('login', 'anna', 'at home', wrong)).toBeNull();
    expect(await guess('login', 'anna', 'at home', right)).toBe('in');
  }
});

test('guesses at once are counted one by one', async () => {
  const { limitWrongGuesses: guess } = createRateLimits();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refused(guess('login', 'anna', 'at home', wrong))),
  );
  expect(answers.filter(Boolean)).toHaveLength(10);
});

test.each([
  ['register', rateLimitValues.registrationsPerAddress.points, 200],
  ['download-selection', rateLimitValues.downloadSelectionsPerAddress.points, 300],
  ['upload', rateLimitValues.uploadsPerAccount.points, 20_000],
] as const)('%s: as many as the README says, then no more', async (kind, points, written) => {
  expect(points).toBe(written);
  const { limitRequests } = createRateLimits();
  for (let i = 0; i < points; i += 1) await limitRequests(kind, 'somebody');
  expect(await refused(limitRequests(kind, 'somebody'))).toBe(true);
  expect(await refused(limitRequests(kind, 'somebody else'))).toBe(false);
});
