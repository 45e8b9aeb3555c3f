import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkplace, signInTo, untilProcessed } from '#server/scripts/api-client.ts';
import { preparedDataDir, startServer, TEST_ADMIN } from '#tests/support/server-process.ts';

/** The operator's commands, on what a real server left. */
let dataDir: string;
let remove: () => Promise<void>;
let gallery: string;
let photo: string;
let detector: string;
let besideServer: { code: number; output: string };

/** What each detector finds in the sample photo. Which of them is in force depends on what could be obtained. */
const FACES_IN_SAMPLE: Record<string, number> = { yunet: 3, ultraface: 3, ssd_mobilenetv1: 2 };

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  const server = await startServer({ dataDir, env: { DATABASE_URL: '', FACE_WORKERS: '1' } });
  try {
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    const { photographer, galleryId } = await createWorkplace(server.url, admin, 'Operator');
    const sample = await readFile('node_modules/@vladmandic/face-api/demo/sample3.jpg');
    photo = (await photographer.upload(galleryId, sample, 'sample-3.jpg'))!.id;
    gallery = galleryId;
    await untilProcessed(photographer, galleryId, 100_000);
    // Beside the running server, which alone may open the embedded database.
    besideServer = await run('admin', 'reset', TEST_ADMIN.username);
    await openLink(server.url, besideServer.output);
    detector = /"detector":"(\w+)"/.exec(server.output())?.[1] ?? 'none';
  } finally {
    await server.kill('SIGTERM');
  }
});
afterAll(() => remove());

/** One of the scripts in server/scripts, on the data folder of this file. */
async function run(script: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', FACE_WORKERS: '1' };
  const child = spawn(process.execPath, [`server/scripts/${script}.ts`, ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}
const command = (name: string, ...args: string[]) => run(`faces-${name}`, ...args);

/** Sets a new password with the link in what a command printed. */
async function openLink(url: string, output: string) {
  const token = /reset-password#(\S+)/.exec(output)?.[1];
  const answer = await fetch(`${url}/api/auth/reset-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, new_password: 'found again at last' }),
  });
  expect(answer.status, output).toBe(200);
}

test('a link for a new password is made beside a running server and while it is stopped', async () => {
  expect(besideServer.code).toBe(0);
  const { code, output } = await run('admin', 'reset', TEST_ADMIN.email);
  expect([code, output]).toEqual([0, expect.stringContaining('/reset-password#')]);
  expect(await run('admin', 'reset', 'nobody')).toMatchObject({
    code: 78,
    output: 'There is no account "nobody".\n',
  });
  expect((await run('admin', 'promote', 'admin')).output).toContain('Usage:');
}, 60_000);

test('statistics count what is there', async () => {
  const { code, output } = await command('stats');
  expect([code, output]).toEqual([0, expect.stringMatching(/ photos +1\n/)]);
  expect(output).toMatch(/ {2}completed +1 /);
  expect(Object.keys(FACES_IN_SAMPLE)).toContain(detector);
  expect(/ faces +(\d+)\n/.exec(output)?.[1], detector).toBe(String(FACES_IN_SAMPLE[detector]));
}, 60_000);

test('a gallery is grouped anew: the same people as before, and a wrong id is named', async () => {
  await command('recluster', gallery); // the server may have ended before its first grouping
  const { code, output } = await command('recluster', gallery);
  expect([code, output]).toEqual([0, expect.stringMatching(/([1-9]) people before, \1 now, in [\d.]+ s/)]);
  const wrong = await command('recluster', photo);
  expect([wrong.code === 0, wrong.output]).toEqual([false, expect.stringContaining('There is no gallery')]);
}, 120_000);

test('the faces of a photo are drawn into a picture of its own', async () => {
  const drawn = join(dataDir, 'drawn.png');
  expect(await command('inspect', photo, drawn)).toMatchObject({ code: 0 });
  const large = await sharp('node_modules/@vladmandic/face-api/demo/sample3.jpg').metadata();
  const { width, height } = await sharp(drawn).metadata();
  expect((width ?? 0) / (height ?? 1)).toBeCloseTo((large.width ?? 0) / (large.height ?? 1), 1);
}, 60_000);

test('the audit says that all is in order, and refuses what it does not know', async () => {
  const { code, output } = await command('audit', '--checksums');
  expect([code, output]).toEqual([0, expect.stringContaining('In order.')]);
  expect((await command('audit', '--fixx')).output).toContain('Unknown: --fixx');
}, 60_000);
