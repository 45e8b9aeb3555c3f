/** Builds the groups that clustering starts from: one for each existing person, one for each free core face. */
import { type AdaptiveThresholds, adaptThresholds } from './adaptive-thresholds.ts';
import { addEvidence, emptyGroup, type FaceGroup } from './face-group.ts';
import { byId, GalleryMemory, type KnownPerson, MARKS, type ReadFaces } from './gallery-memory.ts';
import { findImpostorPairs } from './impostor-pairs.ts';
import type { KnownFace } from './known-face.ts';
import { toSquared } from './metric.ts';
import type { GroupMeans } from './neighbours/group-means.ts';
import { pairKey } from './pair-key.ts';
import { facesToRelease } from './release-unseen-faces.ts';
import type { ClusterFace, ClusterInput } from './types.ts';

export interface InitialState {
  /** In canonical order (by id): nothing after this depends on the order of the input. */
  faces: readonly ClusterFace[];
  /** Undefined for faces that are never compared. */
  known: (KnownFace | undefined)[];
  means: GroupMeans;
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
  /** Faces without a person to keep, in canonical order. */
  free: number[];
  /** Weak faces that may join what core faces make. */
  weak: number[];
  rejections: Map<string, Set<string>>;
  /** Pairs of persons that a human said are two, as keys of pair-key.ts. */
  keptApart: Set<string>;
  /** Names by person id. */
  names: Map<string, string>;
}

