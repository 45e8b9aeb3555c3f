/** The messages between the engine and its worker threads. */
import type { FaceEngineErrorCode } from '../errors.ts';
import type { NativeCalls } from '../models/native-calls.ts';
import type { FirstAnalysis } from '../pipeline/analyse.ts';
import type { Detection } from '../pipeline/image.ts';
import type { AnalysedFace, AnalyseRequest, CropFile, ExecutionProvider, PixelSize } from '../types.ts';

/** Given to a worker thread when it starts. */
export interface WorkerSetup {
  modelsDir: string;
  executionProvider: ExecutionProvider;
  /** Loaded and run once before the worker says it is ready. */
  warm: { detector: string; recogniser: string };
}
export type WorkerData = WorkerSetup & { nativeCalls: NativeCalls };

export interface RenditionRequest extends Omit<AnalyseRequest, 'original'> {
  /** Size of the picture that the rendition was made from. */
  original?: PixelSize | undefined;
  /** Whether small faces are left to a request with their crops. */
  leaveOutSmall: boolean;
}

export interface CropsRequest extends Pick<AnalyseRequest, 'detector' | 'recogniser'> {
  /** In pixels of the rendition, as many as crops in the file. */
  found: Detection[];
  rendition: PixelSize;
  file: CropFile;
}

/** What a worker is asked, and what it answers. */
export interface Work {
  rendition: { request: RenditionRequest; result: FirstAnalysis };
  crops: { request: CropsRequest; result: AnalysedFace[] };
}
export type WorkKind = keyof Work;
export type WorkRequest = { [K in WorkKind]: { kind: K; request: Work[K]['request'] } }[WorkKind];
/** `end`: after what it is doing. */
export type WorkMessage = (WorkRequest & { id: number }) | { kind: 'end' };

export type WorkerMessage =
  | { type: 'ready' }
  /** The worker could not be set up and is about to end. */
  | { type: 'unfit'; message: string }
  | { type: 'done'; id: number; result: Work[WorkKind]['result'] }
  | { type: 'failed'; id: number; code: FaceEngineErrorCode; message: string };
