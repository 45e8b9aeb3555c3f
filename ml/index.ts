/** Public interface of `ml`: the face engine and the decoding of pictures. The server imports this file and no other. */

export { clusterFaces } from './cluster/cluster.ts';
export { clusterFacesInWorker, WORTH_A_THREAD } from './cluster/cluster-in-worker.ts';
export { createGroupingThread, type GroupingThread } from './cluster/grouping-thread.ts';
export type { GrowthParameters, KeptFace } from './cluster/kept-gallery.ts';
export { agree } from './cluster/metric.ts';
export { suggestionDistance } from './cluster/suggest-merges.ts';
export type {
  Calibration,
  ClusterDecision,
  ClusterFace,
  ClusterInput,
  ClusterParameters,
  ClusterPlan,
  Growth,
  PersonRef,
  ThresholdReport,
} from './cluster/types.ts';
export { createFaceEngine } from './engine.ts';
export { FaceEngineError, type FaceEngineErrorCode } from './errors.ts';
export { freeMemory } from './free-memory.ts';
export { cutOutFace } from './imaging/cut-out-face.ts';
export { createImaging } from './imaging/decoder-pool.ts';
export { drawLinkCard } from './imaging/draw-link-card.ts';
export { jpegStart } from './imaging/outgoing-metadata.ts';
export { sniffImage } from './imaging/sniff.ts';
export {
  type Credit,
  DecodingInterrupted,
  type FileWords,
  type Imaging,
  ImagingError,
  type OutgoingMetadata,
  type Placement,
  type RenditionResult,
} from './imaging/types.ts';
export { xmpSidecar } from './imaging/xmp-sidecar.ts';
export {
  describeAttempts,
  type EnsureModelsOptions,
  ensureModelById,
  ensureModels,
  type ModelReport,
} from './models/ensure-models.ts';
export { defaultFaceLimits } from './parameters/face-confidence-and-size-limits.ts';
export { mergeQuestions } from './parameters/merge-questions.ts';
export { carryOverFaceIds } from './pipeline/carry-over-face-ids.ts';
export type {
  AnalysedFace,
  AnalyseRequest,
  Analysis,
  AnalysisTimings,
  Box,
  CropFile,
  EngineLog,
  FaceEngine,
  FaceEngineOptions,
  Grade,
  Metric,
  Original,
  ProviderInUse,
} from './types.ts';
