/** A statement that runs longer is cancelled (Postgres server), or the embedded database is started anew (watch-embedded-calls.ts). */
export const QUERY_WITHIN_MS = 30_000;
