/** @module-tag long */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import { openDatabase } from '#server/db/database.ts';
import {
  countInDatabase,
  countInMemory,
  removeEndedRateLimits,
} from '#server/features/platform/rate-limits/rate-limit-store.ts';
import {
  createRateLimits as createRateLimitsIn,
  type RateLimits,
  rateLimitValues,
} from '#server/features/platform/rate-limits/rate-limits.ts';
import { createLogger } from '#server/logger.ts';
import { borrowTestDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const SECRET = 'a secret of an installation, for tests';

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
const broken = async (): Promise<never> => {
  throw new Error('the database is away');
};

let database: TestDatabase;
beforeAll(async () => {
  database = await borrowTestDatabase();
});
afterAll(() => database.remove());

describe.each(['in memory', 'in the database'] as const)('counted %s', (place) => {
  const createRateLimits = () =>
    createRateLimitsIn(place === 'in memory' ? countInMemory : countInDatabase(database.db, SECRET));
  if (place === 'in the database') beforeEach(() => emptyTables(database.db));

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
    // In memory a timer removes what has ended; a database needs its own timers.
    vi.useFakeTimers(place === 'in memory' ? {} : { toFake: ['Date'] });
    try {
      const pass = (minutes: number) =>
        place === 'in memory'
          ? vi.advanceTimersByTime(minutes * 60_000)
          : vi.setSystemTime(Date.now() + minutes * 60_000);
      const { limitWrongGuesses: guess } = createRateLimits();
      for (let i = 0; i < 100; i += 1) await guess('login', `name ${i}`, 'club house', wrong);
      pass(59);
      for (let i = 0; i < 15; i += 1)
        expect(await refused(guess('login', 'anna', 'club house', wrong))).toBe(true);
      pass(2);
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

  test.each(['login', 'link'] as const)('%s: a check that could not be made does not count', async (kind) => {
    const { limitWrongGuesses: guess } = createRateLimits();
    const points = { login: 100, link: 49 }[kind];
    const fails = () => expect(guess(kind, 'it', 'at home', broken)).rejects.toThrow('the database is away');
    for (let i = 0; i < 9; i += 1) await guess(kind, 'it', 'at home', wrong);
    await Promise.all(Array.from({ length: 150 }, fails).map((attempt) => attempt.catch(() => undefined)));
    for (let i = 0; i < 110; i += 1) await fails();
    expect(await refused(guess(kind, 'it', 'at home', wrong))).toBe(false);
    expect(await refused(guess(kind, 'it', 'at home', right))).toBe(true);
    // Neither the account or link from everywhere, nor the address for all accounts, nor the one first guess of a network.
    for (let i = 0; i < points - 10; i += 1) {
      await expect(guess(kind, 'it', `10.${i}.0.1`, broken)).rejects.toThrow();
      await guess(kind, 'it', `10.${i}.0.1`, wrong);
    }
    for (let i = 0; i < 3; i += 1)
      await expect(guess(kind, 'it', '192.0.2.1', broken)).rejects.toThrow('the database is away');
    expect(await guess(kind, 'it', '192.0.2.2', right)).toBe('in');
    expect(await guess(kind, 'another', 'at home', right)).toBe('in');
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
  ] as const)('%s: as many as docs/operate/limits.md says, then no more', async (kind, points, written) => {
    expect(points).toBe(written);
    if (place === 'in the database' && points > 1_000) return; // the same statement 20,000 times
    const { limitRequests } = createRateLimits();
    for (let i = 0; i < points; i += 1) await limitRequests(kind, 'somebody');
    expect(await refused(limitRequests(kind, 'somebody'))).toBe(true);
    expect(await refused(limitRequests(kind, 'somebody else'))).toBe(false);
  });
});

test('addresses and names are not written down, and what has ended is removed', async () => {
  await emptyTables(database.db);
  const { limitWrongGuesses: guess, limitRequests } = createRateLimitsIn(
    countInDatabase(database.db, SECRET),
  );
  await guess('login', 'anna', '192.0.2.7', wrong);
  await limitRequests('register', '192.0.2.7');
  const rows = () => database.db.selectFrom('rate_limit').selectAll().execute();
  const kept = await rows();
  expect(kept.map(({ key }) => key.split(':')[0]).sort()).toEqual([
    'account',
    'address',
    'register',
    'target-and-address',
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/anna|192\.0\.2\.7/);
  // Who knows the hash function and not the secret cannot try addresses one by one.
  const { limitRequests: elsewhere } = createRateLimitsIn(countInDatabase(database.db, `${SECRET}, another`));
  await elsewhere('register', '192.0.2.7');
  expect(await rows()).toHaveLength(5);
  await removeEndedRateLimits(database.db, new Date(Date.now() + 16 * 60_000));
  expect((await rows()).map(({ key }) => key.split(':')[0])).not.toContain('target-and-address');
  await removeEndedRateLimits(database.db, new Date(Date.now() + 61 * 60_000));
  expect(await rows()).toEqual([]);
});

test('while the database is away nothing is let through', async () => {
  const away = await createTestDatabase();
  await sql`drop table rate_limit`.execute(away.db);
  const { limitWrongGuesses: guess, limitRequests } = createRateLimitsIn(countInDatabase(away.db, SECRET));
  const check = vi.fn(right);
  await expect(guess('login', 'anna', 'at home', check)).rejects.toThrow(/rate_limit/);
  expect(check).not.toHaveBeenCalled();
  await expect(limitRequests('register', 'at home')).rejects.toThrow(/rate_limit/);
  await away.remove();
});

test('what could not be given back, because the database went away at that moment, is given back later', async () => {
  let isAway = false;
  const { limitWrongGuesses: guess } = createRateLimitsIn((name, limit) => {
    const store = countInMemory(name, limit);
    const unlessAway =
      <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
      (...args: A) =>
        isAway ? broken() : call(...args);
    return {
      get: unlessAway((key) => store.get(key)),
      consume: unlessAway((key) => store.consume(key)),
      penalty: unlessAway((key) => store.penalty(key)),
      reward: unlessAway((key) => store.reward(key)),
      delete: unlessAway((key) => store.delete(key)),
    };
  });
  for (const goesAway of [broken, right])
    for (let i = 0; i < 120; i += 1) {
      const check = () => {
        isAway = true;
        return goesAway();
      };
      await expect(guess('login', 'anna', 'at home', check)).rejects.toThrow('the database is away');
      isAway = false;
    }
  expect(await guess('login', 'anna', 'at home', right)).toBe('in');
});

// Needs DATABASE_URL_TEST: the embedded database has one process.
test.skipIf(!TEST_SERVER_URL)('two processes on one database server count together', async () => {
  await emptyTables(database.db);
  const second = await openDatabase(database, createLogger('error'));
  try {
    const here = createRateLimitsIn(countInDatabase(database.db, SECRET));
    const there = createRateLimitsIn(countInDatabase(second.db, SECRET));
    const both = <T>(attempt: (limits: RateLimits, turn: number) => Promise<T>, turns: number) =>
      Promise.all(Array.from({ length: turns }, (_, turn) => attempt(turn % 2 ? here : there, turn)));
    const countLetThrough = (answers: boolean[]) => answers.filter((was) => !was).length;
    const atOnce = await both(
      (limits) => refused(limits.limitWrongGuesses('login', 'anna', 'at home', wrong)),
      40,
    );
    expect(countLetThrough(atOnce)).toBe(10);
    const registrations = await both((limits) => refused(limits.limitRequests('register', 'a hall')), 240);
    expect(countLetThrough(registrations)).toBe(200);
    // One after the other in each process, two at a time: the limit for all addresses is looked at before it is counted.
    // 49 and the first guess of this network, and one that the other process let through at the same moment.
    let through = 0;
    for (let turn = 0; turn < 80; turn += 2) {
      const answers = await both(
        (limits, side) => refused(limits.limitWrongGuesses('link', 'a link', `10.0.0.${turn + side}`, wrong)),
        2,
      );
      through += countLetThrough(answers);
    }
    expect([50, 51]).toContain(through);
  } finally {
    await second.close();
  }
});
