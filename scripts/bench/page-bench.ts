import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from './statistics.ts';

/** Opens a page once in a browser; nothing imports it, because it needs the types of a browser. */
const PROGRAM = 'tests/e2e/bench-page.ts';

/** Bytes a second in both directions, and milliseconds of latency; `fast` is what the machine has. */
const lines = { fast: {}, slow: { throughput: 1.6e6 / 8, latency: 150 } };

/** What PROGRAM answers: milliseconds since the address was entered, and kilobytes as they were sent. */
export type Visit = {
  firstPaintMs: number;
  firstPhotoMs: number;
  largestMs: number;
  requests: number;
  scriptKb: number;
  pictures: number;
  pictureKb: number;
};
export type VisitPlan = { url: string; throughput?: number; latency?: number };

/** Visits of a page of photos with an empty cache, without scrolling: medians by line. */
export async function benchPage(url: string, rounds: number): Promise<Record<keyof typeof lines, Visit>> {
  const visits = { fast: [] as Visit[], slow: [] as Visit[] };
  for (let round = 0; round < rounds; round += 1)
    for (const line of ['fast', 'slow'] as const) visits[line].push(await visit({ url, ...lines[line] }));
  return { fast: middle(visits.fast), slow: middle(visits.slow) };
}

async function visit(plan: VisitPlan): Promise<Visit> {
  const child = fork(PROGRAM, [JSON.stringify(plan)]);
  let seen: Visit | undefined;
  child.on('message', (message) => {
    seen = message as Visit;
  });
  await once(child, 'exit');
  if (!seen) throw new Error(`${plan.url} could not be opened in the browser`);
  return seen;
}

const middle = (visits: Visit[]): Visit => {
  const names = Object.keys(visits[0] ?? {}) as (keyof Visit)[];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((each) => each[name]))])) as Visit;
};
