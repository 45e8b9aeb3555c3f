import type { z } from 'zod';
import type { FaceEngineInfo } from '#server/app-context.ts';
import type { settingsPreview } from '#server/contract/schemas/face-settings.ts';
import type { GalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';

export type ClusterSettings = {
  metric: string;
  threshold: number;
  calibration?: FaceEngineInfo['calibrations'][string];
};

type Reason = NonNullable<z.output<typeof settingsPreview>['threshold_in_force']>['reason'];

type Clustered = {
  personOf: Map<string, string>;
  /**
   * How the thresholds of the gallery came about: by how much (cosine distance) the middle one differs from the one
   * that is set, and the mean distance of strangers; null where they are the same for all faces.
   */
  thresholds: { reason: Reason; change: number; mean: number } | null;
  /** Persons as near as the faces of one, who are two all the same; nearest first. */
  lookAlikes: { a: string; b: string; byOnePhoto: boolean }[];
};

export type Clustering = {
  /** Pairs of people up to this distance, in the threshold's metric, are suggested as the same person. */
  suggestionDistance(threshold: number, metric: string): number;
  /** How many questions whether two people are one a gallery shows at once. */
  questionsPerGallery: number;
  /** Clusters from the beginning. Pure; runs in a worker, never inside a transaction. */
  cluster(gallery: GalleryFaces, settings: ClusterSettings): Promise<Clustered>;
};

declare module '#server/app-context.ts' {
  interface AppContext {
    clustering: Clustering;
  }
}

/** Clusters a gallery with two settings and compares the results. Nothing is written. */
export async function previewClustering(
  { cluster }: Pick<Clustering, 'cluster'>,
  gallery: GalleryFaces,
  now: ClusterSettings,
  then: ClusterSettings,
) {
  const { personOf: before, lookAlikes } = await cluster(gallery, now);
  const { personOf: after, thresholds } = await cluster(gallery, then);
  const merges = count(overlaps(after, before), (persons) => persons.size > 1);
  const splits = count(overlaps(before, after), (persons) => persons.size > 1);
  const decidedByHuman = new Set(gallery.personsDecidedByHuman.map(({ id }) => id));
  const currentPerson = new Map(gallery.faces.map((face) => [face.id, face.personId]));
  const affected = new Set<string>();
  let gained = 0;
  for (const [faceId, person] of after) {
    const current = currentPerson.get(faceId);
    if (person === current) continue;
    if (current && decidedByHuman.has(current)) affected.add(current);
    if (decidedByHuman.has(person)) {
      affected.add(person);
      gained += 1;
    }
  }
  return {
    people_now: new Set(before.values()).size,
    people_then: new Set(after.values()).size,
    would_merge: merges,
    would_split: splits,
    named_people_affected: affected.size,
    faces_added_to_named_people: gained,
    lookAlikes,
    threshold_in_force: thresholds
      ? {
          reason: thresholds.reason,
          threshold: shiftThreshold(then, thresholds.change),
          stranger_distance: thresholds.mean,
        }
      : null,
  };
}

/** In the metric's units; `change` is a cosine distance, half a squared distance of unit vectors. */
function shiftThreshold({ metric, threshold }: ClusterSettings, change: number): number {
  return metric === 'cosine'
    ? Math.max(0, threshold + change)
    : Math.sqrt(Math.max(0, threshold ** 2 + 2 * change));
}

/** For each person of the first result, the persons of the second that share a face with it. */
function overlaps(first: Map<string, string>, second: Map<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [face, person] of first) {
    const other = second.get(face);
    if (other === undefined) continue;
    found.set(person, (found.get(person) ?? new Set()).add(other));
  }
  return found;
}

const count = <T>(map: Map<string, T>, is: (value: T) => boolean): number =>
  [...map.values()].filter(is).length;
