import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorkplace, signInTo, untilProcessed } from '#scripts/support/api-client.ts';
import { runProgram } from '#tests/support/program.ts';
import { preparedDataDir, startServer, TEST_ADMIN, temporaryDataDir } from '#tests/support/server-process.ts';

/** The operator's commands, on what a real server left. */
let dataDir: string;
let remove: () => Promise<void>;
let gallery: string;
let photo: string;
let detector: string;
let besideServer: { code: number; output: string };
let backup: { code: number; output: string };
let backupFolder: string;
let serverUrl: string;

/** What each detector finds in the sample photo. Which of them is in force depends on what could be obtained. */
const FACES_IN_SAMPLE: Record<string, number> = { yunet: 3, ultraface: 3 };

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  const server = await startServer({ dataDir, env: { DATABASE_URL: '', FACE_WORKERS: '1' } });
  serverUrl = server.url;
  try {
    const admin = await signInTo(server.url, TEST_ADMIN.username, TEST_ADMIN.password);
    const { photographer, galleryId } = await createWorkplace(server.url, admin, 'Operator');
    const sample = await readFile('node_modules/@vladmandic/face-api/demo/sample3.jpg');
    photo = (await photographer.upload(galleryId, sample, 'sample-3.jpg'))!.id;
    gallery = galleryId;
    await untilProcessed(photographer, galleryId, 400_000);
    // Beside the running server, which alone may open the embedded database.
    besideServer = await run('admin', 'reset', TEST_ADMIN.username);
    await openLink(server.url, besideServer.output);
    backupFolder = join(dataDir, 'backups', 'first');
    await writeFile(join(dataDir, 'backup-key'), 'the key of the backups\n');
    backup = await run('backup', backupFolder, '--key-file', join(dataDir, 'backup-key'));
    detector = /"detector":"(\w+)"/.exec(server.output())?.[1] ?? 'none';
  } finally {
    await server.kill('SIGTERM');
  }
});
afterAll(() => remove());

/** One of the scripts in server/scripts, on the data folder of this file. */
const run = (script: string, ...args: string[]) => runIn(dataDir, script, ...args);
async function runIn(folder: string, script: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', FACE_WORKERS: '1' };
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
  expect([besideServer.code, besideServer.output]).toEqual([
    0,
    expect.stringContaining(`\n${serverUrl}/reset-password#`),
  ]);
  const { code, output } = await run('admin', 'reset', TEST_ADMIN.email);
  expect([code, output]).toEqual([0, expect.stringContaining('/reset-password#')]);
  expect((await run('admin', 'reset', TEST_ADMIN.email, '--now')).code).toBe(0);
  expect(await run('admin', 'reset', 'nobody')).toMatchObject({
    code: 78,
    output: 'There is no account "nobody".\n',
  });
  expect((await run('admin', 'promote', 'admin')).output).toContain('Usage:');
});

test('a backup made beside the running server is restored into a new folder, where everybody signs in anew', async () => {
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The backup is in ${backupFolder}: 1 photos`),
  });
  const restored = await temporaryDataDir();
  try {
    const key = ['--key-file', join(dataDir, 'backup-key')];
    expect(await runIn(restored.dataDir, 'restore', backupFolder)).toMatchObject({
      code: 78,
      output: expect.stringContaining('is encrypted'),
    });
    const done = await runIn(restored.dataDir, 'restore', backupFolder, ...key);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('is restored:') });
    expect(done.output).not.toContain('open invitations have to be replaced');
    const secret = (folder: string) => readFile(join(folder, 'jwt-secret'), 'utf8');
    expect((await secret(restored.dataDir)).trim()).toBe((await secret(dataDir)).trim());
    expect((await runIn(restored.dataDir, 'faces-stats')).output).toMatch(/ photos +1\n/);
    expect(await runIn(restored.dataDir, 'restore', backupFolder, ...key)).toMatchObject({
      code: 78,
      output: expect.stringContaining('This installation is not empty'),
    });
    expect(await run('backup', backupFolder)).toMatchObject({
      code: 78,
      output: expect.stringContaining('holds a backup already'),
    });
    expect((await run('backup')).output).toContain('Usage:');
  } finally {
    await restored.remove();
  }
});

test('a restore without the signing secret says that open invitations have to be replaced', async () => {
  const plain = join(dataDir, 'backups', 'plain');
  expect((await run('backup', plain)).code).toBe(0);
  const restored = await temporaryDataDir();
  try {
    const { code, output } = await runIn(restored.dataDir, 'restore', plain);
    expect([code, output]).toEqual([0, expect.stringContaining('open invitations have to be replaced')]);
  } finally {
    await restored.remove();
  }
});

test('a killed restore keeps the server from starting until it is repeated', async () => {
  const plain = join(dataDir, 'backups', 'plain'); // made by the test before
  const target = await temporaryDataDir();
  try {
    const program = runProgram('restore-and-hang.ts', [target.dataDir, plain]);
    await program.said('restoring');
    await program.kill('SIGKILL');
    const start = { dataDir: target.dataDir, env: { DATABASE_URL: '', FACE_WORKERS: '1' } };
    const message = await startServer(start).then(
      () => 'It started',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/its restore was interrupted\. Run the same npm run restore again/);
    expect(message).not.toMatch(/^ +at /m);
    expect(await runIn(target.dataDir, 'restore', plain)).toMatchObject({ code: 0 });
    expect((await runIn(target.dataDir, 'faces-stats')).output).toMatch(/ photos +1\n/);
  } finally {
    await target.remove();
  }
});

test('statistics count what is there', async () => {
  const { code, output } = await command('stats');
  expect([code, output]).toEqual([0, expect.stringMatching(/ photos +1\n/)]);
  expect(output).toMatch(/ {2}completed +1 /);
  expect(Object.keys(FACES_IN_SAMPLE)).toContain(detector);
  expect(/ faces +(\d+)\n/.exec(output)?.[1], detector).toBe(String(FACES_IN_SAMPLE[detector]));
});

test('a gallery is grouped anew: the same people as before, and a wrong id is named', async () => {
  await command('recluster', gallery); // the server may have ended before its first grouping
  const { code, output } = await command('recluster', gallery);
  expect([code, output]).toEqual([0, expect.stringMatching(/([1-9]) people before, \1 now, in [\d.]+ s/)]);
  const wrong = await command('recluster', photo);
  expect([wrong.code === 0, wrong.output]).toEqual([false, expect.stringContaining('There is no gallery')]);
});

test('the faces of a photo are drawn into a picture of its own', async () => {
  const drawn = join(dataDir, 'drawn.png');
  expect(await command('inspect', photo, drawn)).toMatchObject({ code: 0 });
  const large = await sharp('node_modules/@vladmandic/face-api/demo/sample3.jpg').metadata();
  const { width, height } = await sharp(drawn).metadata();
  expect((width ?? 0) / (height ?? 1)).toBeCloseTo((large.width ?? 0) / (large.height ?? 1), 1);
});

test('the audit says that all is in order, and refuses what it does not know', async () => {
  const { code, output } = await command('audit', '--checksums');
  expect([code, output]).toEqual([0, expect.stringContaining('In order.')]);
  expect((await command('audit', '--fixx')).output).toContain('Unknown: --fixx');
});
