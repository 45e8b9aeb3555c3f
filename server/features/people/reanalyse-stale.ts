import type { Needs } from '#server/app-context.ts';
import { analysisStamp, getFaceSettings } from './face-settings.ts';
import { queueAnalysis } from './queue-analysis.ts';

/**
 * Sends one gallery's stale photos through recognition again: analysed with other models, parameters or limits
 * than those in force. Only while nothing else waits, so that new photos never stand behind old ones. What is
 * known of a photo stays until its new result is there. Answers how many photos were queued.
 */
export async function reanalyseStale({
  db,
  jobs,
  engine,
  bus,
}: Needs<'db' | 'jobs' | 'engine' | 'bus'>): Promise<number> {
  const stamp = analysisStamp(await getFaceSettings(db, engine), engine);
  const busy = await db
    .selectFrom('face_job')
    .select('photo_id')
    .where('status', 'in', ['pending', 'queued', 'processing'])
    .limit(1)
    .executeTakeFirst();
  if (busy) return 0;
  const stale = await db
    .selectFrom('face_job')
    .select('gallery_id')
    .where((eb) => eb.or([eb('pipeline_version', 'is', null), eb('pipeline_version', '!=', stamp)]))
    .limit(1)
    .executeTakeFirst();
  if (!stale) return 0;
  const galleryId = stale.gallery_id;
  const queued = await db
    .transaction()
    .execute((trx) => queueAnalysis(jobs, trx, { galleryId, notStamped: stamp }));
  bus.publish({ topic: `gallery:${galleryId}`, kind: 'progress' });
  return queued;
}
