import { type RawBuilder, sql } from 'kysely';

/** Conditions on the last analysis of photos, for queries about photos and people. */

export const isAnalysed = (photoId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from photo_analysis j where j.photo_id = ${photoId} and j.status = 'completed')`;

export const hasFailed = (photoId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from photo_analysis j where j.photo_id = ${photoId} and j.status = 'failed')`;

/** Whether photos of the gallery are still to be analysed. */
export const isBeingAnalysed = (galleryId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from photo_analysis j
  where j.gallery_id = ${galleryId} and j.status not in ('completed', 'no_faces', 'failed'))`;

export const hasFailedAnalyses = (
  galleryId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from photo_analysis j where j.gallery_id = ${galleryId} and j.status = 'failed')`;

/**
 * The ids of photos of which is not known yet who is in them: never analysed, or with faces that belong to no person and were
 * not grouped since they were analysed.
 * @param galleryIds a subquery
 */
export const photosOfUnknownPeople = (
  galleryIds: RawBuilder<unknown>,
): RawBuilder<{ photo_id: string }> => sql`
  select j.photo_id from photo_analysis j
  where (j.pipeline_version is null or j.status = 'failed' or exists (
    select 1 from face nf
    where nf.photo_id = j.photo_id and nf.is_current and nf.grade <> 'ignore' and nf.awaits_grouping_since is not null
      and not exists (select 1 from assignment na where na.face_id = nf.id)))
    and j.gallery_id in (${galleryIds})`;
