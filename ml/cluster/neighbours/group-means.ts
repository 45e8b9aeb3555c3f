/**
 * Near pairs of groups by the means of their evidence. How far means are apart is remembered: from one step of a grouping to the
 * next most groups are the same, and from one grouping to the next most persons.
 */
import { clustering } from '../../parameters/clustering-tuning.ts';
import { type FaceGroup, squareOfSum } from '../face-group.ts';
import { productsOf } from '../group-distance.ts';
import {
  forEachPairWithin,
  type OwnReach,
  type Points,
  ROUNDING,
  STEP,
  squaredDistance,
  squaredLength,
  TILE_ROWS,
  type Work,
} from './pairs-within-distance.ts';

/** What is known of one set of evidence. */
export interface Mean {
  /** The squared length of its sum. */
  square?: number;
  point?: Point;
}

interface Point {
  /** Of the table; -1: in none. */
  place: number;
  row: Float32Array;
  square: number;
  sum: Float64Array;
  /** The plan that used it last. */
  plan: number;
}

/**
 * Some pairs in the order in which they were found; the same object comes again with others. Hundred thousands are found, and as
 * arguments of a call each of their numbers would take memory.
 */
export class Pairs {
  static readonly MOST = 4096;
  count = 0;
  readonly first = new Int32Array(Pairs.MOST);
  readonly second = new Int32Array(Pairs.MOST);
  /** Of the means. */
  readonly squared = new Float64Array(Pairs.MOST);
  /** Of the sums; NaN where it is not known. */
  readonly products = new Float64Array(Pairs.MOST);
}

type Table = Float64Array<ArrayBuffer>;
export type FoundPairs = (pairs: Pairs) => void;

/** Squared distances of unit vectors computed in two ways differ by less. */
export const ROUNDING_OF_LINKAGE = 1e-3;

/**
 * Wanted are groups whose average linkage is at most `limit`, and a few beyond it: it is the squared distance of the means, plus
 * the scatters of both groups, less their offsets.
 */
export function reachWithin(groups: readonly FaceGroup[], limit: number): OwnReach {
  const added = new Float64Array(groups.length);
  let longest = 1;
  groups.forEach((group, i) => {
    const square = squareOfSum(group) / group.count ** 2;
    added[i] = group.squares / group.count - square;
    longest = Math.max(longest, square);
  });
  return { most: limit + 2 * ROUNDING_OF_LINKAGE * longest, added };
}

export class GroupMeans {
  readonly dimensions: number;
  readonly #remembers: boolean;
  #points: Point[] = [];
  /** Of pairs of places: the squared distance of the means; negative: it is larger than that; 0: perhaps not known. */
  #squared: Table = new Float64Array();
  /** The product of the sums; 0: perhaps not known. */
  #products: Table = new Float64Array();
  /** Tables for the next plan: new memory of their size takes longer than filling it. */
  readonly #spares: [squared: Table, products: Table] = [new Float64Array(), new Float64Array()];
  #places = 0;
  #plan = 0;
  readonly #found = new Pairs();

  /** @param remembers whether another plan for nearly the same groups will follow; for one alone it takes longer than it saves */
  constructor(dimensions: number, remembers: boolean) {
    this.dimensions = dimensions;
    this.#remembers = remembers;
  }

