import {
  type ClusterDecision,
  type ClusterInput,
  clusterFacesInWorker,
  type Metric,
  suggestionDistance,
} from '#ml/index.ts';
import type { GalleryFaces } from './features/people/gallery-faces.repository.ts';
import type { Clustering } from './features/people/preview-clustering.ts';

/** Clustering as features use it; they do not import ml. */
export const clustering: Clustering = {
  suggestionDistance: (threshold, metric) => suggestionDistance(threshold, metric as Metric),
  async cluster(gallery, { metric, threshold }) {
    const parameters = { metric: metric as Metric, threshold, mode: 'rebuild' } as const;
    const plan = await clusterFacesInWorker(clusterInput(gallery, parameters));
    return new Map(plan.groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person] as const)));
  },
};

/** The rows of a gallery as the input of ml's clustering. */
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
