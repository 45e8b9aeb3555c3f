import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median } from './statistics.ts';

/** Opens a page once in a browser; nothing imports it, because it needs the types of a browser. */
const PROGRAM = 'tests/e2e/bench-page.ts';

const slow = { throughput: 1.6e6 / 8, latency: 150 };
/** Bytes a second in both directions, and milliseconds of latency; `fast` is what the machine has. Phones: a quarter of its processor. */
const lines = { fast: {}, slow, phone: { slowdown: 4 }, 'slow phone': { ...slow, slowdown: 4 } };

/** What PROGRAM answers: milliseconds since the address was entered, and kilobytes as they were sent. */
export type Visit = {
  firstPaintMs: number;
  firstPhotoMs: number;
  /** The longest during which the page answered nothing, before the first photo. */
  longestTaskMs: number;
  largestMs: number;
  requests: number;
  scriptKb: number;
  pictures: number;
  pictureKb: number;
};
/** @param slowdown the processor takes so many times as long; the window is that of a phone then */
export type VisitPlan = { url: string; throughput?: number; latency?: number; slowdown?: number };

/** Visits of a page of photos with an empty cache, without scrolling: medians by line. */
export async function benchPage(url: string, rounds: number): Promise<Record<keyof typeof lines, Visit>> {
  const names = Object.keys(lines) as (keyof typeof lines)[];
  const visits = new Map(names.map((name) => [name, [] as Visit[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, seen] of visits) seen.push(await visit({ url, ...lines[name] }));
  return Object.fromEntries([...visits].map(([name, seen]) => [name, middle(seen)])) as Record<
    keyof typeof lines,
    Visit
  >;
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
