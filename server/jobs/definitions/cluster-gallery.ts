import {
  type ClusterDecision,
  type ClusterInput,
  type ClusterPlan,
  clusterFacesInWorker,
  type Metric,
} from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import { applyPlan } from '#server/features/people/cluster-plan.repository.ts';
import { clusteringStamp, getFaceSettings } from '#server/features/people/face-settings.ts';
import { type GalleryFaces, loadGalleryFaces } from '#server/features/people/gallery-faces.repository.ts';
import { galleryProgress } from '#server/features/people/photo-analyses.repository.ts';
import { notifyProcessed } from '../../features/galleries/notify-processed.ts';
import type { JobHandler } from '../handler.ts';

type Parts = Needs<'db' | 'bus' | 'jobs' | 'engine'>;

/** A plan is made anew when a human decided something meanwhile; this often before the job is put back. */
const triesAgainstChanges = 3;

/**
 * Groups the faces of one gallery. What is read is read at one moment, the work is done outside any transaction,
 * and the plan is written only to the state it was made for.
 */
export function clusterGallery(parts: Parts): JobHandler<'cluster-gallery'> {
  const { db, bus, engine } = parts;
  return {
    async run({ gallery_id }, signal) {
      const settings = await getFaceSettings(db, engine);
      const stamp = clusteringStamp(settings);
      const gallery = await db
        .selectFrom('gallery')
        .select('clustering_stamp')
        .where('id', '=', gallery_id)
        .executeTakeFirst();
      if (!gallery) return; // deleted while it waited
      const progress = await galleryProgress(db, gallery_id);
      const regroups = gallery.clustering_stamp !== null && gallery.clustering_stamp !== stamp;
      // While photos are being analysed afresh, half a gallery would be grouped without the other half.
      if (regroups && progress.waiting + progress.processing > 0) return;
      for (let attempt = 1; ; attempt += 1) {
        const faces = await loadGalleryFaces(db, gallery_id, settings.recognition_model);
        const mode = gallery.clustering_stamp === stamp ? 'extend' : 'rebuild';
        const parameters = {
          metric: settings.distance_metric as Metric,
          threshold: settings.effective_match_threshold,
          mode,
        } as const;
        const plan = await clusterFacesInWorker(clusterInput(faces, parameters), signal);
        if (await write(parts, gallery_id, plan, faces.decisionState, stamp)) break;
        if (attempt === triesAgainstChanges)
          throw new Error('people were being edited; grouping comes back later');
      }
      await notifyProcessed(parts, gallery_id);
    },

    onDone: ({ gallery_id }) => bus.publish({ topic: `gallery:${gallery_id}`, kind: 'people' }),
  };
}

function write(
  parts: Parts,
  galleryId: string,
  plan: ClusterPlan,
  basedOn: string,
  stamp: string,
): Promise<boolean> {
  return parts.db.transaction().execute(async (trx) => {
    const applied = await applyPlan(trx, galleryId, plan, basedOn);
    if (applied)
      await trx.updateTable('gallery').set({ clustering_stamp: stamp }).where('id', '=', galleryId).execute();
    return applied;
  });
}

/** A gallery's rows in the words of clustering. */
export function clusterInput(gallery: GalleryFaces, parameters: ClusterInput['parameters']): ClusterInput {
  const decisions: ClusterDecision[] = [
    ...gallery.rejections.map(
      ({ faceId, personId }) => ({ kind: 'not-this-person', faceId, personId }) as const,
    ),
    ...gallery.keptApart.map(
      ({ personA, personB }) => ({ kind: 'different-people', personA, personB }) as const,
    ),
    ...gallery.keptPersons.map((personId) => ({ kind: 'keep-person', personId }) as const),
  ];
  return { faces: gallery.faces, decisions, parameters };
}
