/** Builds the groups that clustering starts from: one for each existing person, one for each free core face. */
import { type AdaptiveThresholds, adaptThresholds } from './adaptive-thresholds.ts';
import { addEvidence, emptyGroup, type FaceGroup } from './face-group.ts';
import { findImpostorPairs } from './impostor-pairs.ts';
import { toSpace, toSquared } from './metric.ts';
import { pairKey } from './pair-key.ts';
import { facesToRelease } from './release-unseen-faces.ts';
import type { ClusterFace, ClusterInput } from './types.ts';

export interface InitialState {
  /** In canonical order (by id): nothing after this depends on the order of the input. */
  faces: ClusterFace[];
  /** Where each face lies in the metric's space; undefined for faces that are never compared. */
  vectors: (Float32Array | undefined)[];
  dimensions: number;
  /** A number for each face's photo. */
  photos: number[];
  /** Existing persons first, then single free core faces; each group in canonical order. */
  groups: FaceGroup[];
  /** For each face, in squared distance; all 0 where the thresholds do not follow the gallery. */
  offsets: Float64Array;
  /** What the largest two offsets add to the limit; at least 0. */
  offsetsMax: number;
  thresholds?: AdaptiveThresholds['report'];
  /** True where offsets depend on which person a face is in. */
  offsetsDependOnPersons: boolean;
  /** Weak faces that may join what core faces make. */
  weak: number[];
  rejections: Map<string, Set<string>>;
  /** Pairs of persons that a human said are two, as keys of pair-key.ts. */
  keptApart: Set<string>;
  /** Names by person id. */
  names: Map<string, string>;
}

export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function readDecisions({ faces, decisions }: ClusterInput) {
  const kept = new Set<string>();
  const rejections = new Map<string, Set<string>>();
  const keptApart = new Set<string>();
  const names = new Map<string, string>();
  for (const face of faces) if (face.manual && face.personId !== null) kept.add(face.personId);
  for (const decision of decisions) {
    if (decision.kind === 'keep-person') {
      kept.add(decision.personId);
      const name = decision.name?.trim().toLowerCase() ?? '';
      // Of several the first in the alphabet, so that the order of decisions does not matter.
      if (name && !(name >= (names.get(decision.personId) ?? '\uffff'))) names.set(decision.personId, name);
    } else if (decision.kind === 'rejection') {
      kept.add(decision.personId);
      const of = rejections.get(decision.faceId) ?? new Set();
      rejections.set(decision.faceId, of.add(decision.personId));
    } else {
      kept.add(decision.personA);
      kept.add(decision.personB);
      keptApart.add(pairKey(decision.personA, decision.personB));
    }
  }
  return { kept, rejections, keptApart, names };
}

/**
 * The person a face keeps before anything is compared, or null for a face that is free. A manual face keeps its
 * person; a face assigned by the machine does unless a human rejected it or the machine thinks it over.
 */
function fixedPersonOf(
  face: ClusterFace,
  rejections: InitialState['rejections'],
  stays: (face: ClusterFace, personId: string) => boolean,
): string | null {
  if (face.personId === null) return null;
  if (face.manual) return face.personId;
  if (rejections.get(face.id)?.has(face.personId)) return null;
  return stays(face, face.personId) ? face.personId : null;
}

/** The order in which one of two faces of the same photo stays with a person: manual first, then better grade, score, size. */
const GRADES = { core: 0, weak: 1, ignore: 2 } as const;
const byClaim = (a: ClusterFace, b: ClusterFace) =>
  Number(b.manual) - Number(a.manual) ||
  GRADES[a.grade] - GRADES[b.grade] ||
  b.score - a.score ||
  b.sizePx - a.sizePx ||
  byId(a, b);

