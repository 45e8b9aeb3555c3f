import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BackupError } from '#server/backup/backup-error.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Actor;
let root: string;
let begun: string[];
const make = (folder?: string, by = admin) => by.call('POST', '/backups', { folder });

beforeAll(async () => {
  app = await startTestApp();
  admin = await createActor(app, ['admin']);
  root = await realpath(await mkdtemp(join(tmpdir(), 'clublens-now-')));
  for (const name of ['data', 'backups']) await mkdir(join(root, name));
  await writeFile(join(root, 'a-file'), '');
  await symlink(join(root, 'data'), join(root, 'way-in'));
});
beforeEach(() => {
  begun = [];
  app.ctx.backup.dir = undefined;
  app.ctx.backupMaker = {
    ownFolders: [join(root, 'data')],
    begin: async (dir) => {
      begun.push(dir);
    },
  };
});
afterAll(async () => {
  await app?.close();
  await rm(root, { recursive: true });
});

test('a backup begins in the folder that is named, and the activity log says where', async () => {
  const folder = join(root, 'backups');
  expect((await make(folder)).status).toBe(202);
  expect(begun).toEqual([folder]);
  expect(await readdir(folder)).toEqual([]);
  const { body } = await admin.call<{ entries: { action: string; target_name: string }[] }>('GET', '/audit');
  expect(body.data.entries[0]).toMatchObject({ action: 'backup.begin', target_name: folder });
});

test.each([
  ['nothing', 'unusable', () => ''],
  ['not from the root', 'unusable', () => relative(process.cwd(), join(root, 'backups'))],
  ['not there', 'unusable', () => join(root, 'elsewhere')],
  ['a file', 'unusable', () => join(root, 'a-file')],
  ['the data themselves', 'own', () => join(root, 'data')],
  ['a link into the data', 'own', () => join(root, 'way-in')],
  ['a way back into the data', 'own', () => join(root, 'backups', '..', 'data')],
  ['of the system, which nobody writes to', 'read_only', () => '/proc'],
])('no backup begins in a folder that is %s: %s', async (_what, why, folder) => {
  expect((await make(folder())).body).toMatchObject({ code: `backup_folder_${why}` });
  expect(begun).toEqual([]);
});

test('BACKUP_DIR counts before what is named', async () => {
  app.ctx.backup.dir = '/mnt/disk/backups';
  expect((await make(join(root, 'backups'))).status).toBe(202);
  expect((await make()).status).toBe(202);
  expect(begun).toEqual(['/mnt/disk/backups', '/mnt/disk/backups']);
});

test('one at a time', async () => {
  app.ctx.backupMaker.begin = async () => {
    throw new BackupError('Another backup is being made.', { isAnotherRunning: true });
  };
  expect((await make(join(root, 'backups'))).body).toMatchObject({ code: 'backup_running' });
});

test('only administrators make one', async () => {
  for (const roles of [[], ['photographer']] as const)
    expect((await make(join(root, 'backups'), await createActor(app, [...roles]))).status).toBe(403);
  expect(begun).toEqual([]);
});
