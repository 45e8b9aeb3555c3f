import { describe, expect, it } from 'vitest';
import { closingLines, readPlaywrightReport, readVitestReport } from '../../scripts/launch/test-reports.mjs';

describe('the end of a test run', () => {
  it('names each failed test of Vitest, and files that could not be loaded', () => {
    const report = {
      numPassedTests: 1,
      testResults: [
        {
          name: '/clublens/tests/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'sums adds' },
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
          message: 'no such module\n',
          assertionResults: [],
        },
      ],
    };
    expect(readVitestReport(report, '/clublens')).toEqual({
      passed: 1,
      failures: ['tests/a.test.ts › sums subtracts: expected 1', 'tests/b.test.ts: no such module'],
    });
  });

  it('names each failed test of Playwright, and counts a flaky one as passed', () => {
    const result = (status: string, message?: string) => ({
      status,
      results: [
        { error: { message: 'first try' } },
        { error: message === undefined ? undefined : { message } },
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
    expect(readPlaywrightReport(report)).toEqual({
      passed: 2,
      failures: ['playwright: the server did not start', 'x.spec.ts:7 › closes: timed out'],
    });
  });

  it('gives the counts of all runs in its last line', () => {
    const runs = [
      { passed: 2, failures: ['a'] },
      { passed: 3, failures: [] },
    ];
    expect(closingLines(runs)).toEqual(['failed: a', '5 passed, 1 failed']);
  });
});
