import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ name: string, ms: number }} Duration */
/** @typedef {{ passed: number, failures: string[], files: Duration[], cases: Duration[] }} TestResult */

/** How many of the slowest files and cases are named at the end of a run. */
const SLOWEST = 20;

/**
 * @param {object} json the report of Vitest's reporter `json`
 * @param {string} root file names are given relative to it
 * @returns {TestResult}
 */
export function readVitestReport(json, root) {
  const failures = json.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [line([name], failureOf(file))];
    return tests.map((test) => line([name, test.fullName], test.failureMessages[0]));
  });
  const cases = json.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      name: `${relative(root, file.name)} › ${test.fullName}`,
      ms: test.duration ?? 0,
    })),
  );
  const files = json.testResults.map((file) => ({
    name: relative(root, file.name),
    ms: file.endTime - file.startTime,
  }));
  return { passed: json.numPassedTests, failures, files, cases };
}

/** Why a file failed though none of its tests did. Of tests that were not run the report says `pending` where their process ended. */
function failureOf({ message, assertionResults }) {
  if (message) return message;
  const isUnfinished = assertionResults.some((test) => test.status === 'pending');
  return isUnfinished ? 'its process ended before its tests did' : 'it failed before or after its tests';
}

/**
 * A test that passed at its second attempt counts as passed; Playwright's list names it as flaky.
 * @param {object} json the report of Playwright's reporter `json`
 * @returns {TestResult}
 */
export function readPlaywrightReport(json) {
  const outside = json.errors.map((error) => line(['playwright'], error.message));
  const failures = specsOf(json).flatMap((spec) => {
    const place = `${spec.file}:${spec.line}`;
    const unexpected = spec.tests.filter((test) => test.status === 'unexpected');
    return unexpected.map((test) => line([place, spec.title], test.results.at(-1)?.error?.message));
  });
  const cases = specsOf(json).map((spec) => ({
    name: `${spec.file}:${spec.line} › ${spec.title}`,
    file: spec.file,
    ms: spec.tests.flatMap((test) => test.results).reduce((sum, result) => sum + result.duration, 0),
  }));
  const byFile = new Map();
  for (const { file, ms } of cases) byFile.set(file, (byFile.get(file) ?? 0) + ms);
  const files = [...byFile].map(([name, ms]) => ({ name, ms }));
  const passed = json.stats.expected + json.stats.flaky;
  return { passed, failures: [...outside, ...failures], files, cases };
}

/**
 * The slowest files and cases of a run, in seconds.
 * @param {TestResult[]} results
 */
export function slowestLines(results) {
  return ['files', 'cases'].flatMap((kind) => {
    const slowest = results
      .flatMap((result) => result[kind])
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST);
    return [
      `slowest ${kind}:`,
      ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
    ];
  });
}

/**
 * The end of a test run: each failed test in a line, and last the counts, which scripts read.
 * @param {TestResult[]} results
 */
export function closingLines(results) {
  const failures = results.flatMap((result) => result.failures);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  return [...failures.map((failure) => `failed: ${failure}`), `${passed} passed, ${failures.length} failed`];
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Of a property that failed: what it takes to try the same again. */
const PROPERTY = /^Error: Property failed[^\0]*?(?=\n\nHint|\n {4}at |$(?![\r\n]))/;
const LONGEST = 600;

/** The place and the first line of what went wrong, without colours. */
function line(place, message) {
  const text = stripVTControlCharacters(message ?? '').trim();
  const [property] = PROPERTY.exec(text) ?? [];
  const first = property?.replaceAll(/\s*\n\s*/g, ' ').slice(0, LONGEST) ?? text.split('\n')[0];
  return [place.join(' › '), first].filter(Boolean).join(': ');
}
