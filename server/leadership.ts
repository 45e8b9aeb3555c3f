/** Which one of the processes of an installation does housekeeping and mails the digests. */
export interface Leadership {
  isLeader(): boolean;
  /** Calls back each time this process becomes the leader; at once where it is. */
  onBecomeLeader(callback: () => void): void;
}

/** For the only process of an installation. */
export const soleLeadership: Leadership = { isLeader: () => true, onBecomeLeader: (callback) => callback() };
