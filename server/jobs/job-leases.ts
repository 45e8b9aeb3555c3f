/**
 * A process that runs a job holds a lease on it and renews it. When the lease ends, because the process was killed or hangs,
 * another process takes the job. When the end of a job could not be written, its lease ends too, and any process takes it,
 * that one included. There is no time limit for a job in a process that lives. Where there is only one process, it takes all
 * jobs at its start, so its leases may be long.
 */
const LEASE_AMONG_OTHERS = { ms: 20_000, renewMs: 4_000 };
const LEASE_OF_SINGLE_PROCESS = { ms: 60_000, renewMs: 15_000 };

/** How long a lease lasts, and after which time it is renewed, in milliseconds. */
export const leaseTimes = (singleProcess: boolean): { ms: number; renewMs: number } =>
  singleProcess ? LEASE_OF_SINGLE_PROCESS : LEASE_AMONG_OTHERS;
