/** What the engine and its workers say to each other. */
import type { FaceEngineErrorCode } from '../errors.ts';
import type { ExecutionProvider } from '../sessions/session.ts';
import type { AnalyseRequest, Analysis } from '../types.ts';

/** Handed over when a worker is born. */
export interface WorkerSetup {
  modelsDir: string;
  executionProvider: ExecutionProvider;
  /** Loaded and run once before the worker says it is ready. */
  warm: { detector: string; recogniser: string };
}

export interface AnalyseMessage {
  type: 'analyse';
  id: number;
  request: AnalyseRequest;
}

export type WorkerMessage =
  | { type: 'ready' }
  /** The worker could not be set up and is about to end. */
  | { type: 'unfit'; message: string }
  | { type: 'done'; id: number; analysis: Analysis }
  | { type: 'failed'; id: number; code: FaceEngineErrorCode; message: string };
