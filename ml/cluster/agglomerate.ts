/**
 * Agglomerative clustering with average linkage and cannot-link constraints: the two nearest groups that may be one person
 * are joined, again and again, until no two are near enough (join-rule.ts).
 *
 * NOTE: joining x and y never brings them nearer to a third (its distance to both together is a mean of the two),
 * so a group's last known best distance is a lower bound and is renewed only when it comes up (D. Muellner, "Modern
 * hierarchical, agglomerative clustering algorithms", 2011, the generic algorithm).
 */

import { areDecidedApart, countCommonPhotos, mayJoin } from './cannot-link.ts';
import { type FaceGroup, join } from './face-group.ts';
import { averageLinkages } from './group-distance.ts';
import { isNearEnough, type JoinRule, singleFaceShare } from './join-rule.ts';
import { MinHeap } from './min-heap.ts';
import type { GroupMeans } from './neighbours/group-means.ts';
import { joinCandidates } from './neighbours/join-candidates.ts';
import type { Work } from './neighbours/pairs-within-distance.ts';

/** Nodes that could be joined with one; `distances[k]` holds as long as neither side has changed since. */
interface Candidates {
  ids: number[];
  distances: number[];
  /** Version of the candidate when its distance was taken; -1 = not yet taken. */
  versions: number[];
  /** The partner at the last renewal; `id` -1: none. */
  best: { id: number; distance: number; version: number };
}

const NOBODY = { id: -1, distance: Number.POSITIVE_INFINITY, version: -1 };
/** Photos of a group up to which the other groups on them are looked up, rather than its photos in each other group. */
const FEW_PHOTOS = 8;
/** Pairs of groups up to which looking at their photos is faster than finding out who is on each photo of the gallery. */
const FEW_PAIRS = 64;

/** One round over the neighbours known at its start. */
class Round {
  readonly #groups: FaceGroup[];
  readonly #rule: JoinRule;
  /** `singleFaceShare` of each group. */
  readonly #shares: number[];
  readonly #candidates: Candidates[];
  readonly #parent: number[];
  readonly #version: Int32Array;
  readonly #heap = new MinHeap();
  /** The photos of each group, where they are few. */
  readonly #photos: number[][];
  /** For each photo the groups that were on it when that was first asked. */
  #onPhoto: number[][] | undefined;
  /** Whether humans decided anything that keeps groups apart. */
  readonly #hasDecisions: boolean;
  /** Sets of groups: `#marks[i]` is the number of the set that i was put into last. */
  readonly #marks: Int32Array;
  #set = 0;

  /** @param candidates of each group those it could be joined with */
  constructor(groups: FaceGroup[], candidates: number[][], rule: JoinRule) {
    this.#groups = groups;
    this.#rule = rule;
    this.#shares = groups.map(singleFaceShare);
    this.#parent = groups.map((_, i) => i);
    this.#version = new Int32Array(groups.length);
    this.#marks = new Int32Array(groups.length);
    this.#candidates = candidates.map(notYetTaken);
    this.#hasDecisions = groups.some(({ kept, rejections }) => kept || rejections.size > 0);
    this.#photos = groups.map(fewPhotos);
  }

