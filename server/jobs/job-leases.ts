/**
 * A process that runs a job holds a lease on it and renews the lease. A lease that is not renewed ends, and any process takes
 * the job: when its process was killed or hangs, and when the job has ended but the process could not write this to the
 * database (then the same process may take it, too). A job has no time limit as long as its process lives. A single process
 * takes all jobs at its start, whatever their leases, so its leases may be long.
 */
const LEASE_AMONG_OTHERS = { ms: 20_000, renewMs: 4_000 };
const LEASE_OF_SINGLE_PROCESS = { ms: 60_000, renewMs: 15_000 };

/** How long a lease lasts, and after which time it is renewed, in milliseconds. */
export const leaseTimes = (singleProcess: boolean): { ms: number; renewMs: number } =>
  singleProcess ? LEASE_OF_SINGLE_PROCESS : LEASE_AMONG_OTHERS;