export function buildInitialGroups(input: ClusterInput): InitialState {
  const { metric, mode } = input.parameters;
  const faces = input.faces.toSorted(byId);
  const decided = readDecisions(input);
  const vectors = faces.map((face) =>
    face.grade === 'ignore' || face.embedding.length === 0 ? undefined : toSpace(face.embedding, metric),
  );
  const dimensions = vectors.find((vector) => vector)?.length ?? 0;
  if (vectors.some((vector) => vector && vector.length !== dimensions))
    throw new RangeError('the embeddings are of different lengths: they come from different recognisers');

  const photoIndex = new Map<string, number>();
  for (const { photoId } of faces) if (!photoIndex.has(photoId)) photoIndex.set(photoId, photoIndex.size);
  const photos = faces.map((face) => photoIndex.get(face.photoId)!);
  const indexOf = new Map(faces.map((face, i) => [face.id, i]));
  const stays = (face: ClusterFace, personId: string) =>
    (mode === 'extend' && !face.regroup) || decided.kept.has(personId);

  const { offsets, report, dependsOnPersons } = offsetsOf(input, faces, vectors, photos, decided);
  const released = mode === 'rebuild' ? releasedFaces(input, faces, vectors, offsets, decided) : new Set();

  const persons = new Map<string, FaceGroup>();
  const free: number[] = [];
  for (const face of faces.toSorted(byClaim)) {
    const i = indexOf.get(face.id)!;
    const personId = released.has(i) ? null : fixedPersonOf(face, decided.rejections, stays);
    const photo = photos[i]!;
    const group = personId === null ? undefined : (persons.get(personId) ?? emptyGroup(dimensions));
    // No person is twice in a photo, as in areCompatible, unless a human said so.
    if (!group || personId === null || (group.photos.has(photo) && !face.manual)) {
      // A human said that this face has no person: it takes no part in the grouping.
      if (!face.manual) free.push(i);
      continue;
    }
    group.person = personId;
    group.kept = decided.kept.has(personId);
    group.members.push(i);
    group.placed++;
    group.photos.add(photo);
    for (const rejected of decided.rejections.get(face.id) ?? []) group.rejections.add(rejected);
    persons.set(personId, group);
  }
  for (const group of persons.values()) {
    group.members.sort((a, b) => a - b);
    const core = group.members.filter((i) => faces[i]!.grade === 'core' && vectors[i]);
    const evidence = core.length > 0 ? core : group.members.filter((i) => vectors[i]);
    for (const i of evidence) addEvidence(group, vectors[i]!, offsets[i]!);
    group.provisional = core.length === 0;
  }
  free.sort((a, b) => a - b);
  const singles = free
    .filter((i) => faces[i]!.grade === 'core' && vectors[i])
    .map((i) => {
      const group = emptyGroup(dimensions);
      group.members.push(i);
      group.photos.add(photos[i]!);
      for (const rejected of decided.rejections.get(faces[i]!.id) ?? []) group.rejections.add(rejected);
      addEvidence(group, vectors[i]!, offsets[i]!);
      return group;
    });
  const existing = [...persons.values()].sort((a, b) => (a.person! < b.person! ? -1 : 1));
  return {
    faces,
    vectors,
    dimensions,
    photos,
    groups: [...existing, ...singles],
    offsets,
    offsetsMax: 2 * offsets.reduce((most, offset) => Math.max(most, offset), 0),
    ...(report ? { thresholds: report } : {}),
    offsetsDependOnPersons: dependsOnPersons,
    weak: free.filter((i) => faces[i]!.grade === 'weak' && vectors[i]),
    rejections: decided.rejections,
    keptApart: decided.keptApart,
    names: decided.names,
  };
}

/** Positions of the faces that leave their kept persons. */
function releasedFaces(
  { parameters: { metric, threshold } }: ClusterInput,
  faces: readonly ClusterFace[],
  vectors: InitialState['vectors'],
  offsets: Float64Array,
  { kept, rejections }: ReturnType<typeof readDecisions>,
): Set<number> {
  const compared = [...faces.keys()].filter((i) => {
    const { id, personId } = faces[i]!;
    return personId !== null && kept.has(personId) && vectors[i] && !rejections.get(id)?.has(personId);
  });
  const ofPerson = Map.groupBy(compared, (i) => faces[i]!.personId);
  const limit = toSquared(threshold, metric);
  return new Set(
    [...ofPerson.values()]
      .filter((members) => members.some((i) => faces[i]!.unseen))
      .flatMap((members) => {
        const placed = members.map((i) => ({
          vector: vectors[i]!,
          offset: offsets[i]!,
          unseen: !faces[i]!.manual && faces[i]!.unseen === true,
        }));
        return facesToRelease(placed, vectors[members[0]!]!.length, limit).map((at) => members[at]!);
      }),
  );
}

/** No offsets without a calibration, nor in the metric of raw vectors, whose lengths the calibration does not know. */
function offsetsOf(
  { parameters: { metric, calibration } }: ClusterInput,
  faces: readonly ClusterFace[],
  vectors: InitialState['vectors'],
  photos: readonly number[],
  facts: ReturnType<typeof readDecisions>,
) {
  if (!calibration || metric === 'euclidean')
    return { offsets: new Float64Array(faces.length), report: undefined, dependsOnPersons: false };
  const impostors = findImpostorPairs(faces, vectors, photos, facts);
  const adapted = adaptThresholds(
    { vectors, isCore: (i) => faces[i]!.grade === 'core', idOf: (i) => faces[i]!.id },
    impostors,
    calibration,
  );
  return { ...adapted, dependsOnPersons: impostors.dependsOnPersons };
}
