import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type {
  Box,
  Calibration,
  Credit,
  FaceEngine,
  FileWords,
  Imaging,
  OutgoingMetadata,
  Placement,
  ProviderInUse,
  RenditionResult,
} from '#ml/index.ts';
import type { Clock } from './clock.ts';
import type { ForwardingProblem } from './contract/forwarding-problems.ts';
import type { ProcessRole } from './contract/process-roles.ts';
import type { DB } from './db/tables.ts';
import type { Endings } from './endings.ts';
import type { Memories } from './remember-until-written.ts';

export type FaceEngineInfo = {
  detectors: string[];
  models: string[];
  metricsByModel: Record<string, string[]>;
  /** Calibrated default threshold by model and metric. */
  thresholds: Record<string, Record<string, number>>;
  /** By model: what lets thresholds follow the gallery, where it was measured. */
  calibrations: Record<string, Calibration | undefined>;
  defaults: { detector: string; model: string; metric: string; minConfidence: number; minSizeRatio: number };
  /** What computes the models. */
  provider: ProviderInUse;
  /**
   * Recognisers that are offered only when their licence was accepted, whether their files are there or not.
   * `accepted`: by the setting ACCEPTED_MODELS.
   */
  modelsWithLicenceToAccept: { id: string; licence: string; accepted: boolean }[];
  /** Fetches the files of such a model, for use from now on. @throws AppError `model_not_obtained` */
  obtain(model: string): Promise<void>;
  /** What results of this pair are stamped with; another stamp means stale. */
  pipelineVersion(detector: string, model: string): string;
};

/** Turns untrusted files into pictures that are safe to show; see ml/imaging. */
export type PictureMaker = Pick<
  Imaging,
  'makeRenditions' | 'stripMetadata' | 'blurFaces' | 'readMetadata' | 'compareShots'
>;
export type { Credit, FileWords, OutgoingMetadata, Placement, RenditionResult };

/** Finds the faces of one of our own JPEGs, and cuts one of them out. */
export type FaceTools = Pick<FaceEngine, 'analyse'> & {
  crop(path: string, box: Box, longSide: number): Promise<Buffer>;
};

/**
 * Everything the server is made of. Use cases name the part they need: `Needs<'db' | 'clock'>`. A service of a feature is added
 * beside its type (`declare module '#server/app-context.ts'`), so that this file knows no feature.
 */
export interface AppContext extends Memories {
  db: Kysely<DB>;
  databaseKind: 'embedded' | 'server';
  /** What this process does: `all` where it is the only one. */
  role: ProcessRole;
  log: Logger;
  clock: Clock;
  endings: Endings;
  engine: FaceEngineInfo;
  /** Scheme and host where people reach the server; null: unknown, the address of the request counts. */
  publicUrl: string | null;
  /** Whether TRUST_PROXY fits the requests that this process has got since it started. */
  forwarding: { problem: ForwardingProblem | null };
  /** The settings of backups. */
  backup: {
    /** BACKUP_DIR; undefined: the server makes none by itself. */
    dir: string | undefined;
    at: string;
    keep: number;
  };
  startedAt: Date;
}
export type Needs<K extends keyof AppContext> = Pick<AppContext, K>;
