import type { Needs } from '#server/app-context.ts';
import {
  findStaleGallery,
  hasOpenAnalyses,
} from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { analysisStamp, getFaceSettings } from './face-settings.ts';
import { queueAnalysis } from './queue-analysis.ts';

/**
 * Queues the stale photos of one gallery: those analysed with other models, parameters or limits than the settings
 * name today. Does nothing while other photos wait, so that new photos come first. The faces of a photo stay until
 * its new analysis is saved. Answers how many photos were queued.
 */
export async function reanalyseStale({
  db,
  jobs,
  engine,
  bus,
  clock,
}: Needs<'db' | 'jobs' | 'engine' | 'bus' | 'clock'>): Promise<number> {
  const stamp = analysisStamp(await getFaceSettings(db, engine), engine);
  if (await hasOpenAnalyses(db)) return 0;
  const galleryId = await findStaleGallery(db, { stamp, now: clock.now() });
  if (!galleryId) return 0;
  const queued = await db
    .transaction()
    .execute((trx) => queueAnalysis(jobs, trx, { galleryId, notStamped: stamp }));
  bus.publish({ topic: `gallery:${galleryId}`, kind: 'progress' });
  return queued;
}
