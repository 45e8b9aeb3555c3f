import { describe, expect, it } from 'vitest';
import {
  closingLines,
  readPlaywrightReport,
  readVitestReport,
  slowestLines,
} from '../../scripts/launch/test-reports.mjs';

describe('the end of a test run', () => {
  it('names each failed test of Vitest, and files that could not be loaded', () => {
    const report = {
      numPassedTests: 1,
      testResults: [
        {
          name: '/clublens/tests/a.test.ts',
          status: 'failed',
          message: '',
          startTime: 1_000,
          endTime: 3_500,
          assertionResults: [
            { status: 'passed', fullName: 'sums adds', duration: 2_000 },
            {
              status: 'failed',
              fullName: 'sums commute',
              failureMessages: [
                'Error: Property failed after 3 tests\n{ seed: 1 }\nCounterexample: [0,1]\n\nHint: x\n    at y',
              ],
            },
            {
              status: 'failed',
              fullName: 'sums subtracts',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at x'],
            },
          ],
        },
        {
          name: '/clublens/tests/b.test.ts',
          status: 'failed',
          startTime: 0,
          endTime: 100,
          message: 'no such module\n',
          assertionResults: [],
        },
        ...['pending', 'skipped'].map((status) => ({
          name: `/clublens/tests/${status}.test.ts`,
          status: 'failed',
          startTime: 0,
          endTime: 0,
          message: '',
          assertionResults: [{ status, fullName: 'waits', duration: 0 }],
        })),
      ],
    };
    expect(readVitestReport(report, '/clublens')).toEqual({
      passed: 1,
      failures: [
        'tests/a.test.ts › sums commute: Error: Property failed after 3 tests { seed: 1 } Counterexample: [0,1]',
        'tests/a.test.ts › sums subtracts: expected 1',
        'tests/b.test.ts: no such module',
        'tests/pending.test.ts: its process ended before its tests did',
        'tests/skipped.test.ts: it failed before or after its tests',
      ],
      files: [
        { name: 'tests/a.test.ts', ms: 2_500 },
        { name: 'tests/b.test.ts', ms: 100 },
        { name: 'tests/pending.test.ts', ms: 0 },
        { name: 'tests/skipped.test.ts', ms: 0 },
      ],
      cases: [
        { name: 'tests/a.test.ts › sums adds', ms: 2_000 },
        { name: 'tests/a.test.ts › sums commute', ms: 0 },
        { name: 'tests/a.test.ts › sums subtracts', ms: 0 },
        { name: 'tests/pending.test.ts › waits', ms: 0 },
        { name: 'tests/skipped.test.ts › waits', ms: 0 },
      ],
    });
  });

  it('names each failed test of Playwright, and counts a flaky one as passed', () => {
    const result = (status: string, message?: string) => ({
      status,
      results: [
        { duration: 1_000, error: { message: 'first try' } },
        { duration: 500, error: message === undefined ? undefined : { message } },
      ],
    });
    const spec = (title: string, status: string, message?: string) => ({
      file: 'x.spec.ts',
      line: 7,
      title,
      tests: [result(status, message)],
    });
    const report = {
      stats: { expected: 1, flaky: 1, unexpected: 1 },
      errors: [{ message: 'the server did not start' }],
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('closes', 'unexpected', 'timed out'), spec('waits', 'flaky')] }],
        },
      ],
    };
    expect(readPlaywrightReport(report)).toMatchObject({
      passed: 2,
      failures: ['playwright: the server did not start', 'x.spec.ts:7 › closes: timed out'],
      files: [{ name: 'x.spec.ts', ms: 4_500 }],
    });
  });

  it('names the slowest files and cases of all runs, slowest first', () => {
    const run = (name: string, ms: number) => ({
      passed: 1,
      failures: [],
      files: [{ name, ms }],
      cases: Array.from({ length: 15 }, (_, at) => ({ name: `${name} › ${at}`, ms: ms - at })),
    });
    const lines = slowestLines([run('a.test.ts', 1_200), run('b.spec.ts', 65_000)]);
    expect(lines.slice(0, 3)).toEqual(['slowest files:', '   65.0 s  b.spec.ts', '    1.2 s  a.test.ts']);
    expect(lines).toHaveLength(1 + 2 + 1 + 20);
  });

  it('gives the counts of all runs in its last line', () => {
    const runs = [
      { passed: 2, failures: ['a'] },
      { passed: 3, failures: [] },
    ];
    expect(closingLines(runs)).toEqual(['failed: a', '5 passed, 1 failed']);
  });
});
