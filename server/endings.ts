import type { Transaction } from 'kysely';
import type { Needs } from './app-context.ts';
import type { DB } from './db/tables.ts';

/** What open pages have to load anew after the commit: notifications of users, names in galleries. */
export type Ended = { users: string[]; galleries: string[] };

export type Ending<What> = (
  ctx: Needs<'clock' | 'jobs' | 'mail'>,
  trx: Transaction<DB>,
  what: What,
) => Promise<() => Promise<Ended>>;

export type Refusal = { clubPersonId: string; club: { name: string }; saidBy: string };

/**
 * What is to be done when an account, a club or an agreement ends, by features that these know nothing of. Where rows go, it runs
 * before that, and returns what runs afterwards in the same transaction.
 */
export type Endings = {
  /** An account leaves a club, or all clubs where none is named. Whom the club removed is told what ends with it. */
  accountLeaves: Ending<{ userId: string; club?: { id: string; name: string }; isRemoved?: boolean }>;
  clubEnds: Ending<string>;
  /** Somebody must not be shown outside any more. Answers the users to publish notifications to. */
  outsideRefused(
    ctx: Needs<'clock' | 'jobs' | 'mail'>,
    trx: Transaction<DB>,
    refusal: Refusal,
  ): Promise<string[]>;
};
