import { type RawBuilder, sql } from 'kysely';

/** Conditions on the last analysis of photos, for queries about photos and people. */

export const isAnalysed = (photoId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from face_job j where j.photo_id = ${photoId} and j.status = 'completed')`;

/**
 * The ids of photos of which is not known yet who is in them: never analysed, or with new faces that wait for grouping. A
 * decision has a gallery grouped again, too; faces that belonged to no person before it are not new. Faces count as new from a
 * minute before the job was enqueued, because both times are those at which transactions began; none lasts a minute.
 * @param galleryIds a subquery
 */
export const photosOfUnknownPeople = (
  galleryIds: RawBuilder<unknown>,
): RawBuilder<{ photo_id: string }> => sql`
  select j.photo_id from face_job j
  where (j.pipeline_version is null or j.status = 'failed' or exists (
    select 1 from face nf join job on job.name = 'cluster-gallery' and job.key = nf.gallery_id::text
    where nf.photo_id = j.photo_id and nf.is_current and nf.grade <> 'ignore'
      and nf.created_at > job.created_at - interval '1 minute'
      and not exists (select 1 from assignment na where na.face_id = nf.id)))
    and j.gallery_id in (${galleryIds})`;
