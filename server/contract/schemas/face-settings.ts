import { z } from 'zod';
import { id, seen } from './common.ts';
import { person } from './gallery-people.ts';

/**
 * NaN, infinities, strings and arrays are refused by the number rule itself, with the field named. Rounded to a millionth, as
 * the database can hold it.
 */
const zeroToOne = z
  .number('Must be a number from 0 to 1')
  .min(0, 'Must be at least 0')
  .max(1, 'Must be at most 1')
  .transform((value) => Math.round(value * 1e6) / 1e6);
/** As text too: the preview is asked for by a query string. */
const zeroToOneInQuery = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,6}(?:\.\d{1,20})?$/, 'Must be a number from 0 to 1')
      .transform(Number),
  ])
  .pipe(zeroToOne);
export const faceSettings = z.object({
  recognition_model: z.string(),
  detector_backend: z.string(),
  distance_metric: z.string(),
  /** null: the calibrated default of the chosen model and metric, see effective_match_threshold. */
  match_threshold: z.number().nullable(),
  min_confidence: z.number(),
  min_size_ratio: z.number(),
  effective_match_threshold: z.number(),
  models: z.array(z.string()),
  detectors: z.array(z.string()),
  distance_metrics: z.array(z.string()),
  metrics_by_model: z.record(z.string(), z.array(z.string())),
  default_thresholds: z.record(z.string(), z.record(z.string(), z.number())),
  /** Models whose licence allows only some uses; in `models` once it is accepted and the file is there. */
  reserved_models: z.array(
    z.object({ id: z.string(), licence: z.string(), accepted: z.boolean(), present: z.boolean() }),
  ),
  /** What computes the models, and the one that was asked for and cannot be used. */
  provider: z.object({ name: z.string(), refused: z.string().nullable() }),
});
export const updateFaceSettingsInput = z
  .object({
    recognition_model: z.string().max(100).optional(),
    detector_backend: z.string().max(100).optional(),
    distance_metric: z.string().max(100).optional(),
    match_threshold: zeroToOne.nullable().optional(),
    min_confidence: zeroToOne.optional(),
    min_size_ratio: zeroToOne.optional(),
    seen,
  })
  .refine((settings) => Object.keys(settings).length > 0, {
    message: 'Nothing to change was sent',
    path: ['match_threshold'],
  });
export const acceptModelInput = z.object({ model: z.string().max(100) });
export const previewSettingsInput = z.object({
  gallery_id: id,
  distance_metric: z.string().max(100).optional(),
  match_threshold: zeroToOneInQuery.nullable().optional(),
});
export const settingsPreview = z.object({
  people_now: z.number(),
  people_then: z.number(),
  would_merge: z.number(),
  would_split: z.number(),
  /** Those who would lose faces, or get more. */
  named_people_affected: z.number(),
  faces_added_to_named_people: z.number(),
  /** What the threshold becomes in this gallery, and why; null where it is the same for all faces. */
  threshold_in_force: z
    .object({
      reason: z.enum(['little-evidence', 'faces-alike', 'faces-distinct', 'as-calibrated']),
      /** For the middle face, in the metric's units. */
      threshold: z.number(),
      /** Mean cosine distance between different people of the gallery. */
      stranger_distance: z.number(),
    })
    .nullable(),
  /**
   * With the settings in force: two people who are as near to each other as the faces of one. `by_one_photo`: nothing keeps them
   * apart but one photo that shows both; these come first, then the nearest.
   */
  look_alikes: z.object({
    total: z.number(),
    by_one_photo: z.number(),
    pairs: z.array(z.object({ first: person, second: person, by_one_photo: z.boolean() })),
  }),
});
