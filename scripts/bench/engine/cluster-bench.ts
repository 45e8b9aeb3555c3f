/** Grouping made-up galleries, by our code and by that of another checkout in turn, each time in a process of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../run-program.ts';
import { mediansOf, timed } from '../statistics.ts';

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

/** Medians of so many rounds. */
interface Measured<Cost> {
  ours: Cost & { rounds: number };
  against?: Cost & { rounds: number };
}

export type UploadBench = UploadCase & Measured<UploadCost>;
export type ClusterBench = ClusterCase & Measured<ClusterCost>;

const OURS = fileURLToPath(new URL('../../../', import.meta.url));
const PLAN_PROGRAM = fileURLToPath(new URL('./cluster-checkout.ts', import.meta.url));
const UPLOAD_PROGRAM = fileURLToPath(new URL('./gallery-checkout.ts', import.meta.url));
/** The other checkout may take minutes a round: no further one begins after this time. */
const OTHER_MS = 4 * 60_000;

/** By our code and by that of the checkout in turn. */
async function inTurn<Cost extends ClusterCost | UploadCost>(
  measure: (checkout: string) => Promise<Cost>,
  rounds: number,
  checkout?: string,
): Promise<Measured<Cost>> {
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  let spentMs = 0;
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(OURS));
    if (!checkout || spentMs > OTHER_MS) continue;
    spentMs += await timed(async () => theirs.push(await measure(path.resolve(checkout))));
  }
  const measured = (costs: Cost[]) => ({ ...mediansOf(costs), rounds: costs.length });
  return { ours: measured(ours), ...(checkout && { against: measured(theirs) }) };
}

/** @param checkout another commit with its dependencies, to be measured beside ours */
export const benchClustering = async (
  of: ClusterCase,
  rounds: number,
  checkout?: string,
): Promise<ClusterBench> => {
  const measure = (each: string) => runProgram<ClusterCost>(PLAN_PROGRAM, each, JSON.stringify(of));
  return { ...of, ...(await inTurn(measure, rounds, checkout)) };
};

/** Each checkout fills a folder once, of which every round groups a copy; a database server is filled in each round. */
export async function benchUpload(of: UploadCase, rounds: number, checkout?: string): Promise<UploadBench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clublens-bench-'));
  const filled = new Map<string, string>();
  const measure = async (each: string) => {
    const words = [each, JSON.stringify(of)];
    if (process.env.BENCH_DATABASE_URL) return runProgram<UploadCost>(UPLOAD_PROGRAM, ...words);
    let from = filled.get(each);
    if (!from) {
      from = path.join(folder, String(filled.size));
      await runProgram(UPLOAD_PROGRAM, ...words, 'fill', from);
      filled.set(each, from);
    }
    return runProgram<UploadCost>(UPLOAD_PROGRAM, ...words, 'group', from);
  };
  try {
    return { ...of, ...(await inTurn(measure, rounds, checkout)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
