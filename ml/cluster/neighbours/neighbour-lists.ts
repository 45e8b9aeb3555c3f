import { clustering } from '../../parameters.ts';
import { linkage, type Node } from '../nodes.ts';
import { forEachNearPair } from './near-pairs.ts';
import { NearestLists } from './nearest-lists.ts';

/** The mean of each node's evidence as points. */
export function meansOf(nodes: readonly Node[], dimensions: number) {
  const rows = new Float32Array(nodes.length * dimensions);
  nodes.forEach((node, i) => {
    for (let k = 0; k < dimensions; k++) rows[i * dimensions + k] = node.sum[k]! / node.count;
  });
  return { rows, count: nodes.length, dimensions };
}

/**
 * For each node the indices of those that could be within `limit` of it: as the mean squared distance is that of
 * the means plus both scatters, near means are necessary. At most the nearest few are kept, so that a person with
 * thousands of faces does not need millions of pairs; the caller builds new lists after joining.
 */
export function neighbourLists(nodes: readonly Node[], dimensions: number, limit: number): number[][] {
  const most = clustering.neighbours.value;
  const scatter = nodes.map((node) => {
    let square = 0;
    for (const value of node.sum) square += value * value;
    return Math.max(0, node.squares / node.count - square / node.count ** 2);
  });
  const near = new NearestLists(nodes.length, most);
  forEachNearPair(meansOf(nodes, dimensions), limit, (i, j, squared) => {
    const distance = squared + scatter[i]! + scatter[j]!;
    // A hair of slack: the caller computes the linkage itself.
    if (distance > limit * 1.001 && linkage(nodes[i]!, nodes[j]!) > limit) return;
    near.offer(i, j, distance);
    near.offer(j, i, distance);
  });
  // Both ways: a full list of one side must not hide the pair from the other.
  const lists = nodes.map((_, i) => new Set(near.ids(i)));
  nodes.forEach((_, i) => {
    for (const id of near.ids(i)) lists[id]!.add(i);
  });
  return lists.map((list) => [...list].sort((a, b) => a - b));
}
