/** Types of the face engine that the server uses as well. Coordinates are 0..1 of the upright image. */
import type { Calibration } from './cluster/types.ts';

/** How two embeddings are compared. All three grow with difference; see `ml/cluster/metric.ts`. */
export type Metric = 'cosine' | 'euclidean' | 'euclidean_l2';

/**
 * What a face is good for. `core` faces make groups; `weak` ones (small, blurred, turned away, unsure) only
 * join groups that core faces made; `ignore` is kept as a box for the record and never compared.
 */
export type Grade = 'core' | 'weak' | 'ignore';

/** A rectangle as fractions (0..1) of the upright image; x and y are its upper left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface AnalysedFace {
  box: Box;
  /** Five points x0,y0..x4,y4 (0..1): right eye of the person (left in the image), left eye, nose, mouth corners. */
  landmarks: number[];
  /** The detector's confidence, 0..1. */
  score: number;
  /** Shorter side of the box in pixels of the picture that the face was cut from: the rendition or the original. */
  sizePx: number;
  /** Sharpness lost, 0 (crisp) .. 1 (no detail left). */
  blur: number;
  /** Turn of the head to the side in degrees, 0 = frontal, negative = towards the image's left. */
  yaw: number;
  grade: Grade;
  /**
   * The recogniser's raw output, mean over the face's views, NOT normalised: the metric `euclidean` needs
   * its length; the other two normalise for themselves. Empty (length 0) where the grade is `ignore`.
   */
  embedding: Float32Array;
}

export interface AnalysisTimings {
  /** Milliseconds per station; `total` also holds what lies between them. */
  decode: number;
  detect: number;
  align: number;
  embed: number;
  total: number;
}

export interface Analysis {
  /** Changes whenever models or parameters change what would be found; results of another version are stale. */
  pipelineVersion: string;
  widthPx: number;
  heightPx: number;
  faces: AnalysedFace[];
  timings: AnalysisTimings;
}

export interface AnalyseRequest {
  /** An upright sRGB JPEG of ours (the large rendition), never an upload. */
  path: string;
  detector: string;
  recogniser: string;
  /** Faces the detector is less sure of are dropped, 0..1. */
  minConfidence: number;
  /**
   * Faces whose shorter side is below this share of the original's shorter side are dropped, 0..1. Of that side at most
   * 1,600 px count: at the default of .02 no face of 32 px or more in the original is dropped.
   */
  minSizeRatio: number;
  /** The file that the rendition was made from; without it the rendition is taken for the original. */
  original?: Original;
}

export interface PixelSize {
  widthPx: number;
  heightPx: number;
}

/** An uploaded file, which only a process that may be killed decodes. */
export interface Original extends PixelSize {
  /**
   * Has regions cut out of it (fractions of the upright picture) and hands `read` the file with their pixels, which
   * lasts no longer than the call. Undefined, without a call of `read`, where the original cannot be decoded.
   */
  withCrops<T>(
    regions: Box[],
    read: (file: CropFile) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | undefined>;
}

/** Regions of a picture of the given size as sRGB bytes in one file, three bytes a pixel, one region after the other. */
export interface CropFile extends PixelSize {
  path: string;
  /** In pixels of that picture; `start` is the position of the first byte in the file. */
  crops: (PixelSize & { left: number; top: number; start: number })[];
}

/** What computes the models, by the names of onnxruntime. Everything but cpu needs its own drivers. */
export type ExecutionProvider = 'cpu' | 'cuda' | 'tensorrt' | 'dml' | 'coreml' | 'webgpu';

export interface ProviderInUse {
  name: ExecutionProvider;
  /** The one that was asked for and cannot be used on this machine; then the name is cpu. */
  refused: { name: ExecutionProvider; reason: string } | null;
}

export interface FaceEngine {
  provider: ProviderInUse;
  /** Only what is present and verified on this machine; best first. */
  available: { detectors: string[]; recognisers: string[]; metrics: Record<string, Metric[]> };
  /** The best that are present and whose licence asks nothing of the operator. */
  defaults: { detector: string; recogniser: string; metric: Metric };
  /** Recognisers that may be used only where somebody responsible has accepted their licence; present or not. */
  modelsWithLicenceToAccept: { id: string; licence: string }[];
  /** Looks again at which models are present: one was obtained while the engine runs. */
  refresh(): Promise<void>;
  /** The calibrated threshold (0..1) an empty match_threshold means. Throws RangeError for an unknown pair. */
  defaultThreshold(recogniser: string, metric: Metric): number;
  /** What lets thresholds follow the gallery; undefined for a recogniser of which it was not measured. */
  calibration(recogniser: string): Calibration | undefined;
  /** What results of this pair are stamped with; compare with a stored one to find stale photos. */
  pipelineVersion(detector: string, recogniser: string): string;
  /** Rejects with FaceEngineError; an aborted signal rejects with its reason. */
  analyse(request: AnalyseRequest, signal?: AbortSignal): Promise<Analysis>;
  stats(): { workers: number; busy: number; queued: number };
  /** Ends the workers; requests under way are rejected. */
  close(): Promise<void>;
}

export interface FaceEngineOptions {
  /** Where the verified .onnx files lie (see `ensureModels`). */
  modelsDir: string;
  workers: number;
  /** Whether other work on this machine goes first: half of the workers are used while it says so, and no more are started. */
  yieldsNow?: (() => boolean) | undefined;
  executionProvider?: ExecutionProvider | undefined;
  /** Called when its first thread has been started. */
  onThread?: (() => void) | undefined;
  log?: EngineLog;
}

/** The engine never logs faces or embeddings: names of models, counts and times only. */
export type EngineLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  facts?: Record<string, unknown>,
) => void;
