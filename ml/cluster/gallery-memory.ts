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

/** The faces that a person has before anything is compared. Positions in the canonical order of faces. */
export interface KnownPerson {
  /** Of those who claim to be the person. */
  readonly claiming: readonly number[];
  readonly members: readonly number[];
  /** The others who claim it: another face of their photo is the person. */
  readonly others: readonly number[];
  readonly photos: ReadonlySet<number>;
  /** What the person is compared by. */
  readonly evidence: readonly number[];
  readonly isProvisional: boolean;
  readonly sum: Float64Array;
  readonly mean: Mean;
}

/** Faces as a plan reads them. */
export interface ReadFaces {
  /** In canonical order. */
  faces: readonly ClusterFace[];
  /** Undefined for faces that are never compared. */
  known: (KnownFace | undefined)[];
  /** A number for each face's photo. */
  photos: number[];
  /** Photos with a face that has come, gone or changed since strangers were measured; undefined: perhaps all. */
  changedPhotos: ReadonlySet<number> | undefined;
}

export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export class GalleryMemory {
  readonly strangers = new StrangerDistances();
  #metric: Metric | undefined;
  #faces = new Map<string, KnownFace>();
  readonly #photos = new Map<string, number>();
  readonly #remembers: boolean;
  #means: GroupMeans;
  #last: ReadFaces = { faces: [], known: [], photos: [], changedPhotos: undefined };
  #changedPhotos: Set<number> | undefined;
  #persons = new Map<string, KnownPerson>();
  #evidence = new Map<string, Evidence>();

  /** @param remembers false: for one plan alone */
  constructor(remembers = true) {
    this.#remembers = remembers;
    this.#means = new GroupMeans(0, remembers);
  }

  /**
   * Faces that are the same object as at the plan before are as they were then; `regroup` alone may differ.
   * Those that are not named are forgotten.
   */
  read(input: readonly ClusterFace[], metric: Metric): ReadFaces {
    const faces = isSorted(input) ? input : input.toSorted(byId);
    const last = this.#last;
    const isKnown = metric === this.#metric && last.faces.length > 0;
    if (metric !== this.#metric) this.#faces.clear();
    this.#metric = metric;
    if (!isKnown) this.#changedPhotos = undefined;
    const forget = ({ personId }: ClusterFace, photo: number) => {
      this.#changedPhotos?.add(photo);
      if (personId !== null) this.#persons.delete(personId);
    };
    const known = new Array<KnownFace | undefined>(faces.length);
    const photos = new Array<number>(faces.length);
    let compared = 0;
    let at = 0;
    for (let i = 0; i < faces.length; i++) {
      const face = faces[i]!;
      if (face !== last.faces[at]) {
        for (; at < last.faces.length && last.faces[at]!.id < face.id; at++)
          forget(last.faces[at]!, last.photos[at]!);
        if (face.id === last.faces[at]?.id && face !== last.faces[at])
          forget(last.faces[at]!, last.photos[at]!);
      }
      if (isKnown && face === last.faces[at]) {
        known[i] = last.known[at];
        photos[i] = last.photos[at]!;
      } else {
        const isCompared = face.grade !== 'ignore' && face.embedding.length > 0;
        known[i] = isCompared ? this.#face(face, metric) : undefined;
        photos[i] = this.photo(face.photoId);
        forget(face, photos[i]!);
      }
      if (known[i]) compared++;
      if (face.id === last.faces[at]?.id) at++;
    }
    for (; at < last.faces.length; at++) forget(last.faces[at]!, last.photos[at]!);
    if (this.#faces.size > compared)
      this.#faces = new Map(known.flatMap((face) => (face ? [[face.id, face]] : [])));
    const read = { faces, known, photos, changedPhotos: this.#changedPhotos };
    if (!isKnown) this.#persons.clear();
    if (this.#remembers) this.#last = read;
    return read;
  }

  #face({ id, embedding }: ClusterFace, metric: Metric): KnownFace {
    const before = this.#faces.get(id);
    if (before?.embedding === embedding) return before;
    const vector = toSpace(embedding, metric);
    const face = { id, embedding, vector, square: dot(vector, vector), order: hash(id), mean: {} };
    this.#faces.set(id, face);
    return face;
  }

  /** To be called when the strangers of all faces that were read have been measured. */
  strangersAreMeasured(): void {
    if (this.#remembers) this.#changedPhotos = new Set();
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

  /** What is known of a person whom the same faces claim as at the plan before. */
  person(id: string, claiming: readonly number[]): KnownPerson | undefined {
    const known = this.#persons.get(id);
    return known && areEqual(known.claiming, claiming) ? known : undefined;
  }

  remember(id: string, person: KnownPerson): KnownPerson {
    if (this.#remembers) this.#persons.set(id, person);
    return person;
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
    for (const known of [this.#persons, this.#evidence])
      for (const person of known.keys()) if (!persons.has(person)) known.delete(person);
  }
}

function isSorted(faces: readonly ClusterFace[]): boolean {
  for (let i = 1; i < faces.length; i++) if (faces[i - 1]!.id > faces[i]!.id) return false;
  return true;
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sumOf(faces: readonly KnownFace[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const { vector } of faces) for (let k = 0; k < dimensions; k++) sum[k]! += vector[k]!;
  return sum;
}