  /** Forgets the means that the plan before did not need, and puts the others where they are read one after another. */
  beginPlan(): void {
    const isUsed = (point: Point) => point.plan === this.#plan;
    for (const point of this.#points) if (!isUsed(point)) point.place = -1;
    this.#points = this.#points.filter(isUsed).sort((a, b) => a.row[0]! - b.row[0]!);
    const before = Int32Array.from(this.#points, ({ place }) => place);
    [this.#squared, this.#spares[0]] = [this.#inOrder(this.#squared, before, this.#spares[0]), this.#squared];
    [this.#products, this.#spares[1]] = [
      this.#inOrder(this.#products, before, this.#spares[1]),
      this.#products,
    ];
    this.#points.forEach((point, place) => {
      point.place = place;
    });
    this.#plan++;
  }

  /** Of each pair the first is the one that is first in the order of `#each`. */
  #inOrder(table: Table, places: Int32Array, spare: Table): Table {
    const ordered = spare.length === table.length ? spare : new Float64Array(table.length);
    ordered.fill(0, 0, places.length * this.#places);
    for (let i = 0; i < places.length; i++) {
      const [from, to] = [places[i]! * this.#places, i * this.#places];
      for (let j = i + 1; j < places.length; j++) ordered[to + j] = table[from + places[j]!]!;
    }
    return ordered;
  }

  /** As `forEachPairWithin`, in the same order. */
  *forEachPairWithin(
    groups: readonly FaceGroup[],
    squaredRadius: number,
    found: FoundPairs,
    reach?: OwnReach,
  ): Work<void> {
    if (groups.length < 2 || this.dimensions === 0) return;
    if (!this.#remembers || groups.length > clustering.meansCompared.value) {
      const add = (i: number, j: number, squared: number) => this.#tell(i, j, squared, Number.NaN, found);
      yield* forEachPairWithin(this.#rows(groups), squaredRadius, add, reach);
      return this.#tellRest(found);
    }
    const points = groups.map((group) => this.#pointOf(group));
    const unknown = points.filter(({ place }) => place < 0);
    this.#reserve(this.#points.length + unknown.length);
    for (const point of unknown) if (point.place < 0) this.#add(point);
    for (const point of points) point.plan = this.#plan;
    const limit = squaredRadius + ROUNDING * points.reduce((most, { square }) => Math.max(most, square), 0);
    this.#each(points, limit, found, reach);
    this.#tellRest(found);
  }

  #tell(first: number, second: number, squared: number, product: number, found: FoundPairs): void {
    const pairs = this.#found;
    const at = pairs.count++;
    pairs.first[at] = first;
    pairs.second[at] = second;
    pairs.squared[at] = squared;
    pairs.products[at] = product;
    if (pairs.count === Pairs.MOST) this.#tellRest(found);
  }

  #tellRest(found: FoundPairs): void {
    found(this.#found);
    this.#found.count = 0;
  }

  /** The same for single faces, which come first in each pair, and groups; the groups of each face in that order. */
  forEachPairBetween(
    faces: readonly FaceGroup[],
    groups: readonly FaceGroup[],
    squaredRadius: number,
    found: FoundPairs,
  ): void {
    const first = groups.map(({ sum, count }) => Math.fround(sum[0]! / count));
    const order = [...groups.keys()].sort((a, b) => first[a]! - first[b]! || a - b);
    const sorted = order.map((j) => groups[j]!);
    const squares = sorted.map((group) => squareOfSum(group) / group.count ** 2);
    const longest = squares.reduce((most, square) => Math.max(most, square), 0);
    faces.forEach((face, i) => {
      const square = squareOfSum(face);
      const limit = squaredRadius + ROUNDING * Math.max(longest, square);
      productsOf(face, sorted).forEach((product, at) => {
        const squared = square + squares[at]! - (2 * product) / sorted[at]!.count;
        if (squared <= limit) this.#tell(i, order[at]!, squared, product, found);
      });
    });
    this.#tellRest(found);
  }

  #rows(groups: readonly FaceGroup[]): Points {
    const { dimensions } = this;
    const rows = new Float32Array(groups.length * dimensions);
    groups.forEach((group, i) => {
      for (let k = 0; k < dimensions; k++) rows[i * dimensions + k] = group.sum[k]! / group.count;
    });
    return { rows, count: groups.length, dimensions };
  }

  #pointOf(group: FaceGroup): Point {
    group.mean ??= {};
    if (group.mean.point) return group.mean.point;
    const row = new Float32Array(Math.ceil(this.dimensions / STEP) * STEP);
    for (let k = 0; k < this.dimensions; k++) row[k] = group.sum[k]! / group.count;
    group.mean.point = { place: -1, row, square: squaredLength(row), sum: group.sum.slice(), plan: -1 };
    return group.mean.point;
  }

  #add(point: Point): void {
    point.place = this.#points.length;
    this.#points.push(point);
    for (const table of [this.#squared, this.#products])
      table.fill(0, point.place * this.#places, (point.place + 1) * this.#places);
  }

  #reserve(count: number): void {
    if (count <= this.#places) return;
    const places = Math.max(512, Math.ceil(1.5 * this.#places), count);
    const larger = (table: Table) => {
      const rows = new Float64Array(places * places);
      for (const { place } of this.#points)
        rows.set(table.subarray(place * this.#places, (place + 1) * this.#places), place * places);
      return rows;
    };
    this.#squared = larger(this.#squared);
    this.#products = larger(this.#products);
    this.#places = places;
  }

  #each(points: readonly Point[], limit: number, found: FoundPairs, reach?: OwnReach): void {
    const order = [...points.keys()].sort((a, b) => points[a]!.row[0]! - points[b]!.row[0]! || a - b);
    const sorted = order.map((i) => points[i]!);
    const places = Int32Array.from(sorted, ({ place }) => place);
    const first = Float64Array.from(sorted, ({ row }) => row[0]!);
    const radius = Math.sqrt(limit);
    const [squared, products] = [this.#squared, this.#products];
    for (let tile = 0; tile < order.length; tile += TILE_ROWS) {
      const tileEnd = Math.min(tile + TILE_ROWS, order.length);
      for (let i = 0; i < tileEnd; i++) {
        const line = places[i]! * this.#places;
        const farthest = first[i]! + radius;
        for (let j = Math.max(i + 1, tile); j < tileEnd && first[j]! <= farthest; j++) {
          const at = line + places[j]!;
          let distance = squared[at]!;
          if (distance <= 0) {
            if (-distance > limit) continue;
            const { row } = sorted[i]!;
            distance = squaredDistance(row, sorted[j]!.row, 0, 0, row.length, limit);
            squared[at] = distance > limit ? -distance : distance;
          }
          if (distance > limit) continue;
          if (reach && distance > reach.most - reach.added[order[i]!]! - reach.added[order[j]!]!) continue;
          products[at] ||= dot(sorted[i]!.sum, sorted[j]!.sum);
          this.#tell(order[i]!, order[j]!, distance, products[at]!, found);
        }
      }
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let product = 0;
  for (let k = 0; k < a.length; k++) product += a[k]! * b[k]!;
  return product;
}
