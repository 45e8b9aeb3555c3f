import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** What another process writes: the log goes to its standard output. */
function linesOf(code: string): Record<string, unknown>[] {
  const imports = `import { createLogger } from '#server/logger.ts'; import { noAnswerInTime } from '#server/db/within.ts';`;
  const output = execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `${imports} const log = createLogger('info'); ${code}`,
  ]);
  return String(output)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a busy database is told in one sentence, a fault with where it happened', () => {
  const [busy, fault] = linesOf(`
    log.child({ part: 'jobs' }).warn({ err: noAnswerInTime(), task: 'a' }, 'tried again');
    log.warn({ err: new Error('broken'), password: 'secret' }, 'failed');`);
  expect(busy).toMatchObject({
    msg: 'tried again',
    part: 'jobs',
    task: 'a',
    reason: 'The database did not answer in time',
  });
  expect(JSON.stringify(busy)).not.toContain('stack');
  expect(fault).toMatchObject({
    err: { message: 'broken', stack: expect.any(String) },
    password: '[hidden]',
  });
});
