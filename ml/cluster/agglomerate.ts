/**
 * Agglomerative clustering with average linkage and cannot-link constraints: the two nearest groups that may be one person
 * are joined, again and again, until no two are near enough (join-rule.ts).
 *
 * NOTE: joining x and y never brings them nearer to a third (its distance to both together is a mean of the two),
 * so a group's last known best distance is a lower bound and is renewed only when it comes up (D. Muellner, "Modern
 * hierarchical, agglomerative clustering algorithms", 2011, the generic algorithm).
 */

import { mayJoin } from './cannot-link.ts';
import { type FaceGroup, join } from './face-group.ts';
import { averageLinkage } from './group-distance.ts';
import { isNearEnough, type JoinRule, singleFaceShare } from './join-rule.ts';
import { MinHeap } from './min-heap.ts';
import { joinCandidates } from './neighbours/join-candidates.ts';

/** Nodes that could be joined with one; `distances[k]` holds as long as neither side has changed since. */
interface Candidates {
  ids: number[];
  distances: number[];
  /** Version of the candidate when its distance was taken; -1 = not yet taken. */
  versions: number[];
  best: number;
}

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

  constructor(groups: FaceGroup[], dimensions: number, rule: JoinRule, offsetsMax: number) {
    this.#groups = groups;
    this.#rule = rule;
    this.#shares = groups.map(singleFaceShare);
    this.#parent = groups.map((_, i) => i);
    this.#version = new Int32Array(groups.length);
    this.#candidates = joinCandidates(groups, dimensions, rule.limit, offsetsMax).map((ids) => ({
      ids,
      distances: ids.map(() => 0),
      versions: ids.map(() => -1),
      best: -1,
    }));
  }

  /** The surviving groups in their old order. */
  run(): FaceGroup[] {
    this.#groups.forEach((_, i) => {
      this.#renew(i);
    });
    for (let top = this.#heap.pop(); top; top = this.#heap.pop()) {
      const i = top.id;
      if (this.#parent[i] !== i) continue;
      const { ids, distances, versions, best } = this.#candidates[i]!;
      // An entry from before the last renewal: the newer one is in the heap too.
      if (best < 0 || distances[best] !== top.key) continue;
      const partner = ids[best]!;
      const changed = this.#parent[partner] !== partner || this.#version[partner] !== versions[best];
      if (changed || this.#isAmbiguous(i, partner, top.key)) this.#renew(i);
      else this.#unite(Math.min(i, partner), Math.max(i, partner));
    }
    return this.#groups.filter((_, i) => this.#parent[i] === i);
  }

  #unite(into: number, from: number): void {
    join(this.#groups[into]!, this.#groups[from]!);
    this.#shares[into] = singleFaceShare(this.#groups[into]!);
    this.#parent[from] = into;
    this.#version[into]!++;
    const ids = [...this.#candidates[into]!.ids, ...this.#candidates[from]!.ids];
    const unknown = ids.map(() => -1);
    this.#candidates[into] = { ids, distances: unknown.slice(), versions: unknown, best: -1 };
    this.#candidates[from] = { ids: [], distances: [], versions: [], best: -1 };
    this.#renew(into);
  }

  /** Finds the group's best partner as things are now, and queues it. */
  #renew(i: number): void {
    const old = this.#candidates[i]!;
    const now: Candidates = { ids: [], distances: [], versions: [], best: -1 };
    const seen = new Set<number>();
    for (let k = 0; k < old.ids.length; k++) {
      const j = this.#resolve(old.ids[k]!);
      if (j === i || seen.has(j)) continue;
      seen.add(j);
      const version = this.#version[j]!;
      const known = j === old.ids[k] && old.versions[k] === version;
      const distance = known ? old.distances[k]! : this.#distance(i, j);
      // Beyond reach now is beyond reach for good: joining never brings nearer, nor lifts a ban.
      if (distance > this.#rule.limit) continue;
      const at = now.ids.push(j) - 1;
      now.distances.push(distance);
      now.versions.push(version);
      // Not yet near enough: that can change when other faces join either of them.
      if (!isNearEnough(distance, this.#rule, [this.#shares[i]!, this.#shares[j]!])) continue;
      const isNearest =
        now.best < 0 ||
        distance < now.distances[now.best]! ||
        (distance === now.distances[now.best] && j < now.ids[now.best]!);
      if (isNearest && !this.#isAmbiguous(i, j, distance)) now.best = at;
    }
    this.#candidates[i] = now;
    if (now.best >= 0) this.#heap.push(now.distances[now.best]!, i);
  }

  /**
   * Whether two who are surely not one person are nearly as near to these two groups as they are to each other: both beside one of
   * them, or one beside each.
   */
  #isAmbiguous(i: number, j: number, distance: number): boolean {
    const [besideI, besideJ] = [this.#beside(i, j, distance), this.#beside(j, i, distance)];
    return besideI.some((a) => besideJ.some((b) => a !== b && !mayJoin(this.#groups[a]!, this.#groups[b]!)));
  }

  /** A group and those others than `partner` that it could join and that are nearer than `distance` and its margin. */
  #beside(x: number, partner: number, distance: number): number[] {
    const beside = [x];
    const margin = this.#rule.rivalMargin * this.#shares[x]!;
    if (margin === 0) return beside;
    for (const id of this.#candidates[x]!.ids) {
      const other = this.#resolve(id);
      if (other === x || other === partner || beside.includes(other)) continue;
      if (this.#distance(x, other) < distance + margin) beside.push(other);
    }
    return beside;
  }

  #distance(i: number, j: number): number {
    const distance = averageLinkage(this.#groups[i]!, this.#groups[j]!);
    return distance <= this.#rule.limit && mayJoin(this.#groups[i]!, this.#groups[j]!)
      ? distance
      : Number.POSITIVE_INFINITY;
  }

  #resolve(i: number): number {
    let at = i;
    while (this.#parent[at] !== at) at = this.#parent[at]!;
    this.#parent[i] = at;
    return at;
  }
}

/** Joins until nothing is left to join. The groups are changed; their order (canonical) decides ties. */
export function agglomerate(
  groups: FaceGroup[],
  dimensions: number,
  rule: JoinRule,
  offsetsMax: number,
): FaceGroup[] {
  const joined = new Round(groups, dimensions, rule, offsetsMax).run();
  return joined.length === groups.length ? joined : agglomerate(joined, dimensions, rule, offsetsMax);
}
