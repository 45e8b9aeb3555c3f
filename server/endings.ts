import type { Transaction } from 'kysely';
import type { Needs } from './app-context.ts';
import type { DB } from './db/tables.ts';

/** What open pages have to load anew after the commit: notifications of users, names in galleries. */
export type Ended = { users: string[]; galleries: string[] };

type Ending<What> = (
  ctx: Needs<'clock' | 'jobs' | 'mail'>,
  trx: Transaction<DB>,
  what: What,
) => Promise<() => Promise<Ended>>;

/**
 * What is to be done when an account or a club ends, by features that these know nothing of. Each runs before the rows go, and
 * returns what runs after that in the same transaction.
 */
export type Endings = {
  /** An account leaves a club, or all clubs where none is named. Whom the club removed is told what ends with it. */
  accountLeaves: Ending<{ userId: string; club?: { id: string; name: string }; isRemoved?: boolean }>;
  clubEnds: Ending<string>;
};
