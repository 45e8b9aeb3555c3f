import type { Generated } from 'kysely';
import type { AnalysisStatus } from '#server/contract/schemas/photo-analyses.ts';
import type { BigInteger, Timestamp, TimestampWithDefault, Vector } from './column-type-aliases.ts';

/** Analyses of photos, the faces they found, and their settings. */

export interface FaceJobTable {
  photo_id: string;
  gallery_id: string;
  status: AnalysisStatus;
  attempts: Generated<number>;
  faces_detected: number | null;
  error_code: string | null;
  error_reason: string | null;
  pipeline_version: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
}

/** Triggers insert rows, which are added up; see features/recognition/analysis-counts.repository.ts. */
export interface AnalysisCountTable {
  status: AnalysisStatus;
  minute: Timestamp;
  photos: BigInteger;
  faces: BigInteger;
}

export interface FaceTable {
  id: string;
  photo_id: string;
  gallery_id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  landmarks: number[];
  score: number;
  size_px: number;
  blur: number;
  yaw: number;
  grade: 'core' | 'weak' | 'ignore';
  embedding: Vector | null;
  recogniser: string;
  pipeline_version: string;
  is_current: Generated<boolean>;
  created_at: TimestampWithDefault;
  /** When the face was analysed, until it is grouped; null afterwards. */
  awaits_grouping_since: TimestampWithDefault | null;
}

export interface FaceSettingTable {
  id: Generated<boolean>;
  recognition_model: string | null;
  detector_backend: string | null;
  distance_metric: string | null;
  match_threshold: number | null;
  /** Recogniser and metric that the threshold was set for, see thresholdKey. */
  match_threshold_for: string | null;
  min_confidence: number;
  min_size_ratio: number;
  updated_at: TimestampWithDefault;
}

/** A model with a licence for some uses only, which an administrator has accepted. */
export interface AcceptedModelTable {
  model: string;
  accepted_by: string | null;
  accepted_at: TimestampWithDefault;
}
