import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '#tests/support/program.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-launcher-'));
  await mkdir(join(root, 'server'));
});
afterEach(() => rm(root, { recursive: true }));

/** A server that notes each of its starts and its end, and in between does as told. */
async function writeServer(then: string) {
  const code = `
    import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync('starts', 'x');
    const starts = readFileSync('starts').length;
    process.on('SIGTERM', () => { console.log('told to stop'); appendFileSync('starts', ' stopped'); process.exit(0); });
    process.on('disconnect', () => { appendFileSync('starts', ' orphaned'); process.exit(0); });
    ${then}`;
  await writeFile(join(root, 'server', 'main.ts'), code);
}
async function serve(then: string) {
  await writeServer(then);
  return runProgram('serve-folder.mjs', [root]);
}
const starts = () => readFile(join(root, 'starts'), 'utf8').catch(() => '');

describe('the launcher', () => {
  it('starts the server again when native code crashed it', async () => {
    const launcher = await serve(`if (starts < 2) process.abort(); else process.exit(0);`);
    expect(await launcher.ended).toBe(0);
    expect(launcher.output()).toContain('crashed in native code (SIGABRT); starting it again in 1 s');
    expect(await starts()).toBe('xx');
  });

  it('does not start it again when it cannot start, and passes its exit code on', async () => {
    const launcher = await serve(`process.exit(78);`);
    expect(await launcher.ended).toBe(78);
    expect(await starts()).toBe('x');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on and waits for the end', async (signal) => {
    const launcher = await serve(`console.log('up'); setInterval(() => {}, 1000);`);
    await launcher.said('up');
    await launcher.kill(signal);
    expect(await launcher.ended).toBe(0);
    expect(launcher.output()).toContain('told to stop');
  });

  it('takes the server along when it is killed', async () => {
    const launcher = await serve(`console.log('up'); setInterval(() => {}, 1000);`);
    await launcher.said('up');
    await launcher.kill('SIGKILL');
    await delay(500);
    expect(await starts()).toBe('x orphaned');
  });

  it('ends the server when the npm that started it is gone without a word', async () => {
    await writeServer(`setInterval(() => {}, 1000);`);
    const program = [process.execPath, 'tests/support/programs/serve-folder.mjs', root];
    const shell = spawn('sh', ['-c', '"$0" "$@"; exit $?', ...program], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    });
    await expect.poll(starts, { timeout: 60_000 }).toBe('x');
    shell.kill('SIGKILL');
    await expect.poll(starts, { timeout: 60_000 }).toBe('x stopped');
  });
});
