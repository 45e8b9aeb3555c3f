import type { Kysely } from 'kysely';
import type { DB } from '../db/tables.ts';
import { releaseLease, takeLease } from './leases.repository.ts';

/** The leader is the one process of an installation that does housekeeping and mails the digests. */
export interface Leadership {
  isLeader(): boolean;
  /** Calls back each time this process becomes the leader; at once where it is. */
  onBecomeLeader(callback: () => void): void;
}

/** For the only process of an installation. */
export const soleLeadership: Leadership = { isLeader: () => true, onBecomeLeader: (callback) => callback() };

const LEADER_LEASE = 'housekeeping';
/** A leader that was killed is followed by another process after this time. */
const LEADER_LEASE_MS = 20_000;

/** Leads where a lease in the database says so. */
export interface LeasedLeadership extends Leadership {
  /** Takes or keeps the lease, where no other process has it. True where this process has become the leader by it. */
  renew(): Promise<boolean>;
  /** Stops leading, and lets another process follow at once. */
  release(): Promise<void>;
}

/** @param processId whose lease it is */
export function createLeasedLeadership(db: Kysely<DB>, processId: string): LeasedLeadership {
  let leadsUntil = 0;
  const listeners: (() => void)[] = [];
  const isLeader = () => performance.now() < leadsUntil;
  return {
    isLeader,
    onBecomeLeader(callback) {
      listeners.push(callback);
      if (isLeader()) callback();
    },
    async renew() {
      const asked = performance.now();
      const wasLeader = isLeader();
      const taken = await takeLease(db, LEADER_LEASE, processId, LEADER_LEASE_MS);
      leadsUntil = taken ? asked + LEADER_LEASE_MS : 0;
      if (wasLeader || !isLeader()) return false;
      for (const listener of listeners) listener();
      return true;
    },
    async release() {
      leadsUntil = 0;
      await releaseLease(db, LEADER_LEASE, processId);
    },
  };
}
