import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { hasUnfinishedAnalyses } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { analysisStamp, clusteringStamp, getFaceSettings } from './face-settings.ts';

/** Galleries enqueued at a time, so that the groupings of new photos are not kept waiting for long. */
const GALLERIES_AT_ONCE = 10;

type Dependencies = Needs<'db' | 'jobs' | 'engine'>;

/**
 * Enqueues the grouping of galleries whose photos are all analysed as the settings say, where they were grouped with other
 * settings or by an older way of clustering, or where faces wait for a grouping that failed for good. Answers how many. As long
 * as the settings stay, each gallery is enqueued once: processes with other models would otherwise take turns for ever.
 */
export function createStaleGrouping({ db, jobs, engine }: Dependencies): () => Promise<number> {
  let enqueued = { stamp: '', galleries: [] as string[] };
  return async () => {
    const settings = await getFaceSettings(db, engine);
    const stamp = clusteringStamp(settings);
    if (enqueued.stamp !== stamp) enqueued = { stamp, galleries: [] };
    const { rows } = await sql<{ gallery_id: string }>`
      select gallery.id as gallery_id from gallery
      where (gallery.clustering_stamp is not null and gallery.clustering_stamp <> ${stamp} or exists (
          select 1 from face where face.gallery_id = gallery.id
            and face.awaits_grouping_since < now() - interval '10 minutes'))
        and not gallery.id = any(${enqueued.galleries}::uuid[])
        and not ${hasUnfinishedAnalyses(sql.ref('gallery.id'), analysisStamp(settings, engine))}
        and not exists (select 1 from job where job.name = 'cluster-gallery' and job.key = gallery.id::text)
      order by gallery.id limit ${GALLERIES_AT_ONCE}`.execute(db);
    if (rows.length === 0) return 0;
    await db.transaction().execute((trx) => jobs.enqueue(trx, 'cluster-gallery', rows));
    enqueued.galleries.push(...rows.map(({ gallery_id }) => gallery_id));
    return rows.length;
  };
}
