import { clusterFacesInWorker, type Metric, mergeQuestions, suggestionDistance } from '#ml/index.ts';
import { buildClusterInput } from '#server/face-engine/build-cluster-input.ts';
import type { Clustering } from '#server/features/faces/recognition/preview-clustering.ts';

/** Clustering as features use it; they do not import ml. */
export const clustering: Clustering = {
  questionsPerGallery: mergeQuestions.perGallery.value,
  suggestionDistance: (threshold, metric) => suggestionDistance(threshold, metric as Metric),
  async cluster(gallery, { metric, threshold, calibration }) {
    const parameters = {
      metric: metric as Metric,
      threshold,
      mode: 'rebuild',
      ...(calibration ? { calibration } : {}),
    } as const;
    const plan = await clusterFacesInWorker(buildClusterInput(gallery, parameters));
    return {
      personOf: new Map(
        plan.groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person] as const)),
      ),
      thresholds: plan.thresholds ?? null,
      lookAlikes: plan.lookAlikes,
    };
  },
};
