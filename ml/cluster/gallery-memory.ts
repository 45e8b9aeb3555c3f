/**
 * What grouping computes of faces and persons and what holds until they change, so that a gallery to which photos come is not
 * computed anew. Plans are the same whatever is remembered, also where nothing is.
 */
import { dot } from '../math/vector.ts';
import type { Metric } from '../types.ts';
import { areSame, type KnownFace } from './known-face.ts';
import { toSpace } from './metric.ts';
import { StrangerDistances } from './stranger-distances.ts';
import type { ClusterFace } from './types.ts';

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

export class GalleryMemory {
  readonly strangers = new StrangerDistances();
  #metric: Metric | undefined;
  #faces = new Map<string, KnownFace>();
  readonly #photos = new Map<string, number>();
  /** By person: the evidence, and the sum of its vectors. */
  #sums = new Map<string, { evidence: readonly KnownFace[]; sum: Float64Array }>();

  /** Undefined for faces that are never compared. Those that are not named are forgotten. */
  faces(faces: readonly ClusterFace[], metric: Metric): (KnownFace | undefined)[] {
    if (metric !== this.#metric) this.#faces.clear();
    this.#metric = metric;
    let compared = 0;
    const known = faces.map((face) => {
      if (face.grade === 'ignore' || face.embedding.length === 0) return undefined;
      compared++;
      return this.#face(face, metric);
    });
    if (this.#faces.size > compared)
      this.#faces = new Map(known.flatMap((face) => (face ? [[face.id, face]] : [])));
    return known;
  }

  #face({ id, embedding }: ClusterFace, metric: Metric): KnownFace {
    const before = this.#faces.get(id);
    if (before?.embedding === embedding) return before;
    const vector = toSpace(embedding, metric);
    const face = { id, embedding, vector, square: dot(vector, vector), order: hash(id) };
    this.#faces.set(id, face);
    return face;
  }

  /** The same number for the same photo. */
  photo(photoId: string): number {
    const known = this.#photos.get(photoId);
    if (known !== undefined) return known;
    this.#photos.set(photoId, this.#photos.size);
    return this.#photos.size - 1;
  }

  /** The sums of the vectors of each person's evidence, in its order. Persons that are not named are forgotten. */
  sums(
    evidenceOf: ReadonlyMap<string, readonly number[]>,
    faces: readonly (KnownFace | undefined)[],
    dimensions: number,
  ): (person: string) => Float64Array {
    const before = this.#sums;
    this.#sums = new Map();
    for (const [person, positions] of evidenceOf) {
      const evidence = positions.map((i) => faces[i]!);
      const known = before.get(person);
      const sum = known && areSame(known.evidence, evidence) ? known.sum : sumOf(evidence, dimensions);
      this.#sums.set(person, { evidence, sum });
    }
    return (person) => this.#sums.get(person)!.sum.slice();
  }
}

function sumOf(faces: readonly KnownFace[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const { vector } of faces) for (let k = 0; k < dimensions; k++) sum[k]! += vector[k]!;
  return sum;
}
