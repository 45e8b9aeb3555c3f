import { type Kysely, sql } from 'kysely';

/**
 * Counted attempts of an installation with several server processes. Unlogged: they are counted often and worth nothing
 * after a crash of the database; a backup leaves them out. The columns stand in the order `rate-limiter-flexible` fills
 * them in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limit (
      /* the limit and a keyed hash of what it counts by; addresses and names are not stored */
      key text primary key,
      points integer not null,
      /* milliseconds since 1970 */
      expire bigint
    )`.execute(db);
}
