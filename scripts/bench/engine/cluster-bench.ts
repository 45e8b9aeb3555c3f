/** Grouping made-up galleries, by our code and by that of another checkout in turn, each time in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../statistics.ts';

export interface ClusterCase {
  /** `sface`: with its calibration, as the product groups; `dlib`: at one threshold for all. */
  geometry: 'sface' | 'dlib';
  faces: number;
  /** Photos of which the faces come to the others, who have their persons already; 0: all faces are new. */
  photosMore: number;
}

export interface ClusterCost {
  /** Of the processor, in all threads. */
  seconds: number;
  /** The most that the process ever took. */
  memoryMb: number;
  groups: number;
  /** Groups that hold more than one person. */
  mixed: number;
  persons: number;
  /** Of the whole plan. */
  digest: string;
}

export interface ClusterBench extends ClusterCase {
  /** Medians of the rounds. */
  ours: ClusterCost;
  against?: ClusterCost;
}

const OURS = fileURLToPath(new URL('../../../', import.meta.url));
const CHECKOUT_PROGRAM = fileURLToPath(new URL('./cluster-checkout.ts', import.meta.url));

async function measure(checkout: string, of: ClusterCase): Promise<ClusterCost> {
  const child = fork(CHECKOUT_PROGRAM, [checkout, JSON.stringify(of)]);
  let cost: ClusterCost | undefined;
  child.on('message', (message) => {
    cost = message as ClusterCost;
  });
  await once(child, 'exit');
  if (!cost) throw new Error('a process of the benchmark ended');
  return cost;
}

const medians = (costs: readonly ClusterCost[]): ClusterCost => ({
  ...costs[0]!,
  seconds: median(costs.map(({ seconds }) => seconds)),
  memoryMb: median(costs.map(({ memoryMb }) => memoryMb)),
});

/** @param checkout another commit with its dependencies, to be measured beside ours */
export async function benchClustering(
  of: ClusterCase,
  rounds: number,
  checkout?: string,
): Promise<ClusterBench> {
  const ours: ClusterCost[] = [];
  const theirs: ClusterCost[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(OURS, of));
    if (checkout) theirs.push(await measure(path.resolve(checkout), of));
  }
  return { ...of, ours: medians(ours), ...(checkout && { against: medians(theirs) }) };
}
