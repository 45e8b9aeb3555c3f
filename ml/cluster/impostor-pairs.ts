/**
 * Impostor pairs, the term of biometrics for pairs of faces that are two people for certain: two faces of one photo, faces of
 * persons a human kept apart, and faces of persons with different names.
 */
import { adaptation } from '../parameters/threshold-adaptation.ts';
import { pairKey, personsOf } from './pair-key.ts';
import type { ClusterFace } from './types.ts';

export interface ImpostorPairs {
  of(face: number): ReadonlySet<number>;
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

const NO_FACES: ReadonlySet<number> = new Set();

/** `vectors[i]`, undefined where it is never compared, and `photos[i]` belong to face i; faces are in canonical order. */
export function findImpostorPairs(
  faces: readonly ClusterFace[],
  vectors: readonly (Float32Array | undefined)[],
  photos: readonly number[],
  facts: PersonFacts,
): ImpostorPairs {
  const byPhoto = Map.groupBy(photos.keys(), (face) => photos[face]!);
  const compared = [...faces.keys()].filter((face) => vectors[face]);
  const byPerson = Map.groupBy(compared, (face) => faces[face]!.personId);
  // A gallery has thousands of persons without a decision: only the others are compared in pairs.
  const decidedAbout = new Set([...facts.names.keys(), ...[...facts.keptApart].flatMap(personsOf)]);
  const persons = [...byPerson.keys()].filter((id) => id !== null && decidedAbout.has(id)) as string[];
  const areDifferent = (a: string, b: string) =>
    facts.keptApart.has(pairKey(a, b)) ||
    (facts.names.has(a) && facts.names.has(b) && facts.names.get(a) !== facts.names.get(b));
  const strangersOf = new Map<string, number[]>();
  for (const person of persons) {
    const others = persons.filter((other) => other !== person && areDifferent(person, other));
    if (others.length > 0)
      strangersOf.set(
        person,
        others.flatMap((other) => byPerson.get(other)!.slice(0, adaptation.personSample.value)),
      );
  }
  return {
    dependsOnPersons: strangersOf.size > 0,
    of(face) {
      const { personId, manual } = faces[face]!;
      const others = personId === null ? undefined : strangersOf.get(personId);
      const inPhoto = byPhoto.get(photos[face]!)!;
      if (inPhoto.length === 1 && !others) return NO_FACES;
      const all = new Set(inPhoto);
      all.delete(face);
      // Two faces of one photo are one person only where a human put both there (a mirror, a picture in the picture).
      if (personId !== null && manual)
        for (const other of inPhoto)
          if (faces[other]!.manual && faces[other]!.personId === personId) all.delete(other);
      for (const other of others ?? []) all.add(other);
      return all;
    },
  };
}