function readDecisions(decisions: ClusterInput['decisions']) {
  const kept = new Set<string>();
  const rejections = new Map<string, Set<string>>();
  const keptApart = new Set<string>();
  const names = new Map<string, string>();
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

/** The order in which one of two faces of the same photo stays with a person: manual first, then better grade, score, size. */
const GRADES = { core: 0, weak: 1, ignore: 2 } as const;
const byClaim = (a: ClusterFace, b: ClusterFace) =>
  Number(b.manual) - Number(a.manual) ||
  GRADES[a.grade] - GRADES[b.grade] ||
  b.score - a.score ||
  b.sizePx - a.sizePx ||
  byId(a, b);

export function buildInitialGroups(input: ClusterInput, memory = new GalleryMemory(false)): InitialState {
  const { metric, mode } = input.parameters;
  const decided = readDecisions(input.decisions);
  const read = memory.read(input.faces, metric);
  const { faces, known, squares, dimensions, marks, persons: personOfFace, photos } = read;
  for (let i = 0; i < faces.length; i++)
    if (marks[i]! & MARKS.manual && personOfFace[i]! >= 0)
      decided.kept.add(memory.personId(personOfFace[i]!));

  /**
   * Whether a face that the machine assigned keeps its person before anything is compared: not where a human rejected it or the
   * machine thinks it over.
   */
  const stays = (i: number, personId: string) => {
    if (decided.rejections.size > 0 && decided.rejections.get(faces[i]!.id)?.has(personId)) return false;
    return (mode === 'extend' && !(marks[i]! & MARKS.regroup)) || decided.kept.has(personId);
  };

  const { offsets, report, dependsOnPersons } = offsetsOf(input, read, decided, memory);
  const released = mode === 'rebuild' ? releasedFaces(input, faces, known, offsets, decided) : new Set();

  /** By the numbers of persons. */
  const wanted: (number[] | undefined)[] = [];
  const free: number[] = [];
  for (let i = 0; i < faces.length; i++) {
    const person = released.has(i) ? -1 : personOfFace[i]!;
    const isManual = (marks[i]! & MARKS.manual) !== 0;
    if (person >= 0 && (isManual || stays(i, memory.personId(person)))) {
      wanted[person] ??= [];
      wanted[person].push(i);
    }
    // A human said that this face has no person: it takes no part in the grouping.
    else if (!isManual) free.push(i);
  }
  const persons = new Map<string, FaceGroup>();
  for (const [number, claiming] of wanted.entries()) {
    if (!claiming) continue;
    const personId = memory.personId(number);
    const person =
      memory.person(personId, claiming) ??
      memory.remember(personId, personOf(personId, claiming, read, memory));
    for (const i of person.others) free.push(i);
    const group: FaceGroup = {
      ...emptyGroup(0),
      members: person.members,
      photos: person.photos,
      remembered: true,
      sum: person.sum.slice(),
      mean: person.mean,
      count: person.evidence.length,
      provisional: person.isProvisional,
      person: personId,
      placed: person.members.length,
      kept: decided.kept.has(personId),
    };
    for (const i of person.evidence) group.squares += squares[i]! - offsets[i]!;
    if (decided.rejections.size > 0)
      for (const i of group.members)
        for (const rejected of decided.rejections.get(faces[i]!.id) ?? []) group.rejections.add(rejected);
    persons.set(personId, group);
  }
  memory.retainPersons(persons);
  free.sort((a, b) => a - b);
  const singles = free
    .filter((i) => faces[i]!.grade === 'core' && known[i])
    .map((i) => {
      const group = emptyGroup(dimensions);
      group.members = [i];
      group.photos = new Set([photos[i]!]);
      for (const rejected of decided.rejections.get(faces[i]!.id) ?? []) group.rejections.add(rejected);
      addEvidence(group, known[i]!.vector, offsets[i]!);
      group.mean = known[i]!.mean;
      return group;
    });
  const existing = [...persons.values()].sort((a, b) => (a.person! < b.person! ? -1 : 1));
  return {
    faces,
    known,
    means: memory.means(dimensions),
    photos,
    groups: [...existing, ...singles],
    offsets,
    offsetsMax: 2 * largest(offsets),
    ...(report ? { thresholds: report } : {}),
    offsetsDependOnPersons: dependsOnPersons,
    free,
    weak: free.filter((i) => faces[i]!.grade === 'weak' && known[i]),
    rejections: decided.rejections,
    keptApart: decided.keptApart,
    names: decided.names,
  };
}

/** At least 0. */
function largest(offsets: Float64Array): number {
  let most = 0;
  for (let i = 0; i < offsets.length; i++) most = Math.max(most, offsets[i]!);
  return most;
}

function personOf(
  id: string,
  claiming: number[],
  { faces, known, photos: photoOf, dimensions }: ReadFaces,
  memory: GalleryMemory,
): KnownPerson {
  const photos = new Set(claiming.map((i) => photoOf[i]!));
  const { members, others } =
    photos.size < claiming.length
      ? membersOf(claiming, faces, photoOf)
      : { members: claiming, others: [] as number[] };
  const core = members.filter((i) => faces[i]!.grade === 'core' && known[i]);
  const evidence = core.length > 0 ? core : members.filter((i) => known[i]);
  const { sum, mean } = memory.evidence(
    id,
    evidence.map((i) => known[i]!),
    dimensions,
  );
  return { claiming, members, others, photos, evidence, isProvisional: core.length === 0, sum, mean };
}

/** Of those who claim one person: no person is twice in a photo, as in areCompatible, unless a human said so. */
function membersOf(claiming: readonly number[], faces: readonly ClusterFace[], photos: readonly number[]) {
  const taken = new Set<number>();
  const members: number[] = [];
  const others: number[] = [];
  for (const i of claiming.toSorted((a, b) => byClaim(faces[a]!, faces[b]!))) {
    const stays = faces[i]!.manual || !taken.has(photos[i]!);
    taken.add(photos[i]!);
    (stays ? members : others).push(i);
  }
  return { members: members.sort((a, b) => a - b), others };
}

/** Positions of the faces that leave their kept persons. */
function releasedFaces(
  { parameters: { metric, threshold } }: ClusterInput,
  faces: readonly ClusterFace[],
  known: readonly (KnownFace | undefined)[],
  offsets: Float64Array,
  { kept, rejections }: ReturnType<typeof readDecisions>,
): Set<number> {
  const compared = [...faces.keys()].filter((i) => {
    const { id, personId } = faces[i]!;
    return personId !== null && kept.has(personId) && known[i] && !rejections.get(id)?.has(personId);
  });
  const ofPerson = Map.groupBy(compared, (i) => faces[i]!.personId);
  const limit = toSquared(threshold, metric);
  return new Set(
    [...ofPerson.values()]
      .filter((members) => members.some((i) => faces[i]!.unseen))
      .flatMap((members) => {
        const placed = members.map((i) => ({
          vector: known[i]!.vector,
          offset: offsets[i]!,
          unseen: !faces[i]!.manual && faces[i]!.unseen === true,
        }));
        return facesToRelease(placed, known[members[0]!]!.vector.length, limit).map((at) => members[at]!);
      }),
  );
}

/** No offsets without a calibration, nor in the metric of raw vectors, whose lengths the calibration does not know. */
function offsetsOf(
  { parameters: { metric, calibration } }: ClusterInput,
  { faces, known, dimensions, marks, photos, changedPhotos }: ReadFaces,
  facts: ReturnType<typeof readDecisions>,
  memory: GalleryMemory,
) {
  if (!calibration || metric === 'euclidean')
    return { offsets: new Float64Array(faces.length), report: undefined, dependsOnPersons: false };
  const impostors = findImpostorPairs(faces, known, photos, facts, changedPhotos);
  const isCore = (i: number) => (marks[i]! & MARKS.core) !== 0;
  const adapted = adaptThresholds({ known, dimensions, isCore }, impostors, calibration, memory.strangers);
  memory.strangersAreMeasured();
  return { ...adapted, dependsOnPersons: impostors.dependsOnPersons };
}
