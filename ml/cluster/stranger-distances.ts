/**
 * Cosine distances of each face to strangers. Presumed strangers are those of a sample of the gallery, the cohort, that are
 * farther away than two faces of one person are; impostors (impostor-pairs.ts) count at any distance, and `certainWeight` times.
 */
import { dot } from '../math/vector.ts';
import { adaptation } from '../parameters/threshold-adaptation.ts';
import { areSame, type KnownFace } from './known-face.ts';
import { quantile } from './quantile.ts';

/** Of one face. */
export interface StrangersOfFace {
  /** The cohort that `toCohort` was measured against. */
  of: object;
  /** The distance to each place of the cohort; NaN where nobody is there whom it presumes to be a stranger. */
  toCohort: Float32Array;
  /** Impostors: those on its photos, and those whom humans said to be others. */
  beside: readonly KnownFace[];
  others: readonly KnownFace[];
  /** The `nearQuantile` of the distances; NaN where there are none. */
  near: number;
  /** How many distances there are. */
  count: number;
}

/** Numbers compared at a time. */
const STEP = 4;

export class StrangerDistances {
  /** Who is where. A face that stays in the cohort stays at its place. */
  readonly #places: (KnownFace | undefined)[] = [];
  /** Where somebody else is since the last call of `choose`, and who was there. */
  #renewed: { place: number; before: KnownFace | undefined }[] = [];
  /** Another object for another way to measure. */
  #measured = {};
  #presumedFrom = Number.NaN;
  /** The vectors of the places one after another: twice as fast to read as many arrays. */
  #rows = new Float32Array();
  #width = 0;
  /** The face that is compared, padded as the rows are. */
  #own = new Float32Array();
  #found = new Float32Array(4 * adaptation.cohort.value);

  /** Makes these faces the cohort. `measure` is then to be called for every face that is compared, those of the cohort included. */
  choose(cohort: readonly KnownFace[], presumedFrom: number, dimensions: number): void {
    const width = Math.ceil(dimensions / STEP) * STEP;
    if (width !== this.#width || presumedFrom !== this.#presumedFrom) {
      this.#measured = {};
      this.#presumedFrom = presumedFrom;
      this.#width = width;
      this.#places.length = 0;
      this.#rows = new Float32Array(adaptation.cohort.value * width);
      this.#own = new Float32Array(width);
    }
    const chosen = new Set(cohort);
    const stays = new Set(this.#places.filter((face) => face && chosen.has(face)));
    const comes = cohort.filter((face) => !stays.has(face));
    this.#renewed = [];
    for (let place = 0; place < Math.max(this.#places.length, cohort.length); place++) {
      const before = this.#places[place];
      if (before && stays.has(before)) continue;
      const now = comes.pop();
      if (!before && !now) continue;
      this.#places[place] = now;
      if (now) this.#rows.set(now.vector, place * width);
      this.#renewed.push({ place, before });
    }
  }

  /**
   * @param besideNow undefined: the same as when the face was measured last
   * @returns how near its strangers are, and how many there are
   */
  measure(
    face: KnownFace,
    besideNow: readonly KnownFace[] | undefined,
    others: readonly KnownFace[],
  ): StrangersOfFace {
    const before = face.strangers;
    const beside = besideNow ?? before!.beside;
    if (before?.of !== this.#measured) {
      const toCohort = new Float32Array(adaptation.cohort.value).fill(Number.NaN);
      face.strangers = { of: this.#measured, toCohort, beside, others, near: Number.NaN, count: 0 };
      this.#own.set(face.vector);
      this.#places.forEach((_, place) => {
        toCohort[place] = this.#distance(face, place);
      });
      this.#count(face.strangers, face);
      return face.strangers;
    }
    let holds =
      (others === before.others || areSame(others, before.others)) &&
      (beside === before.beside || areSame(beside, before.beside));
    if (this.#renewed.length > 0) this.#own.set(face.vector);
    for (const renewed of this.#renewed) {
      const was = before.toCohort[renewed.place]!;
      const is = this.#distance(face, renewed.place);
      before.toCohort[renewed.place] = is;
      // One beyond the quantile that takes the place of another beyond it moves nothing.
      holds &&=
        was > before.near &&
        is > before.near &&
        !isCertain(before, renewed.before) &&
        !isCertain(before, this.#places[renewed.place]);
    }
    before.beside = beside;
    before.others = others;
    if (!holds) this.#count(before, face);
    return before;
  }

  /** All distances of a face that was measured, in no particular order; valid until the next call. */
  of(face: KnownFace): Float32Array {
    const { toCohort, beside, others } = face.strangers!;
    const certain = others.length === 0 ? beside : [...new Set([...beside, ...others])];
    const isKnown =
      certain.length > STEP ? new Set(certain) : { has: (other: KnownFace) => certain.includes(other) };
    let end = 0;
    for (let place = 0; place < this.#places.length; place++) {
      const distance = toCohort[place]!;
      if (Number.isNaN(distance) || (certain.length > 0 && isKnown.has(this.#places[place]!))) continue;
      this.#found[end++] = distance;
    }
    const weight = adaptation.certainWeight.value;
    if (end + weight * certain.length > this.#found.length) this.#grow(end + weight * certain.length);
    for (const other of certain) {
      const distance = 1 - dot(face.vector, other.vector);
      for (let times = 0; times < weight; times++) this.#found[end++] = distance;
    }
    return this.#found.subarray(0, end);
  }

  #count(strangers: StrangersOfFace, face: KnownFace): void {
    const own = this.of(face);
    strangers.count = own.length;
    strangers.near = quantile(own, adaptation.nearQuantile.value);
  }

  /** NaN where nobody is, or nobody who is presumed to be a stranger. */
  #distance(face: KnownFace, place: number): number {
    const there = this.#places[place];
    if (!there || there === face) return Number.NaN;
    const distance = 1 - this.#product(place);
    return distance > this.#presumedFrom ? distance : Number.NaN;
  }

  #product(place: number): number {
    const [own, rows] = [this.#own, this.#rows];
    let at = place * this.#width;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0; k < own.length; k += STEP, at += STEP) {
      a += own[k]! * rows[at]!;
      b += own[k + 1]! * rows[at + 1]!;
      c += own[k + 2]! * rows[at + 2]!;
      d += own[k + 3]! * rows[at + 3]!;
    }
    return a + b + c + d;
  }

  #grow(length: number): void {
    const larger = new Float32Array(length);
    larger.set(this.#found);
    this.#found = larger;
  }
}

/** Whether it is an impostor, and no presumed stranger. */
const isCertain = ({ beside, others }: StrangersOfFace, face: KnownFace | undefined): boolean =>
  face !== undefined && (beside.includes(face) || others.includes(face));
