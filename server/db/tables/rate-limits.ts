import type { BigInteger } from './column-type-aliases.ts';

/** Counted attempts, where several processes count together; `rate-limiter-flexible` writes them. */

export interface RateLimitTable {
  key: string;
  points: number;
  expire: BigInteger | null;
}
