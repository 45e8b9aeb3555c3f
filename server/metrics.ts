import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findLastBackup, findLastProof } from './backup/backup-runs.repository.ts';
import type { Database } from './db/database.ts';
import { sumOfOriginals } from './features/administration/stats/stats.repository.ts';
import type { Metrics } from './http/metrics-route.ts';
import { listQueueFigures } from './jobs/queue-figures.ts';
import type { RunnerOptions } from './jobs/runner.ts';

/** Sums over all photos are computed at most this often. */
const SUM_EVERY_MS = 5 * 60_000;
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30];

export interface MeasuredParts {
  database: Pick<Database, 'db' | 'connections'>;
  dataDir: string;
  /** Where the server puts its backups; undefined: it makes none. */
  backupDir: string | undefined;
}

export interface ServerMetrics extends Metrics {
  jobEnded: NonNullable<RunnerOptions['onEnded']>;
  /** Of one photo: milliseconds by stage. */
  analysed(timings: Record<string, number>): void;
}

/** Figures for Prometheus. Requests and jobs are counted in memory; what has to be asked for is asked when figures are read. */
export function createMetrics(parts: MeasuredParts): ServerMetrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'clublens_http_request_seconds',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'clublens_job_seconds',
    help: 'Attempts of jobs by outcome: done, retried (tried again later), failed (given up)',
    labelNames: ['job', 'outcome'],
    buckets: [...SECONDS, 120],
    registers,
  });
  const stages = new Histogram({
    name: 'clublens_analysis_seconds',
    help: 'Recognition of one photo by stage',
    labelNames: ['stage'],
    buckets: SECONDS,
    registers,
  });
  connectionGauge(registers, parts.database);
  const updates = [
    queueGauges(registers, parts.database),
    storeGauges(registers, parts),
    ...(parts.backupDir === undefined ? [] : [backupGauges(registers, parts.database, parts.backupDir)]),
  ];
  const failures = new Counter({
    name: 'clublens_figures_missing_total',
    help: 'Figures that could not be asked for, of the database or the disk: they are older than this reading',
    registers,
  });
  return {
    contentType: registry.contentType,
    async read() {
      for (const update of updates) await update().catch(() => failures.inc());
      return registry.metrics();
    },
    answered: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    jobEnded: (job, outcome, ms) => jobs.observe({ job, outcome }, ms / 1000),
    analysed: (timings) => {
      for (const [stage, ms] of Object.entries(timings)) stages.observe({ stage }, ms / 1000);
    },
  };
}

type Update = () => Promise<void>;

function connectionGauge(registers: Registry[], database: MeasuredParts['database']): void {
  new Gauge({
    name: 'clublens_database_connections',
    help: 'Connections to the database, and calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count);
    },
  });
}

function queueGauges(registers: Registry[], { db }: MeasuredParts['database']): Update {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['job'], registers });
  const waiting = gauge('clublens_jobs_waiting', 'Jobs that are due and not begun');
  const running = gauge('clublens_jobs_running', 'Jobs that are running');
  const oldest = gauge('clublens_jobs_oldest_seconds', 'How long the oldest due job has waited');
  return async () => {
    for (const { name: job, ...figures } of await listQueueFigures(db)) {
      waiting.set({ job }, figures.waiting);
      running.set({ job }, figures.running);
      oldest.set({ job }, figures.oldestSeconds);
    }
  };
}

function storeGauges(registers: Registry[], { database, dataDir }: MeasuredParts): Update {
  let summedAt = Number.NEGATIVE_INFINITY;
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const originals = gauge('clublens_originals_bytes', 'Size of all originals; up to five minutes old');
  const free = gauge('clublens_disk_free_bytes', 'Free space where DATA_DIR is');
  return async () => {
    const disk = await statfs(dataDir);
    free.set(disk.bavail * disk.bsize);
    if (performance.now() - summedAt < SUM_EVERY_MS) return;
    originals.set(await sumOfOriginals(database.db));
    summedAt = performance.now();
  };
}

/** Infinite while there is none. */
function backupGauges(registers: Registry[], { db }: MeasuredParts['database'], dir: string): Update {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const age = gauge('clublens_backup_age_seconds', 'Since the newest backup was finished');
  const proof = gauge('clublens_backup_proof_age_seconds', 'Since restoring a backup on trial last worked');
  const since = (moment: Date | null) =>
    moment ? (Date.now() - moment.getTime()) / 1000 : Number.POSITIVE_INFINITY;
  return async () => {
    age.set(since(await findLastBackup(db, dir)));
    proof.set(since(await findLastProof(db, dir)));
  };
}
