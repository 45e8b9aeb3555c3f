import { backupHoursOf } from './backup-window.ts';
import type { Inputs } from './inputs.ts';
import { peakOf } from './peak.ts';
import { processesFor } from './processes.ts';
import { readingCoresOf, searchSecondsOf } from './query-times.ts';
import { rowsAfter } from './rows.ts';
import { storageAfter } from './storage.ts';
import { vectorIndexFor } from './vector-index.ts';

const TB = 1e12;
const GB = 1e9;

export interface Limit {
  part: string;
  unit: string;
  need(inputs: Inputs): number;
  bound(inputs: Inputs): number;
  takesOver: string;
  /** What moving there asks for: a setting of today's product, work of the operator, or work on the product. */
  by: 'setting' | 'operation' | 'development';
}

export const limits: readonly Limit[] = [
  {
    part: 'embedded database',
    unit: 'photos',
    need: (inputs) => rowsAfter(inputs).photos,
    bound: (inputs) => inputs.embeddedPhotos,
    takesOver: 'a Postgres server with pgvector (DATABASE_URL)',
    by: 'setting',
  },
  {
    part: 'one machine that does everything',
    unit: 'cores',
    need: (inputs) => processesFor(inputs).webCores + processesFor(inputs).workerCores,
    bound: (inputs) => inputs.machineCores,
    takesOver: 'web and worker processes on several machines (ROLE)',
    by: 'setting',
  },
  {
    part: 'photos on one disk',
    unit: 'TB',
    need: (inputs) => storageAfter(inputs).storeBytes / TB,
    bound: (inputs) => inputs.machineDiskTb,
    takesOver: 'S3 (STORAGE_URL)',
    by: 'setting',
  },
  {
    part: 'nightly backup with its drill',
    unit: 'hours',
    need: backupHoursOf,
    bound: (inputs) => inputs.backupHours,
    takesOver: 'Postgres’s own base backups and WAL archive (pgBackRest), and a replicated bucket',
    by: 'operation',
  },
  {
    part: 'search of My photos',
    unit: 'seconds',
    need: searchSecondsOf,
    bound: (inputs) => inputs.searchSeconds,
    takesOver: 'pgvector’s HNSW index, of halfvec to halve it',
    by: 'development',
  },
  {
    part: 'HNSW index of halfvec, were it built, in memory',
    unit: 'GB',
    need: (inputs) => vectorIndexFor(inputs).halfvecBytes / GB,
    bound: (inputs) => inputs.databaseMemoryGb,
    takesOver: 'partitioning by club, with an index each',
    by: 'development',
  },
  {
    part: 'traffic through the web processes',
    unit: 'Gbit/s',
    need: (inputs) => peakOf(inputs).gbit,
    bound: (inputs) => inputs.networkGbit,
    takesOver: 'S3 with a CDN and addresses that end after a minute',
    by: 'development',
  },
  {
    part: 'connections to the database',
    unit: 'connections',
    need: (inputs) => processesFor(inputs).connections,
    bound: (inputs) => inputs.databaseConnections,
    takesOver: 'PgBouncer in front of Postgres; live messages keep a connection of their own',
    by: 'development',
  },
  {
    part: 'memory of the database server',
    unit: 'GB',
    need: (inputs) => (storageAfter(inputs).databaseBytes * inputs.hotShare) / GB,
    bound: (inputs) => inputs.databaseMemoryGb,
    takesOver: 'partitioning by club (Postgres, or Citus over several servers)',
    by: 'development',
  },
  {
    part: 'volume of the database server',
    unit: 'TB',
    need: (inputs) => storageAfter(inputs).databaseBytes / TB,
    bound: (inputs) => inputs.databaseVolumeTb,
    takesOver: 'partitioning by club (Postgres, or Citus over several servers)',
    by: 'development',
  },
  {
    part: 'lists read from one database server',
    unit: 'cores',
    need: readingCoresOf,
    bound: (inputs) => inputs.databaseCores,
    takesOver: 'read replicas of Postgres',
    by: 'development',
  },
];

/** More than there are clubs. */
export const MOST_CLUBS = 10_000_000;

export interface ReachedLimit extends Limit {
  /** At the size that was asked for. */
  needed: number;
  allowed: number;
  /** The smallest number of clubs at which it is passed, the other numbers unchanged; undefined: at no number. */
  breaksAtClubs: number | undefined;
}

/** All limits, the one that is passed first in front. */
export function limitsInOrder(inputs: Inputs): ReachedLimit[] {
  return limits
    .map((limit) => ({
      ...limit,
      needed: limit.need(inputs),
      allowed: limit.bound(inputs),
      breaksAtClubs: clubsThatBreak(limit, inputs),
    }))
    .sort((a, b) => (a.breaksAtClubs ?? Infinity) - (b.breaksAtClubs ?? Infinity));
}

/** Needs grow with the number of clubs, so halving the range finds the smallest number that is too large. */
function clubsThatBreak(limit: Limit, inputs: Inputs): number | undefined {
  const breaks = (clubs: number) => limit.need({ ...inputs, clubs }) > limit.bound(inputs);
  if (!breaks(MOST_CLUBS)) return undefined;
  let [holds, broken] = [0, MOST_CLUBS];
  while (broken - holds > 1) {
    const middle = Math.floor((holds + broken) / 2);
    if (breaks(middle)) broken = middle;
    else holds = middle;
  }
  return broken;
}
