import { clusterFaces } from '#ml/cluster/cluster.ts';
import type { Calibration, ClusterFace } from '#ml/cluster/types.ts';
import type { Metric } from '#ml/types.ts';

interface Rule {
  metric?: Metric;
  threshold: number;
  /** Thresholds follow the gallery; without it all faces have the same. */
  calibration?: Calibration | undefined;
}

/** Groups the faces of a gallery in which nobody has decided anything. Faces that are in no group are not in the map. */
export function groupFaces(
  faces: readonly ClusterFace[],
  { metric = 'cosine', threshold, calibration }: Rule,
) {
  const { groups, thresholds } = clusterFaces({
    faces,
    decisions: [],
    parameters: { metric, threshold, mode: 'extend', ...(calibration ? { calibration } : {}) },
  });
  const groupOf = new Map(groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person])));
  return { groupOf, threshold: threshold + (thresholds?.change ?? 0) };
}
