import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Imaging, PreparedImage } from '#ml/index.ts';
import type { Clock } from './clock.ts';
import type { DB } from './db/tables.ts';
import type { PasswordHasher } from './features/auth/password-hasher.ts';
import type { RateLimits } from './features/auth/rate-limits.ts';
import type { TokenSigner } from './features/auth/token-signer.ts';
import type { GalleryFaces } from './features/people/gallery-faces.repository.ts';
import type { Bus } from './live/bus.ts';

/** Work that outlives the request. The payloads are ids, unless the row will be gone when the job runs. */
export type JobPayloads = {
  'analyse-photo': { photo_id: string };
  'cluster-gallery': { gallery_id: string };
  'regenerate-renditions': { photo_id: string };
  'remove-files': { keys: string[] };
};
export type JobName = keyof JobPayloads;

/** Enqueues inside the transaction that causes the work: both happen, or neither. */
export interface JobQueue {
  enqueue<N extends JobName>(
    trx: Transaction<DB>,
    name: N,
    payloads: JobPayloads[N][],
    afterMs?: number,
  ): Promise<void>;
  /** Takes back waiting work of this key; what runs already goes on. Answers whether there was any. */
  cancel(trx: Transaction<DB>, name: JobName, key: string): Promise<boolean>;
}

export type FaceEngineInfo = {
  detectors: string[];
  models: string[];
  metricsByModel: Record<string, string[]>;
  /** Calibrated default threshold by model and metric. */
  thresholds: Record<string, Record<string, number>>;
  defaults: { detector: string; model: string; metric: string };
  /** What results of this pair are stamped with; another stamp means stale. */
  pipelineVersion(detector: string, model: string): string;
};

/** How people are grouped, for those who only ask; pure, run beside the database, never inside a transaction. */
export type Grouping = {
  /** Up to which distance of the threshold's metric a pair is worth a question. */
  suggestionDistance(threshold: number, metric: string): number;
  /** How two settings would group one gallery. */
  preview(
    gallery: GalleryFaces,
    now: { metric: string; threshold: number },
    then: { metric: string; threshold: number },
  ): Promise<{
    people_now: number;
    people_then: number;
    would_merge: number;
    would_split: number;
    named_people_affected: number;
  }>;
};

/** Turns untrusted files into pictures that are safe to show; see ml/imaging. */
export type PictureMaker = Pick<Imaging, 'prepare' | 'stripMetadata'>;
export type PreparedPicture = PreparedImage;

/** Everything the server is made of. Use cases name the part they need: `Needs<'db' | 'clock'>`. */
export type AppContext = {
  db: Kysely<DB>;
  databaseKind: 'embedded' | 'server';
  log: Logger;
  clock: Clock;
  bus: Bus;
  jobs: JobQueue;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  tokens: TokenSigner;
  engine: FaceEngineInfo;
  grouping: Grouping;
  startedAt: Date;
};
export type Needs<K extends keyof AppContext> = Pick<AppContext, K>;
