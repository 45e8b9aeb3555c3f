/**
 * Impostor pairs, the term of biometrics for pairs of faces that are two people for certain: two faces of one photo, faces of
 * persons a human kept apart, and faces of persons with different names.
 */
import { adaptation } from '../parameters/threshold-adaptation.ts';
import type { KnownFace } from './known-face.ts';
import { pairKey, personsOf } from './pair-key.ts';
import type { ClusterFace } from './types.ts';

export interface ImpostorPairs {
  /** Those on the face's photo; undefined: the same as when strangers were measured last. */
  beside(face: number): readonly KnownFace[] | undefined;
  /** Those that decisions about the face's person say to be others; the same list for all faces of the person. */
  others(face: number): readonly KnownFace[];
  /** False where strangers are known from common photos alone: then it does not matter which person a face belongs to. */
  dependsOnPersons: boolean;
}

/** What decisions say about persons. */
export interface PersonFacts {
  /** Pairs by `pairKey`. */
  keptApart: ReadonlySet<string>;
  /** Name by person id. */
  names: ReadonlyMap<string, string>;
}

const NO_FACES: readonly KnownFace[] = [];

/**
 * `known[i]`, undefined where it is never compared, and `photos[i]` belong to face i; faces are in canonical order.
 * @param changedPhotos absent: perhaps all have changed since strangers were measured last
 */
export function findImpostorPairs(
  faces: readonly ClusterFace[],
  known: readonly (KnownFace | undefined)[],
  photos: readonly number[],
  facts: PersonFacts,
  changedPhotos?: ReadonlySet<number>,
): ImpostorPairs {
  const byPhoto = new Map<number, number[]>();
  for (let i = 0; i < faces.length; i++) {
    if (!known[i] || changedPhotos?.has(photos[i]!) === false) continue;
    const inPhoto = byPhoto.get(photos[i]!);
    if (inPhoto) inPhoto.push(i);
    else byPhoto.set(photos[i]!, [i]);
  }
  const strangersOf = strangersByDecision(faces, known, facts);
  return {
    dependsOnPersons: strangersOf.size > 0,
    beside(face) {
      const inPhoto = byPhoto.get(photos[face]!);
      if (!inPhoto) return;
      if (inPhoto.length === 1) return NO_FACES;
      const { personId, manual } = faces[face]!;
      const isSame = (other: number) =>
        // Two faces of one photo are one person only where a human put both there (a mirror, a picture in the picture).
        other === face ||
        (personId !== null && manual && faces[other]!.manual && faces[other]!.personId === personId);
      const beside: KnownFace[] = [];
      for (const other of inPhoto) if (!isSame(other)) beside.push(known[other]!);
      return beside;
    },
    others(face) {
      if (strangersOf.size === 0) return NO_FACES;
      const { personId } = faces[face]!;
      return (personId !== null && strangersOf.get(personId)) || NO_FACES;
    },
  };
}

function strangersByDecision(
  faces: readonly ClusterFace[],
  known: readonly (KnownFace | undefined)[],
  facts: PersonFacts,
): Map<string, KnownFace[]> {
  // A gallery has thousands of persons without a decision: only the others are compared in pairs.
  const decidedAbout = new Set([...facts.names.keys(), ...[...facts.keptApart].flatMap(personsOf)]);
  const strangersOf = new Map<string, KnownFace[]>();
  if (decidedAbout.size === 0) return strangersOf;
  const byPerson = new Map<string, KnownFace[]>();
  faces.forEach(({ personId }, i) => {
    if (personId === null || !known[i] || !decidedAbout.has(personId)) return;
    const sample = byPerson.get(personId) ?? [];
    if (sample.length < adaptation.personSample.value) sample.push(known[i]);
    byPerson.set(personId, sample);
  });
  const areDifferent = (a: string, b: string) =>
    facts.keptApart.has(pairKey(a, b)) ||
    (facts.names.has(a) && facts.names.has(b) && facts.names.get(a) !== facts.names.get(b));
  for (const person of byPerson.keys()) {
    const others = [...byPerson].flatMap(([other, sample]) =>
      other !== person && areDifferent(person, other) ? sample : [],
    );
    if (others.length > 0) strangersOf.set(person, others);
  }
  return strangersOf;
}
