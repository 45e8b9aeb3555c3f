import { clusterFacesInWorker, type Metric, suggestionDistance } from '#ml/index.ts';
import type { Grouping } from '#server/app-context.ts';
import type { GalleryFaces } from '#server/features/people/gallery-faces.repository.ts';
import { clusterInput } from './definitions/cluster-gallery.ts';

export const grouping: Grouping = {
  suggestionDistance: (threshold, metric) => suggestionDistance(threshold, metric as Metric),
  /** Both groupings are made afresh and compared. Nothing is written. */
  async preview(gallery, now, then) {
    const [before, after] = [await groups(gallery, now), await groups(gallery, then)];
    const merges = count(overlaps(after, before), (persons) => persons.size > 1);
    const splits = count(overlaps(before, after), (persons) => persons.size > 1);
    const kept = new Set(gallery.keptPersons);
    const place = new Map(gallery.faces.map((face) => [face.id, face.personId]));
    const losing = new Set<string>();
    for (const [faceId, person] of after) {
      const current = place.get(faceId);
      if (current && kept.has(current) && person !== current) losing.add(current);
    }
    return {
      people_now: new Set(before.values()).size,
      people_then: new Set(after.values()).size,
      would_merge: merges,
      would_split: splits,
      named_people_affected: losing.size,
    };
  },
};

/** Face -> group under these settings. */
async function groups(
  gallery: GalleryFaces,
  settings: { metric: string; threshold: number },
): Promise<Map<string, string>> {
  const parameters = {
    metric: settings.metric as Metric,
    threshold: settings.threshold,
    mode: 'rebuild',
  } as const;
  const plan = await clusterFacesInWorker(clusterInput(gallery, parameters));
  return new Map(plan.groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person] as const)));
}

/** For each group of the first, the groups of the second that share a face with it. */
function overlaps(first: Map<string, string>, second: Map<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [face, group] of first) {
    const other = second.get(face);
    if (other === undefined) continue;
    found.set(group, (found.get(group) ?? new Set()).add(other));
  }
  return found;
}

const count = <T>(map: Map<string, T>, is: (value: T) => boolean): number =>
  [...map.values()].filter(is).length;
