/**
 * What grouping computes of faces and persons and what holds until they change, so that a gallery to which photos come is not
 * computed anew. Plans are the same whatever is remembered, also where nothing is.
 */
import { dot } from '../math/vector.ts';
import type { Metric } from '../types.ts';
import { areSame, type KnownFace } from './known-face.ts';
import { toSpace } from './metric.ts';
import { GroupMeans, type Mean } from './neighbours/group-means.ts';
import { StrangerDistances } from './stranger-distances.ts';
import type { ClusterFace } from './types.ts';

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** What a person is compared by. */
interface Evidence {
  readonly faces: readonly KnownFace[];
  readonly sum: Float64Array;
  readonly mean: Mean;
}

export class GalleryMemory {
  readonly strangers = new StrangerDistances();
  #metric: Metric | undefined;
  #faces = new Map<string, KnownFace>();
  readonly #photos = new Map<string, number>();
  readonly #remembers: boolean;
  #means: GroupMeans;
  #evidence = new Map<string, Evidence>();

  /** @param remembers false: for one plan alone */
  constructor(remembers = true) {
    this.#remembers = remembers;
    this.#means = new GroupMeans(0, remembers);
  }

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
    const face = { id, embedding, vector, square: dot(vector, vector), order: hash(id), mean: {} };
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

  means(dimensions: number): GroupMeans {
    if (dimensions !== this.#means.dimensions) this.#means = new GroupMeans(dimensions, this.#remembers);
    return this.#means;
  }

  /** Sum and mean of the evidence of a person. */
  evidence(person: string, faces: readonly KnownFace[], dimensions: number): Evidence {
    const before = this.#evidence.get(person);
    if (before && areSame(before.faces, faces)) return before;
    const evidence = { faces, sum: sumOf(faces, dimensions), mean: {} };
    this.#evidence.set(person, evidence);
    return evidence;
  }

  /** Forgets the persons that are not named. */
  retainPersons(persons: ReadonlyMap<string, unknown>): void {
    for (const person of this.#evidence.keys()) if (!persons.has(person)) this.#evidence.delete(person);
  }
}

function sumOf(faces: readonly KnownFace[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const { vector } of faces) for (let k = 0; k < dimensions; k++) sum[k]! += vector[k]!;
  return sum;
}
