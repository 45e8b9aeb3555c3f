import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @param {object} json the report of Vitest's reporter `json`
 * @param {string} root file names are given relative to it
 * @returns {{ passed: number, failures: string[] }}
 */
export function readVitestReport(json, root) {
  const failures = json.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (tests.length === 0 && file.status === 'failed') return [line([name], file.message)];
    return tests.map((test) => line([name, test.fullName], test.failureMessages[0]));
  });
  return { passed: json.numPassedTests, failures };
}

/**
 * A test that passed at its second attempt counts as passed; Playwright's list names it as flaky.
 * @param {object} json the report of Playwright's reporter `json`
 * @returns {{ passed: number, failures: string[] }}
 */
export function readPlaywrightReport(json) {
  const outside = json.errors.map((error) => line(['playwright'], error.message));
  const failures = specsOf(json).flatMap((spec) => {
    const place = `${spec.file}:${spec.line}`;
    const unexpected = spec.tests.filter((test) => test.status === 'unexpected');
    return unexpected.map((test) => line([place, spec.title], test.results.at(-1)?.error?.message));
  });
  return { passed: json.stats.expected + json.stats.flaky, failures: [...outside, ...failures] };
}

/**
 * The end of a test run: each failed test in a line, and last the counts, which scripts read.
 * @param {{ passed: number, failures: string[] }[]} results
 */
export function closingLines(results) {
  const failures = results.flatMap((result) => result.failures);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  return [...failures.map((failure) => `failed: ${failure}`), `${passed} passed, ${failures.length} failed`];
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The place and the first line of what went wrong, without colours. */
function line(place, message) {
  const [first] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n');
  return [place.join(' › '), first].filter(Boolean).join(': ');
}
