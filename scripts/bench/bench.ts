/**
 * `npm run bench [-- --quick] [--against=<checkout>:<recogniser>] [section …]`: how fast the product is on this machine,
 * as a report and as a file in bench-results/. Sections: engine, photo (one photo, also against another commit, of which
 * --against names a checkout with its dependencies and the recogniser to run it with), clustering (also against another commit: --against=<checkout>; some cases alone: BENCH_CASE), memory, lists, search, sizes, backup, finding (of the people in BENCH_PEOPLE: folders of person/photo, and lists of `npm run evaluate -- --list`, each with the folder of its files behind it, commas between; with BENCH_RECOGNISER where the best is not meant, with the list BENCH_SIBLINGS of `npm run evaluate -- --siblings` beside siblings who are not looked for), refusers (people who refused in the check before photos leave the club; BENCH_PEOPLE and BENCH_RECOGNISER as there), accounts (answers about names without one), road (BENCH_PHOTOS photos, of three of the people in BENCH_PEOPLE each; with --against=<checkout>, built, by that one), serve, page (the built client in a browser, also against another commit: --against=<checkout>, built), processes (on BENCH_DATABASE_URL), and scroll in a real browser.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { asCommand, OperatorError } from '#server/scripts/support/run-operator-command.ts';
import { describeSection } from './report.ts';
import { type Results, type SectionName, sections } from './sections.ts';

const CHILD = '--in-process-of-its-own';
const AGAINST = '--against=';
const RESULTS = 'bench-results';
/** Measured by a program of the browser tests, which nothing imports. */
const SCROLL = 'scroll';
const SCROLL_PROGRAM = 'tests/e2e/bench-scroll.ts';
const names = Object.keys(sections) as SectionName[];
const asked = process.argv.slice(2);
const quick = asked.includes('--quick');
const against = asked.find((word) => word.startsWith(AGAINST))?.slice(AGAINST.length);

if (asked[0] === CHILD) await measureHere(asked[1] as SectionName);
else await asCommand(measureAll);

async function measureHere(name: SectionName): Promise<void> {
  const result = await sections[name](quick, against);
  process.send?.(result, () => process.exit(0));
}

async function measureAll(): Promise<number> {
  const chosen = asked.filter((word) => !word.startsWith('--'));
  const isKnown = (word: string) =>
    word in sections || word === SCROLL || word === '--quick' || word.startsWith(AGAINST);
  const unknown = asked.filter((word) => !isKnown(word));
  if (unknown.length > 0)
    throw new OperatorError(`No section ${unknown.join(' ')}. Known: ${names.join(' ')} ${SCROLL}`);
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryMb: Math.round(totalmem() / 1e6),
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
  };
  console.log(
    `${machine.processors} × ${machine.model}, Node ${machine.node}, load ${machine.loadBefore.toFixed(1)}`,
  );
  const results: Results = {};
  let failed = 0;
  for (const name of chosen.length > 0
    ? (chosen.filter((name) => name !== SCROLL) as SectionName[])
    : names) {
    const result = await measureApart(name);
    if (result === undefined) failed += 1;
    else {
      Object.assign(results, { [name]: result });
      console.log(describeSection(name, result));
    }
  }
  if (chosen.length === 0 || chosen.includes(SCROLL)) {
    console.log('\nScrolling 2,000 photos in the browser');
    const [code] = await once(fork(SCROLL_PROGRAM), 'exit');
    if (code !== 0) failed += 1;
  }
  mkdirSync(RESULTS, { recursive: true });
  const started = new Date().toISOString();
  const file = join(RESULTS, `${started.replaceAll(/[:.]/g, '-')}.json`);
  writeFileSync(file, JSON.stringify({ started, quick, machine, results }, null, 2));
  console.log(`\n${file}`);
  return failed;
}

/** @returns undefined when it could not be measured; why stands on standard error */
async function measureApart<N extends SectionName>(name: N): Promise<NonNullable<Results[N]> | undefined> {
  const child = fork(import.meta.filename, [CHILD, name, ...asked.filter((word) => word.startsWith('--'))]);
  let result: NonNullable<Results[N]> | undefined;
  child.on('message', (message) => {
    result = message as NonNullable<Results[N]>;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0 || result === undefined) console.error(`${name} could not be measured (exit ${code})`);
  return result;
}
