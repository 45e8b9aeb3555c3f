import { createHmac } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { DB } from '#server/db/tables.ts';

/** How many points a key has in how many seconds. */
type Limit = { points: number; duration: number };

/** Where attempts are counted: makes the counter of one limit. */
export type RateLimitStore = (
  name: string,
  limit: Limit,
) => Pick<RateLimiterAbstract, 'get' | 'consume' | 'penalty' | 'reward' | 'delete'>;

/** Counts in the memory of this process. */
export const countInMemory: RateLimitStore = (name, limit) =>
  new RateLimiterMemory({ keyPrefix: name, ...limit });

/**
 * Counts in the database, for all processes of the installation together. While the database is away every limit refuses
 * (503, as all requests do then): what they guard needs the same database.
 * @param secret of the installation; the database holds keyed hashes of addresses and names
 */
export function countInDatabase(db: Kysely<DB>, secret: string): RateLimitStore {
  const hashKey = createHmac('sha256', secret).update('rate limits').digest();
  const storeClient = {
    // The statements are not prepared by name: a pooler in front of the database may not allow it.
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  return (name, limit) => {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false, // housekeeping removes them
      keyPrefix: name,
      ...limit,
    });
    const hashed = (key: string | number) =>
      createHmac('sha256', hashKey).update(`${name} ${key}`).digest('base64url');
    return {
      get: (key) => limiter.get(hashed(key)),
      consume: (key) => limiter.consume(hashed(key)),
      penalty: (key) => limiter.penalty(hashed(key)),
      reward: (key) => limiter.reward(hashed(key)),
      delete: (key) => limiter.delete(hashed(key)),
    };
  };
}

export async function removeEndedRateLimits(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<=', now.getTime()).execute();
}
