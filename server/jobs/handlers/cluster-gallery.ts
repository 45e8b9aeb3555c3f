import { sql } from 'kysely';
import { clusterFacesInWorker, type Metric } from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import { buildClusterInput } from '#server/face-engine/build-cluster-input.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import {
  applyPlan,
  type PeoplePlan,
} from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import {
  type FaceAwaitingGrouping,
  findStartOfUpload,
  listFacesAwaitingGrouping,
  markGrouped,
} from '#server/features/faces/gallery-people/faces-awaiting-grouping.repository.ts';
import {
  type GalleryFaces,
  loadGalleryFaces,
} from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import {
  analysisStamp,
  clusteringStamp,
  getFaceSettings,
} from '#server/features/faces/recognition/face-settings.ts';
import {
  hasUnfinishedAnalyses,
  msUntilUploadIsOver,
} from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { uploadGapMs } from '#server/features/galleries/photos/upload-gap.ts';
import { compareAddedPhotos } from '#server/features/sharing/share-links/compare-added-photos.ts';
import { createGrowth, type GrowingGallery } from '../grow-gallery.ts';
import { type JobHandler, type JobRules, SECOND_MS } from '../job-handler.ts';

export type ClusterGalleryPayload = { gallery_id: string };

export const clusterGalleryRules: JobRules<ClusterGalleryPayload> = {
  key: ({ gallery_id }) => gallery_id,
  // Long enough to collect several photos, short enough for people to appear during an upload.
  delayMs: 3 * SECOND_MS,
  retry: { attempts: 10, firstPauseMs: 2 * SECOND_MS, longestPauseMs: 5 * minuteMs },
  needsFaceEngine: true,
};

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'engine' | 'clock' | 'mail'>;

/** An upload pauses when no analysis is open and this time has passed since the last one ended. */
const UPLOAD_PAUSE_MS = 3 * SECOND_MS;

/** How often a plan is made again because people were edited meanwhile; then the job is requeued. */
const PLAN_ATTEMPTS = 3;

/**
 * Clusters the faces of one gallery. Reading and clustering run outside any transaction, and the plan is written only if no
 * decision was made or undone since the reading began. While an upload goes on, each run adds the new faces to the people there
 * are. When it pauses, the faces of the upload are grouped anew, so that people do not depend on the order in which the photos
 * came; people of earlier uploads stay whole.
 */
export function clusterGallery(dependencies: Dependencies): JobHandler<ClusterGalleryPayload> {
  const { db, bus, engine } = dependencies;
  const growth = createGrowth(dependencies);
  return {
    async run({ gallery_id }, signal) {
      const settings = await getFaceSettings(db, engine);
      const stamp = clusteringStamp(settings);
      const recogniser = settings.recognition_model;
      const calibration = engine.calibrations[recogniser];
      const parameters = {
        metric: settings.distance_metric as Metric,
        threshold: settings.effective_match_threshold,
        ...(calibration ? { calibration } : {}),
      };
      const gallery = await db
        .selectFrom('gallery')
        .select([
          'clustering_stamp',
          'people_settled_at',
          sql<Date>`now()`.as('read_at'),
          hasUnfinishedAnalyses(sql.ref('gallery.id'), analysisStamp(settings, engine)).as('is_unfinished'),
        ])
        .where('id', '=', gallery_id)
        .executeTakeFirst();
      if (!gallery) return; // deleted while it waited
      const regroups = gallery.clustering_stamp !== null && gallery.clustering_stamp !== stamp;
      // Half a gallery would be clustered without the photos that are still to be analysed again. Grouping follows the last one.
      if (regroups && gallery.is_unfinished) return;
      const pausesInMs = await msUntilUploadIsOver(db, gallery_id, UPLOAD_PAUSE_MS);
      const pauses = pausesInMs === 0;
      for (let attempt = 1; ; attempt += 1) {
        const waiting = await listFacesAwaitingGrouping(db, gallery_id);
        const regroupAfter = pauses
          ? await findStartOfUpload(db, gallery_id, gallery.people_settled_at, uploadGapMs)
          : null;
        const { plan, decisionState } =
          gallery.clustering_stamp === stamp
            ? await growth.plan({ galleryId: gallery_id, recogniser, parameters, regroupAfter }, signal)
            : await rebuild(await loadGalleryFaces(db, gallery_id, recogniser), parameters, signal);
        const outcome = { waiting, stamp, settledAt: pauses ? gallery.read_at : null };
        if (await write(dependencies, gallery_id, plan, decisionState, outcome)) {
          growth.carriedOut(gallery_id);
          break;
        }
        if (attempt === PLAN_ATTEMPTS) throw new Error('people were being edited; grouping comes back later');
      }
      if (pauses) await enqueue(dependencies, 'notify-photos-processed', gallery_id);
      // The last analysis ended less than UPLOAD_PAUSE_MS ago: nothing else enqueues the run in the pause.
      else if (Number.isFinite(pausesInMs))
        await enqueue(dependencies, 'cluster-gallery', gallery_id, pausesInMs);
    },

    onDone: ({ gallery_id }) => bus.publish({ topic: `gallery:${gallery_id}`, kind: 'people' }),
  };
}

async function rebuild(gallery: GalleryFaces, parameters: GrowingGallery['parameters'], signal: AbortSignal) {
  const input = buildClusterInput(gallery, { ...parameters, mode: 'rebuild' });
  return { plan: await clusterFacesInWorker(input, signal), decisionState: gallery.decisionState };
}

async function write(
  dependencies: Dependencies,
  galleryId: string,
  plan: PeoplePlan,
  basedOn: string,
  { waiting, stamp, settledAt }: { waiting: FaceAwaitingGrouping[]; stamp: string; settledAt: Date | null },
): Promise<boolean> {
  const notified = await dependencies.db.transaction().execute(async (trx) => {
    const applied = await applyPlan(trx, galleryId, plan, basedOn);
    if (!applied) return;
    await markGrouped(trx, waiting);
    await trx
      .updateTable('gallery')
      .set({ clustering_stamp: stamp, ...(settledAt && { people_settled_at: settledAt }) })
      .where('id', '=', galleryId)
      .execute();
    return settledAt ? compareAddedPhotos(dependencies, trx, galleryId) : [];
  });
  if (notified) publishNotifications(dependencies.bus, notified);
  return notified !== undefined;
}

const enqueue = (
  { db, jobs }: Dependencies,
  name: 'cluster-gallery' | 'notify-photos-processed',
  gallery_id: string,
  afterMs?: number,
): Promise<void> => db.transaction().execute((trx) => jobs.enqueue(trx, name, [{ gallery_id }], afterMs));