  /** The surviving groups in their old order. */
  run(): FaceGroup[] {
    this.#groups.forEach((_, i) => {
      this.#renew(i);
    });
    for (let top = this.#heap.pop(); top; top = this.#heap.pop()) {
      const i = top.id;
      if (this.#parent[i] !== i) continue;
      const { id: partner, distance, version } = this.#candidates[i]!.best;
      // An entry from before the last renewal: the newer one is in the heap too.
      if (partner < 0 || distance !== top.key) continue;
      const changed = this.#parent[partner] !== partner || this.#version[partner] !== version;
      if (changed || this.#isAmbiguous(i, partner, top.key)) this.#renew(i);
      else this.#unite(Math.min(i, partner), Math.max(i, partner));
    }
    return this.#groups.filter((_, i) => this.#parent[i] === i);
  }

  #unite(into: number, from: number): void {
    join(this.#groups[into]!, this.#groups[from]!);
    this.#shares[into] = singleFaceShare(this.#groups[into]!);
    this.#photos[into] = fewPhotos(this.#groups[into]!);
    this.#parent[from] = into;
    this.#version[into]!++;
    this.#candidates[into] = notYetTaken([...this.#candidates[into]!.ids, ...this.#candidates[from]!.ids]);
    this.#candidates[from] = notYetTaken([]);
    this.#renew(into);
  }

  /** Finds the group's best partner as things are now, and queues it. */
  #renew(i: number): void {
    // Beyond reach now is beyond reach for good: joining never brings nearer, nor lifts a ban.
    const now = this.#update(i, this.#rule.limit);
    const { ids, distances, versions } = now;
    // Not yet near enough: that can change when other faces join either of them.
    const near: number[] = [];
    for (let k = 0; k < ids.length; k++)
      if (isNearEnough(distances[k]!, this.#rule, [this.#shares[i]!, this.#shares[ids[k]!]!])) near.push(k);
    now.best = NOBODY;
    while (near.length > 0) {
      let least = 0;
      for (let n = 1; n < near.length; n++) {
        const [a, b] = [near[n]!, near[least]!];
        if (distances[a]! < distances[b]! || (distances[a] === distances[b] && ids[a]! < ids[b]!)) least = n;
      }
      const [at = 0] = near.splice(least, 1);
      if (this.#isAmbiguous(i, ids[at]!, distances[at]!)) continue;
      now.best = { id: ids[at]!, distance: distances[at]!, version: versions[at]! };
      this.#heap.push(distances[at]!, i);
      break;
    }
  }

  /** The candidates of a group as things are now, each once. @param limit those that are farther are forgotten */
  #update(i: number, limit = Number.POSITIVE_INFINITY): Candidates {
    const candidates = this.#candidates[i]!;
    const { ids, distances, versions } = candidates;
    const set = ++this.#set;
    this.#marks[i] = set;
    const unknown: number[] = [];
    let end = 0;
    for (let k = 0; k < ids.length; k++) {
      const j = this.#resolve(ids[k]!);
      if (this.#marks[j] === set) continue;
      this.#marks[j] = set;
      const version = this.#version[j]!;
      if (j !== ids[k] || versions[k] !== version) unknown.push(end);
      ids[end] = j;
      distances[end] = distances[k]!;
      versions[end++] = version;
    }
    this.#measure(i, candidates, unknown);
    if (Number.isFinite(limit)) {
      const all = end;
      end = 0;
      for (let k = 0; k < all; k++) {
        if (distances[k]! > limit) continue;
        ids[end] = ids[k]!;
        distances[end] = distances[k]!;
        versions[end++] = versions[k]!;
      }
    }
    ids.length = end;
    distances.length = end;
    versions.length = end;
    return candidates;
  }

  /** Takes the distances to the candidates at `positions`; infinite where the two may not join. */
  #measure(i: number, { ids, distances }: Candidates, positions: readonly number[]): void {
    if (positions.length === 0) return;
    const groups = this.#groups;
    const others = positions.map((at) => groups[ids[at]!]!);
    const linkages = averageLinkages(groups[i]!, others);
    for (let n = 0; n < others.length; n++) {
      const isReachable = linkages[n]! <= this.#rule.limit && mayJoin(groups[i]!, others[n]!);
      distances[positions[n]!] = isReachable ? linkages[n]! : Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Whether two who are surely not one person are nearly as near to these two groups as they are to each other: both beside one of
   * them, or one beside each.
   */
  #isAmbiguous(i: number, j: number, distance: number): boolean {
    const [besideI, besideJ] = [this.#beside(i, j, distance), this.#beside(j, i, distance)];
    // These two may join, or their distance would be infinite.
    return (besideI.length > 1 || besideJ.length > 1) && this.#areAnyApart(besideI, besideJ);
  }

  /** A group and those others than `partner` that it could join and that are nearer than `distance` and its margin. */
  #beside(x: number, partner: number, distance: number): number[] {
    const beside = [x];
    const margin = this.#rule.rivalMargin * this.#shares[x]!;
    if (margin === 0) return beside;
    const { ids, distances } = this.#update(x);
    for (let k = 0; k < ids.length; k++)
      if (distances[k]! < distance + margin && ids[k] !== partner) beside.push(ids[k]!);
    return beside;
  }

  /** Whether one of the first and another one of the second may not join. */
  #areAnyApart(first: readonly number[], second: readonly number[]): boolean {
    const [few, many] = first.length <= second.length ? [first, second] : [second, first];
    if (this.#hasDecisions && (this.#isAnyRefused(few, many) || this.#isAnyRefused(many, few))) return true;
    const set = ++this.#set;
    for (const b of many) this.#marks[b] = set;
    const areCounted = few.length * many.length > FEW_PAIRS;
    for (const a of few) {
      const photos = this.#photos[a]!;
      if (photos.length === 0 || !areCounted) {
        for (const b of many) if (a !== b && this.#isOnPhotosOf(b, a)) return true;
        continue;
      }
      this.#onPhoto ??= this.#groupsByPhoto();
      for (const photo of photos)
        for (const id of this.#onPhoto[photo]!) {
          const b = this.#resolve(id);
          if (b !== a && this.#marks[b] === set) return true;
        }
    }
    return false;
  }

  /** Also those that are part of another group by now. */
  #groupsByPhoto(): number[][] {
    const onPhoto: number[][] = [];
    this.#groups.forEach(({ photos }, i) => {
      if (this.#parent[i] !== i) return;
      for (const photo of photos) {
        onPhoto[photo] ??= [];
        onPhoto[photo].push(i);
      }
    });
    return onPhoto;
  }

  /** Whether one of `some` that humans decided about is kept from another one of `others` by that. */
  #isAnyRefused(some: readonly number[], others: readonly number[]): boolean {
    for (const a of some) {
      const group = this.#groups[a]!;
      if (!group.kept && group.rejections.size === 0) continue;
      for (const b of others) if (a !== b && areDecidedApart(group, this.#groups[b]!)) return true;
    }
    return false;
  }

  #isOnPhotosOf(b: number, a: number): boolean {
    const photos = this.#photos[b]!;
    if (photos.length === 0) return countCommonPhotos(this.#groups[a]!, this.#groups[b]!, 1) > 0;
    for (const photo of photos) if (this.#groups[a]!.photos.has(photo)) return true;
    return false;
  }

  #resolve(i: number): number {
    let at = i;
    while (this.#parent[at] !== at) at = this.#parent[at]!;
    this.#parent[i] = at;
    return at;
  }
}

/** None where there are many. */
const fewPhotos = ({ photos }: FaceGroup): number[] => (photos.size > FEW_PHOTOS ? [] : [...photos]);

const notYetTaken = (ids: number[]): Candidates => ({
  ids,
  distances: ids.map(() => 0),
  versions: ids.map(() => -1),
  best: NOBODY,
});

/** Joins until nothing is left to join. The groups are changed; their order (canonical) decides ties. */
export function* agglomerate(
  groups: FaceGroup[],
  means: GroupMeans,
  rule: JoinRule,
  offsetsMax: number,
): Work<FaceGroup[]> {
  const candidates = yield* joinCandidates(groups, means, rule.limit, offsetsMax);
  const joined = new Round(groups, candidates, rule).run();
  return joined.length === groups.length ? joined : yield* agglomerate(joined, means, rule, offsetsMax);
}
