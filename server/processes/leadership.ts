/**
 * The leader is the one process of an installation that does housekeeping and mails the digests. Which one it is, its lease in
 * the database decides: join-processes.ts.
 */
export interface Leadership {
  isLeader(): boolean;
  /** Calls back each time this process becomes the leader; at once where it is. */
  onBecomeLeader(callback: () => void): void;
}

/** For the only process of an installation. */
export const soleLeadership: Leadership = { isLeader: () => true, onBecomeLeader: (callback) => callback() };
