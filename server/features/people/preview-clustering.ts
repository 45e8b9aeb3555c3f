import type { GalleryFaces } from './gallery-faces.repository.ts';

type ClusterSettings = { metric: string; threshold: number };

export type Clustering = {
  /** Pairs of people up to this distance, in the threshold's metric, are suggested as the same person. */
  suggestionDistance(threshold: number, metric: string): number;
  /** Person by face id, clustered from the beginning. Pure; runs in a worker, never inside a transaction. */
  cluster(gallery: GalleryFaces, settings: ClusterSettings): Promise<Map<string, string>>;
};

/** Clusters a gallery with two settings and compares the results. Nothing is written. */
export async function previewClustering(
  { cluster }: Pick<Clustering, 'cluster'>,
  gallery: GalleryFaces,
  now: ClusterSettings,
  then: ClusterSettings,
) {
  const [before, after] = [await cluster(gallery, now), await cluster(gallery, then)];
  const merges = count(overlaps(after, before), (persons) => persons.size > 1);
  const splits = count(overlaps(before, after), (persons) => persons.size > 1);
  const kept = new Set(gallery.keptPersons);
  const currentPerson = new Map(gallery.faces.map((face) => [face.id, face.personId]));
  const losing = new Set<string>();
  for (const [faceId, person] of after) {
    const current = currentPerson.get(faceId);
    if (current && kept.has(current) && person !== current) losing.add(current);
  }
  return {
    people_now: new Set(before.values()).size,
    people_then: new Set(after.values()).size,
    would_merge: merges,
    would_split: splits,
    named_people_affected: losing.size,
  };
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
