import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '#ml/models/model-manifest.ts';
import { createWorkplace, signInTo, untilProcessed } from '#scripts/support/api-client.ts';
import { preparedDataDir, startServer, TEST_ADMIN } from '#tests/support/server-process.ts';
import { namesLookedUp } from '#tests/support/strace.ts';

/**
 * onnxruntime is silent where it sees a CI or a test runner, so the server is started here with an environment that
 * names neither, as on a club's own machine, and without the launcher.
 */
let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ dataDir: folder, remove } = await preparedDataDir());
});
afterAll(() => remove());

/** PATH and two empty folders, nothing else. */
async function bareEnvironment(name: string) {
  const home = join(folder, `home-${name}`);
  const temporary = join(folder, `tmp-${name}`);
  await Promise.all([home, temporary].map((path) => mkdir(path)));
  return {
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary },
    written: async () => (await Promise.all([home, temporary].map(filesUnder))).flat(),
  };
}

const filesUnder = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!canTrace) console.warn('SKIPPED: which names the server looks up (strace is not here or may not trace)');

test('a server that found faces left nothing in the home folder and asked for no foreign name', async () => {
  const { env, written } = await bareEnvironment('server');
  const trace = join(folder, 'trace');
  const under = canTrace
    ? ['strace', '-D', '-f', '-s', '400', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', trace]
    : [];
  const dataDir = join(folder, 'data');
  const server = await startServer({ dataDir, baseEnv: env, env: { FACE_WORKERS: '1' }, under });
  try {
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    const { photographer, galleryId } = await createWorkplace(server.url, admin, 'Quiet');
    const sample = await readFile('node_modules/@vladmandic/face-api/demo/sample3.jpg');
    await photographer.upload(galleryId, sample, 'sample-3.jpg');
    const photos = await untilProcessed(photographer, galleryId, 400_000);
    expect(photos).toEqual([expect.objectContaining({ face_status: 'completed' })]);
  } finally {
    await server.kill('SIGTERM');
  }
  expect(await written()).toEqual([]);
  if (!canTrace) return;
  const published = (await readManifest()).models.flatMap(({ origin }) =>
    origin.kind === 'address' ? [new URL(origin.address).hostname] : [],
  );
  // Where the best files cannot be had, npm packages are asked for others.
  const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  published.push(new URL(registry).hostname);
  const looked = namesLookedUp(await readFile(trace, 'utf8'));
  expect(looked.filter((name) => !published.includes(name))).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'the same library, loaded without our switch, does leave a device id: the check above can see it',
  async () => {
    const { env, written } = await bareEnvironment('library');
    const load = `const { InferenceSession } = await import('onnxruntime-node'); await InferenceSession.create('models/landmark68.onnx');`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', load], { env });
    expect(status).toBe(0);
    expect((await written()).map((path) => path.split('/').at(-1))).toContain('deviceid');
    await rm(env.HOME, { recursive: true });
  },
);

test('names are read from what strace writes', () => {
  const line = String.raw`4815 sendto(27, "x\t\1\0\0\1\0\0\0\0\0\0\6mobile\6events\4data\7example\3com\0\0\34\0\1", 48, MSG_NOSIGNAL, NULL, 0) = 48`;
  expect(namesLookedUp(line)).toEqual(['mobile.events.data.example.com']);
});

test('a worker thread does not load the library where the main thread left the telemetry on', () => {
  const start = `const { Worker } = require('node:worker_threads'); delete process.env.ORT_DISABLE_TELEMETRY;
    new Worker('import("./ml/models/onnxruntime.ts")', { eval: true }).on('error', (error) => console.log(error.message));`;
  const { stdout } = spawnSync(process.execPath, ['-e', start], { encoding: 'utf8' });
  expect(stdout).toContain('onnxruntime is not loaded: its telemetry is on');
});
