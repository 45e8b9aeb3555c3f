import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/contract/errors.ts';
import { widerNetwork } from './rate-limit-address.ts';

/**
 * How often something may be tried. Wrong guesses count per target and address, and per target in all. When those in
 * all are used up, an address that has not guessed yet still gets one attempt, so that a stranger cannot lock the
 * owner out; but one for each wider network, so that many addresses of one stranger are no way around the limit.
 */
const quarterHour = 15 * 60;
const hour = 60 * 60;
export const rateLimitValues = {
  guessesPerTargetAndAddress: { points: 10, duration: quarterHour },
  loginGuessesPerAccount: { points: 100, duration: hour },
  loginGuessesPerAddress: { points: 100, duration: hour },
  linkGuessesPerLink: { points: 49, duration: hour },
  /** Counted only while the guesses at the target in all are used up. */
  firstGuessesPerWiderNetwork: { points: 1, duration: hour },
  registrationsPerAddress: { points: 200, duration: hour },
  uploadsPerAccount: { points: 20_000, duration: hour },
  /** Each stores a list of up to 5,000 photos for a day, and share links need no account for it. */
  downloadSelectionsPerAddress: { points: 300, duration: hour },
} as const;

export interface RateLimits {
  /** Runs a check that says whether the guess was right; refuses with 429 when there were too many wrong ones. */
  limitWrongGuesses<T>(
    kind: 'login' | 'link',
    target: string,
    address: string,
    check: () => Promise<T | null>,
  ): Promise<T | null>;
  limitRequests(kind: 'register' | 'upload' | 'download-selection', key: string): Promise<void>;
}

export function createRateLimits(): RateLimits {
  const limiter = (keyPrefix: string, limit: { points: number; duration: number }) =>
    new RateLimiterMemory({ keyPrefix, ...limit });
  const close = limiter('close', rateLimitValues.guessesPerTargetAndAddress);
  const address = limiter('address', rateLimitValues.loginGuessesPerAddress);
  const wide = {
    login: limiter('account', rateLimitValues.loginGuessesPerAccount),
    link: limiter('link', rateLimitValues.linkGuessesPerLink),
  };
  const first = limiter('first', rateLimitValues.firstGuessesPerWiderNetwork);
  const counted = {
    register: limiter('register', rateLimitValues.registrationsPerAddress),
    upload: limiter('upload', rateLimitValues.uploadsPerAccount),
    'download-selection': limiter('download-selection', rateLimitValues.downloadSelectionsPerAddress),
  };

  return {
    async limitWrongGuesses(kind, target, from, check) {
      const pair = `${kind} ${target} ${from}`;
      // Checked before anything is counted: a refused address adds no count for each name it tries.
      if (kind === 'login') refuseIfSpent(await address.get(from));
      const guessedBefore = ((await close.get(pair))?.consumedPoints ?? 0) > 0;
      const inAll = await wide[kind].get(target);
      if (guessedBefore) refuseIfSpent(inAll);
      const fresh = isSpent(inAll) ? `${kind} ${target} ${widerNetwork(from)}` : undefined;
      if (fresh) await refuseWhenSpent(first.consume(fresh));
      // Counted before the check, so that parallel guesses cannot slip through; given back when it was right.
      await refuseWhenSpent(close.consume(pair));
      if (kind === 'login') await refuseWhenSpent(address.consume(from));
      const found = await check();
      if (found === null) {
        await wide[kind].penalty(target);
        return null;
      }
      await close.delete(pair);
      if (fresh) await first.delete(fresh);
      if (kind === 'login') await address.reward(from);
      return found;
    },
    async limitRequests(kind, key) {
      await refuseWhenSpent(counted[kind].consume(key));
    },
  };
}

const isSpent = (state: RateLimiterRes | null): state is RateLimiterRes =>
  state !== null && state.remainingPoints <= 0;

function refuseIfSpent(state: RateLimiterRes | null): void {
  if (isSpent(state)) throw tooMany(state);
}

async function refuseWhenSpent(consumed: Promise<RateLimiterRes>): Promise<void> {
  try {
    await consumed;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal);
    throw refusal;
  }
}

function tooMany(state: RateLimiterRes): AppError {
  return new AppError('too_many_attempts', {
    params: { seconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) },
  });
}
