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
  /** `KnownFace.square` of each; 0 for faces that are never compared. */
  squares: Float64Array;
  /** Numbers of each embedding; 0 where nothing is compared. */
  dimensions: number;
  /** Of each face what `MARKS` names. */
  marks: Uint8Array;
  /** A number for each face's person, see `GalleryMemory.personId`; -1: none. */
  persons: Int32Array;
  /** A number for each face's photo. */
  photos: number[];
  /** Photos with a face that has come, gone or changed since strangers were measured; undefined: perhaps all. */
  changedPhotos: ReadonlySet<number> | undefined;
}

/** Beside the faces, because looking at fifty thousand objects takes longer than what is then done with them. */
export const MARKS = { core: 1, weak: 2, manual: 4, regroup: 8 } as const;

const marksOf = ({ grade, manual, regroup }: ClusterFace): number =>
  (grade === 'ignore' ? 0 : MARKS[grade]) | (manual ? MARKS.manual : 0) | (regroup ? MARKS.regroup : 0);

export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export class GalleryMemory {
  readonly strangers = new StrangerDistances();
  #metric: Metric | undefined;
  #faces = new Map<string, KnownFace>();
  readonly #photos = new Map<string, number>();
  readonly #personNumbers = new Map<string, number>();
  readonly #personIds: string[] = [];
  readonly #remembers: boolean;
  #means: GroupMeans;
  #last: ReadFaces = {
    faces: [],
    known: [],
    squares: new Float64Array(),
    dimensions: 0,
    marks: new Uint8Array(),
    persons: new Int32Array(),
    photos: [],
    changedPhotos: undefined,
  };
  #changedPhotos: Set<number> | undefined;
  #persons = new Map<string, KnownPerson>();
  #evidence = new Map<string, Evidence>();

  /** @param remembers false: for one plan alone */
  constructor(remembers = true) {
    this.#remembers = remembers;
    this.#means = new GroupMeans(0, remembers);
  }

  /**
   * Faces that are the same object as at the plan before are as they were then.
   * Those that are not named are forgotten.
   * @throws RangeError where embeddings differ in length
   */
  read(input: readonly ClusterFace[], metric: Metric): ReadFaces {
    const last = this.#last;
    const faces = isSorted(input, last.faces) ? input : input.toSorted(byId);
    const isKnown = metric === this.#metric && last.faces.length > 0;
    if (metric !== this.#metric) this.#faces.clear();
    this.#metric = metric;
    if (!isKnown) this.#changedPhotos = undefined;
    const forget = ({ personId }: ClusterFace, photo: number) => {
      this.#changedPhotos?.add(photo);
      if (personId !== null) this.#persons.delete(personId);
    };
    const known = new Array<KnownFace | undefined>(faces.length);
    const squares = new Float64Array(faces.length);
    const marks = new Uint8Array(faces.length);
    const persons = new Int32Array(faces.length);
    const photos = new Array<number>(faces.length);
    let compared = 0;
    let dimensions = 0;
    let at = 0;
    for (let i = 0; i < faces.length; i++) {
      const face = faces[i]!;
      if (face !== last.faces[at]) {
        for (; at < last.faces.length && last.faces[at]!.id < face.id; at++)
          forget(last.faces[at]!, last.photos[at]!);
        if (face.id === last.faces[at]?.id && face !== last.faces[at])
          forget(last.faces[at]!, last.photos[at]!);
      }
      const isSame = face === last.faces[at];
      if (isKnown && isSame) {
        known[i] = last.known[at];
        squares[i] = last.squares[at]!;
        marks[i] = last.marks[at]!;
        persons[i] = last.persons[at]!;
        photos[i] = last.photos[at]!;
      } else {
        const isCompared = face.grade !== 'ignore' && face.embedding.length > 0;
        known[i] = isCompared ? this.#face(face, metric) : undefined;
        photos[i] = this.photo(face.photoId);
        squares[i] = known[i]?.square ?? 0;
        marks[i] = marksOf(face);
        persons[i] = face.personId === null ? -1 : this.#personNumber(face.personId);
        forget(face, photos[i]!);
      }
      if (known[i]) {
        const own = isKnown && isSame ? last.dimensions : face.embedding.length;
        if (compared > 0 && own !== dimensions)
          throw new RangeError(
            'the embeddings are of different lengths: they come from different recognisers',
          );
        dimensions = own;
        compared++;
      }
      if (isSame || face.id === last.faces[at]?.id) at++;
    }
    for (; at < last.faces.length; at++) forget(last.faces[at]!, last.photos[at]!);
    if (this.#faces.size > compared)
      this.#faces = new Map(known.flatMap((face) => (face ? [[face.id, face]] : [])));
    const changedPhotos = this.#changedPhotos;
    const read = { faces, known, squares, dimensions, marks, persons, photos, changedPhotos };
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

  /** The same number for the same person. */
  #personNumber(personId: string): number {
    const known = this.#personNumbers.get(personId);
    if (known !== undefined) return known;
    this.#personNumbers.set(personId, this.#personIds.length);
    return this.#personIds.push(personId) - 1;
  }

  personId(number: number): string {
    return this.#personIds[number]!;
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
    const isLonger =
      before?.sum.length === dimensions && areSame(before.faces, faces.slice(0, before.faces.length));
    const sum = isLonger
      ? addTo(before.sum.slice(), faces, before.faces.length)
      : addTo(new Float64Array(dimensions), faces, 0);
    const evidence = { faces, sum, mean: {} };
    this.#evidence.set(person, evidence);
    return evidence;
  }

  /** Forgets the persons that are not named. */
  retainPersons(persons: ReadonlyMap<string, unknown>): void {
    for (const known of [this.#persons, this.#evidence])
      for (const person of known.keys()) if (!persons.has(person)) known.delete(person);
  }
}

/** @param sorted of which most of the faces are: then few ids are compared */
function isSorted(faces: readonly ClusterFace[], sorted: readonly ClusterFace[]): boolean {
  let at = 0;
  for (let i = 1; i < faces.length; i++) {
    const [before, face] = [faces[i - 1]!, faces[i]!];
    if (sorted[at] === before && sorted[at + 1] === face) at++;
    else if (before.id > face.id) return false;
    else while (at < sorted.length && sorted[at] !== face && sorted[at]!.id < face.id) at++;
  }
  return true;
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Adds the faces from `from` on, one after another: sums round alike whether the first of them were summed before or not. */
function addTo(sum: Float64Array, faces: readonly KnownFace[], from: number): Float64Array {
  for (let i = from; i < faces.length; i++) {
    const { vector } = faces[i]!;
    for (let k = 0; k < sum.length; k++) sum[k]! += vector[k]!;
  }
  return sum;
}
