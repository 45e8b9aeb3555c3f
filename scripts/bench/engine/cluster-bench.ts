import { clusterFaces } from '#ml/cluster/cluster.ts';
import { syntheticFaces } from './synthetic-faces.ts';

export interface ClusterBench {
  faces: number;
  seconds: number;
  persons: number;
  groups: number;
  /** Groups that hold more than one person. */
  mixed: number;
  rssMb: number;
}

/** One gallery of made-up faces, grouped from nothing at the default threshold, on the calling thread. */
export function benchClustering(count: number): ClusterBench {
  const { faces, truth } = syntheticFaces(count);
  const started = performance.now();
  const plan = clusterFaces({
    faces,
    decisions: [],
    parameters: { metric: 'cosine', threshold: 0.065, mode: 'extend' },
  });
  const seconds = (performance.now() - started) / 1000;
  const who = new Map(faces.map(({ id }, i) => [id, truth[i]]));
  return {
    faces: count,
    seconds,
    persons: new Set(truth).size,
    groups: plan.groups.length,
    mixed: plan.groups.filter(({ faceIds }) => new Set(faceIds.map((id) => who.get(id))).size > 1).length,
    rssMb: process.memoryUsage().rss / 1e6,
  };
}
