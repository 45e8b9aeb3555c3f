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

/** Photos come to a gallery of faces in ten parts, and the job groups it after each and at the end. */
export type UploadCase = Pick<ClusterCase, 'faces' | 'photosMore'>;

export interface UploadCost {
  /** Of the processor, in all groupings together, with the embedded database. */
  seconds: number;
  /** In the first, which reads all. */
  firstSeconds: number;
  /** Of who is with whom in the end. */
  digest: string;
}

export interface UploadBench extends UploadCase {
  /** Medians of the rounds. */
  ours: UploadCost;
  against?: UploadCost;
}

export interface ClusterBench extends ClusterCase {
  /** Medians of the rounds. */
  ours: ClusterCost;
  against?: ClusterCost;
}

const OURS = fileURLToPath(new URL('../../../', import.meta.url));
const PLAN_PROGRAM = fileURLToPath(new URL('./cluster-checkout.ts', import.meta.url));
const UPLOAD_PROGRAM = fileURLToPath(new URL('./gallery-checkout.ts', import.meta.url));

async function measure<Cost>(program: string, checkout: string, of: UploadCase): Promise<Cost> {
  const child = fork(program, [checkout, JSON.stringify(of)]);
  let cost: Cost | undefined;
  child.on('message', (message) => {
    cost = message as Cost;
  });
  await once(child, 'exit');
  if (!cost) throw new Error('a process of the benchmark ended');
  return cost;
}

/** By our code and by that of the checkout in turn. */
async function inTurn<Cost extends ClusterCost | UploadCost>(
  program: string,
  of: UploadCase,
  rounds: number,
  checkout?: string,
): Promise<{ ours: Cost; against?: Cost }> {
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(program, OURS, of));
    if (checkout) theirs.push(await measure(program, path.resolve(checkout), of));
  }
  return { ours: medians(ours), ...(checkout && { against: medians(theirs) }) };
}

function medians<Cost extends object>(costs: readonly Cost[]): Cost {
  const figures = Object.entries(costs[0]!).map(([name, value]) => [
    name,
    typeof value === 'number' ? median(costs.map((cost) => cost[name as keyof Cost] as number)) : value,
  ]);
  return Object.fromEntries(figures) as Cost;
}

/** @param checkout another commit with its dependencies, to be measured beside ours */
export const benchClustering = async (
  of: ClusterCase,
  rounds: number,
  checkout?: string,
): Promise<ClusterBench> => ({
  ...of,
  ...(await inTurn<ClusterCost>(PLAN_PROGRAM, of, rounds, checkout)),
});

export const benchUpload = async (
  of: UploadCase,
  rounds: number,
  checkout?: string,
): Promise<UploadBench> => ({
  ...of,
  ...(await inTurn<UploadCost>(UPLOAD_PROGRAM, of, rounds, checkout)),
});
