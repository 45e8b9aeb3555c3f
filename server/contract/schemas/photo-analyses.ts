import { z } from 'zod';
import { listSizes } from '../list-sizes.ts';
import { nullableTimestamp, timestamp, wholeNumber } from './common.ts';

const analysisStatus = z.enum(['pending', 'queued', 'processing', 'completed', 'failed', 'no_faces']);
export type AnalysisStatus = z.output<typeof analysisStatus>;

export const faceSummary = z.object({
  unique_faces: z.number(),
  processing: z.boolean(),
  pending_photos: z.number(),
  failed_photos: z.number(),
  total_photos: z.number(),
  /** Pictures still to be made anew after "regenerate thumbnails". */
  pending_renditions: z.number(),
});

export const photoAnalysis = z.object({
  photo_id: z.string(),
  gallery_id: z.string(),
  gallery: z.string(),
  filename: z.string(),
  thumbnail_url: z.string(),
  attempts: z.number(),
  faces_detected: z.number().nullable(),
  error: z.string().nullable(),
  error_code: z.string().nullable(),
  status: analysisStatus,
  created_at: timestamp,
  updated_at: timestamp,
  completed_at: nullableTimestamp,
});
export const photoAnalyses = z.object({ jobs: z.array(photoAnalysis) });
export const activeAnalysesInput = z.object({
  limit: wholeNumber(1, listSizes.max).default(listSizes.activeAnalyses),
});
export const recentAnalysesInput = z.object({
  limit: wholeNumber(1, listSizes.max).default(listSizes.recentAnalyses),
});
export const analysesSummary = z.object({
  queue_depth: z.number(),
  processing: z.number(),
  /** Analysed with other models or limits than today's, and queued later, gallery by gallery; 0 before the models are there. */
  stale: z.number(),
  failed: z.number(),
  completed_last_24h: z.number(),
  faces_detected_last_24h: z.number(),
  counts: z.record(analysisStatus, z.number()),
  last_completed_at: nullableTimestamp,
  /** Completed photos per hour of the last 24 hours, oldest first, for the small line of the console. */
  per_hour: z.array(z.number()),
});
