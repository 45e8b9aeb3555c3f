import { runProgram } from './run-program.ts';
import { mediansOf } from './statistics.ts';

/** Opens a page once in a browser; nothing imports it, because it needs the types of a browser. */
const PROGRAM = 'tests/e2e/measure-visit.ts';

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
  /** How much of the window moved how far. */
  shifted: number;
  requests: number;
  scriptKb: number;
  pictures: number;
  pictureKb: number;
};
/** @param slowdown the processor takes so many times as long; the window is that of a phone then */
export type VisitPlan = {
  url: string;
  /** The access token of who is signed in. */
  session?: string | undefined;
  throughput?: number;
  latency?: number;
  slowdown?: number;
};

type Line = keyof typeof lines;
/** A page, and how it is asked for now: an access token may have ended since the last visit. */
export type VisitedPage = { name: string; url: string; session?: () => Promise<string> };

const visit = (plan: VisitPlan) => runProgram<Visit>(PROGRAM, JSON.stringify(plan));

/** Visits of pages of photos with an empty cache, without scrolling, one after the other in turn: medians by line. */
export async function benchPages(pages: readonly VisitedPage[], rounds: number) {
  const names = Object.keys(lines) as Line[];
  const all = pages.flatMap((page) => names.map((line) => ({ page, line, seen: [] as Visit[] })));
  for (let round = 0; round < rounds; round += 1)
    for (const { page, line, seen } of all)
      seen.push(await visit({ url: page.url, session: await page.session?.(), ...lines[line] }));
  return all.map(({ page, line, seen }) => ({ page: page.name, line, ...mediansOf(seen) }));
}
