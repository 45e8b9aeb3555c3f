import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { beginBackupRun, endBackupRun } from '#server/backup/backup-runs.repository.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type Installation, runBackup } from '#server/backup/run-backup.ts';
import { StartError } from '#server/config/start-error.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { findVersionBefore } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { createLogger } from '#server/logger.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { rowsInBackups } from '#tests/support/all-rows.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { installationOfApp, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { storeWithPut } from '#tests/support/store-with-put.ts';
import { quarters } from '#tests/support/test-images.ts';
import { textured } from '#tests/support/textured.ts';

const PASSPHRASE = 'a passphrase of several words';
const SECRET = 'the signing secret of this installation, long enough';

let app: PhotoApp;
let root: string;
let installation: Installation;
/** A database without tables, and a store without files, for restores that fail. */
let empty: TestDatabase;
let emptyStore: DiskStore;
let plain: string;
let encrypted: string;

beforeAll(async () => {
  app = await startPhotoApp({}, undefined, { ownDatabase: true });
  root = await mkdtemp(join(tmpdir(), 'clublens-backup-'));
  installation = installationOfApp(app, SECRET);
  for (const width of [96, 128]) {
    const { status } = await app.send(await quarters(width).jpeg().toBuffer());
    expect(status).toBe(201);
  }
  plain = join(root, 'plain');
  encrypted = join(root, 'encrypted');
  await runBackup(installation, { folder: plain });
  await runBackup(installation, { folder: encrypted, passphrase: PASSPHRASE });
  empty = await emptyTestDatabase();
  emptyStore = await DiskStore.open(join(root, 'empty-photos'));
});
afterAll(async () => {
  await app?.close();
  await empty?.remove();
  await rm(root, { recursive: true });
});

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const originals = (files: string[]) => files.filter((file) => file.startsWith('originals/'));

/** Rows that a backup in between changes by itself, and sessions, which end. */
const withoutRuns = ({ backup_run, job, session, ...rows }: Record<string, string[]>) => rows;

test.each([
  ['plain', undefined, undefined],
  ['encrypted', PASSPHRASE, SECRET],
])(
  'a backup that is %s restores rows, originals and what else belongs to them',
  async (kind, passphrase, secret) => {
    const target = await emptyTestDatabase();
    try {
      const store = await DiskStore.open(join(root, `${kind}-photos`));
      const backup = await BackupFolder.open(join(root, kind), passphrase);
      expect(await restoreBackup(backup, { ...target, store })).toEqual({
        secret,
        repeated: undefined,
        linksOff: 0,
      });
      expect(withoutRuns(await rowsInBackups(target.db))).toEqual(
        withoutRuns(await rowsInBackups(app.ctx.db)),
      );
      const stored = originals((await app.stock()).files);
      expect(stored).toHaveLength(2);
      expect(await filesBelow(join(root, `${kind}-photos`))).toEqual(stored.sort());
      for (const file of stored)
        expect(await readFile(join(root, `${kind}-photos`, file))).toEqual(await app.read(file));
      // Derived pictures are made anew.
      const jobs = await target.db
        .selectFrom('job')
        .select('key')
        .where('name', '=', 'regenerate-renditions')
        .execute();
      const photos = await target.db.selectFrom('photo').select('id').execute();
      expect(jobs.map(({ key }) => key).sort()).toEqual(photos.map(({ id }) => id).sort());
      await expect(restoreBackup(backup, { ...target, store })).rejects.toThrow(
        'This installation is not empty',
      );
    } finally {
      await target.remove();
    }
  },
);

test('an open backup is readable by anybody and holds no signing secret; an encrypted one says nothing', async () => {
  const photos = (await readFile(join(plain, 'tables/photo.ndjson'), 'utf8')).trim().split('\n');
  expect(photos.map((line) => JSON.parse(line).filename)).toEqual(['photo.jpg', 'photo.jpg']);
  expect(await filesBelow(plain)).not.toContain('jwt-secret');
  const files = await filesBelow(encrypted);
  expect(files).toContain('manifest.json.age');
  expect(files.every((file) => file.endsWith('.age'))).toBe(true);
  expect(files.filter((file) => /[0-9a-f]{64}/.test(file))).toEqual([]);
  for (const file of files)
    expect((await readFile(join(encrypted, file))).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
});

describe('refused without any change', () => {
  const refusal = async (folder: string, passphrase?: string, stored: string[] = []) => {
    const error = await BackupFolder.open(folder, passphrase)
      .then((backup) => restoreBackup(backup, { ...empty, store: emptyStore }))
      .then(
        () => undefined,
        (reason: Error) => reason,
      );
    const { rows } = await sql`select 1 from pg_tables where schemaname = current_schema()`.execute(empty.db);
    expect(rows, String(error)).toEqual([]);
    expect(await filesBelow(join(root, 'empty-photos'))).toEqual(stored);
    return `${error?.name}: ${error?.message}`;
  };
  const copyOf = async (folder: string) => {
    const copy = join(await mkdtemp(join(root, 'copy-')), 'backup');
    await cp(folder, copy, { recursive: true });
    return copy;
  };
  const changedManifest = async (change: (manifest: Record<string, unknown>) => void) => {
    const copy = await copyOf(plain);
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'));
    change(manifest);
    await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
    return copy;
  };

  test('a wrong passphrase, or none', async () => {
    expect(await refusal(encrypted)).toMatch(/BackupError: .* is encrypted/);
    expect(await refusal(encrypted, `${PASSPHRASE}!`)).toMatch(/BackupError: The passphrase is wrong/);
  });

  test('one bit changed, the end cut off, or a file exchanged', async () => {
    for (const [folder, passphrase] of [
      [plain, undefined],
      [encrypted, PASSPHRASE],
    ] as const) {
      const files = await filesBelow(folder);
      const victims = files.filter((file) => /^(manifest|key|jwt|tables\/(photo|app_user)\.)/.test(file));
      victims.push(originals(files)[1]!);
      for (const file of victims) {
        const flipped = await copyOf(folder);
        const bytes = await readFile(join(flipped, file));
        bytes[bytes.length >> 1]! ^= 4;
        await writeFile(join(flipped, file), bytes);
        expect(await refusal(flipped, passphrase), file).toMatch(
          /^BackupError: .*(damaged|not (that|those) of)/,
        );
        await truncate(join(flipped, file), bytes.length - 1);
        expect(await refusal(flipped, passphrase), file).toMatch(
          /^BackupError: .*(damaged|not (that|those) of)/,
        );
      }
      const exchanged = await copyOf(folder);
      const [first, second] = originals(files);
      await cp(join(exchanged, first!), join(exchanged, second!));
      expect(await refusal(exchanged, passphrase)).toMatch(/^BackupError: The backup is damaged/);
    }
  });

  test('a newer format, a newer schema, a path that leads out of the folder', async () => {
    const newerFormat = await changedManifest((manifest) => (manifest.version = 2));
    expect(await refusal(newerFormat)).toContain('This backup has format 2');
    const newerSchema = await changedManifest((manifest) => {
      (manifest.migrations as string[]).push('29990101T0000-hoverboards');
    });
    expect(await refusal(newerSchema)).toContain('made by a newer Clublens');
    const outside = await changedManifest((manifest) => {
      (manifest.tables as { path: string }[])[0]!.path = '../tables/club.ndjson';
    });
    expect(await refusal(outside)).toContain('manifest.json is damaged: tables.0.path');
  });

  /** A backup whose rows of one table are others; its manifest knows. */
  const withRows = async (table: string, change: (lines: string[]) => string[], rows?: number) => {
    const path = join('tables', `${table}.ndjson`);
    const lines = (await readFile(join(plain, path), 'utf8')).trimEnd().split('\n');
    const content = Buffer.from(`${change(lines).join('\n')}\n`);
    const copy = await changedManifest((manifest) => {
      const file = (manifest.tables as { table: string }[]).find((each) => each.table === table)!;
      const sha256 = createHash('sha256').update(content).digest('hex');
      Object.assign(file, { sha256, bytes: content.length, rows: rows ?? lines.length });
    });
    await writeFile(join(copy, path), content);
    return copy;
  };
  const withFirst = (table: string, change: (row: Record<string, unknown>) => unknown) =>
    withRows(table, ([first, ...others]) => [JSON.stringify(change(JSON.parse(first!))), ...others]);

  /** What no row of this table has, by kind. */
  const wrongValues = [undefined, null, 7, true, [], {}, '', 'x', '\u0000', '../../etc/passwd', -1, 1e300];
  test('rows that name a file which is none of an original, or no file', async () => {
    const [first] = originals(await filesBelow(plain));
    for (const key of [
      ...wrongValues,
      first!.replace('originals', 'renditions'),
      `${first}/../../x`,
      `/${first}`,
      'originals/..',
      'originals',
    ])
      expect(
        await refusal(await withFirst('photo', (row) => ({ ...row, original_key: key }))),
        String(key),
      ).toMatch(/^BackupError: The backup is damaged/);
    for (const field of ['sha256', 'bytes'])
      for (const value of wrongValues)
        expect(
          await refusal(await withFirst('photo', (row) => ({ ...row, [field]: value }))),
          `${field} ${value}`,
        ).toMatch(/^BackupError: The backup is damaged/);
  });

  test('rows that are none, do not fit, or refer to none', async () => {
    for (const line of ['', '7', 'null', '[]', '"x"', '{', '{}', '{},{}', '['.repeat(100_000)])
      expect(await refusal(await withRows('photo', () => [line, line])), line.slice(0, 9)).toMatch(
        /^BackupError: The backup is damaged/,
      );
    const two = await withRows('app_user', ([line]) => [`${line},${line}`], 1);
    expect(await refusal(two)).toMatch(/^BackupError: The backup is damaged: a row of app_user/);
    const notText = await withRows('app_user', (lines) => lines);
    const bytes = await readFile(join(notText, 'tables/app_user.ndjson'));
    bytes[20] = 0xff;
    await writeFile(join(notText, 'tables/app_user.ndjson'), bytes);
    expect(await refusal(notText)).toMatch(/^BackupError: The backup is damaged/);
    for (const field of ['id', 'created_at', 'is_active'])
      for (const value of [null, 'x', {}, -1])
        expect(
          await refusal(await withFirst('app_user', (row) => ({ ...row, [field]: value }))),
          `${field} ${value}`,
        ).toMatch(/^BackupError: The backup is damaged/);
    const twice = await withRows('app_user', (lines) => [...lines, lines[0]!], 99);
    expect(await refusal(twice)).toMatch(/^BackupError: The backup is damaged: .* lacks rows/);
    const nobody = '019aa1b2-0000-7000-8000-0000000000ef';
    const orphan = await withFirst('photo', (row) => ({ ...row, gallery_id: nobody }));
    expect(await refusal(orphan)).toMatch(/^BackupError: The backup is damaged: its rows do not fit .*photo/);
    const other = await changedManifest((manifest) => {
      const tables = manifest.tables as { table: string }[];
      tables[1] = tables[0]!;
    });
    expect(await refusal(other)).toContain('not those of its migrations');
  });

  test('a secret in a backup that is not encrypted', async () => {
    const file = { path: 'tables/club.ndjson', bytes: 0, sha256: '0'.repeat(64) };
    expect(await refusal(await changedManifest((manifest) => (manifest.secret = file)))).toContain(
      'only an encrypted backup holds the secret',
    );
  });

  test.skipIf(process.platform === 'win32')(
    'files that are longer than announced, links and pipes',
    async () => {
      const path = originals(await filesBelow(plain))[0]!;
      for (const victim of [path, 'tables/photo.ndjson', 'manifest.json']) {
        const file = async (replace: (path: string) => Promise<unknown>) => {
          const copy = await copyOf(plain);
          await replace(join(copy, victim));
          return refusal(copy);
        };
        const replaced = (make: (path: string) => unknown) => async (target: string) => {
          await rm(target);
          await make(target);
        };
        const damaged = /^BackupError: The backup is damaged/;
        expect(await file(replaced((target) => symlink(join(plain, victim), target))), victim).toMatch(
          damaged,
        );
        expect(await file(replaced((target) => symlink('/dev/zero', target))), victim).toMatch(damaged);
        expect(await file(replaced((target) => execFileSync('mkfifo', [target]))), victim).toMatch(damaged);
        expect(await file(replaced((target) => mkdir(target))), victim).toMatch(damaged);
        // A terabyte that takes no room.
        if (victim !== 'manifest.json')
          expect(await file((target) => truncate(target, 1e12)), victim).toMatch(damaged);
      }
      const copy = await copyOf(plain);
      await rename(join(copy, 'tables'), join(copy, '../tables'));
      await symlink('../tables', join(copy, 'tables'));
      expect(await refusal(copy)).toMatch(/^BackupError: The backup is damaged/);
    },
  );

  test('an interrupted backup, a folder that is none, photos of another installation', async () => {
    const copy = await copyOf(plain);
    await rm(join(copy, 'manifest.json'));
    expect(await refusal(copy)).toContain('has no manifest.json');
    await writeFile(join(copy, 'unfinished'), '');
    expect(await refusal(copy)).toContain('was interrupted');
    expect(await refusal(join(root, 'nowhere'))).toContain('cannot be read');
    const path = (await emptyStore.draft(0)).path;
    const key = `originals/ab/${'ab'.repeat(32)}-019aa1b2-0000-7000-8000-0000000000ef.jpg`;
    await writeFile(path, 'another photo');
    await emptyStore.put(key, path);
    expect(await refusal(plain, undefined, [key])).toContain('photos that are not in this backup');
    await emptyStore.remove(key);
  });
});

test('a restore that was interrupted keeps the installation from starting, and can be repeated', async () => {
  const target = await emptyTestDatabase();
  try {
    const store = await DiskStore.open(join(root, 'interrupted-photos'));
    const backup = await BackupFolder.open(plain);
    const full = storeWithPut(store, () =>
      Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    );
    await expect(restoreBackup(backup, { ...target, store: full })).rejects.toThrow('full');
    const start = () => migrateDatabase(target, createLogger('silent'));
    await expect(start()).rejects.toThrow(StartError);
    await expect(start()).rejects.toThrow('Run the same npm run restore again');
    await restoreBackup(backup, { ...target, store });
    expect(await start()).toEqual([]);
  } finally {
    await target.remove();
  }
});

test('the folder of a backup is new, empty, or that of an interrupted one', async () => {
  await expect(runBackup(installation, { folder: plain })).rejects.toThrow('holds a backup already');
  const folder = join(root, 'other');
  await BackupFolder.create(folder);
  await writeFile(join(folder, 'rest'), 'of the interrupted one');
  await runBackup(installation, { folder });
  expect(await filesBelow(folder)).toEqual(await filesBelow(plain));
  await expect(runBackup(installation, { folder: join(folder, 'tables') })).rejects.toThrow('is not empty');
});

test('one backup at a time; photos that are deleted meanwhile keep their files until its end', async () => {
  const id = await beginBackupRun(app.ctx.db, '/somewhere');
  await expect(runBackup(installation, { folder: join(root, 'second') })).rejects.toThrow('Another backup');
  const { body } = await app.send(await quarters(160).jpeg().toBuffer());
  const before = originals((await app.stock()).files);
  expect(before).toHaveLength(3);
  await app.deleteForGood(body.data.id);
  const removal = app.removeLeftovers();
  // The job looks every two seconds whether the backup has ended; it must not have removed a file by then.
  expect(originals((await app.stock()).files)).toEqual(before);
  await endBackupRun(app.ctx.db, id!, { photos: 2, bytes: 0, faulty_originals: 0 });
  await removal;
  expect(originals((await app.stock()).files)).toHaveLength(2);
});

test('a second backup links the originals of the first one', async () => {
  const folder = join(root, 'linked');
  await runBackup(installation, { folder, passphrase: PASSPHRASE, previous: encrypted });
  const [file] = originals(await filesBelow(encrypted));
  const inode = async (path: string) => (await stat(join(path, file!))).ino;
  expect(await inode(folder)).toBe(await inode(encrypted));
  expect((await BackupFolder.open(folder, PASSPHRASE)).manifest.originals.files).toBe(2);
});

test('the version before of a photo that was replaced is restored with its file, and can be brought back', async () => {
  const picture = await textured(1);
  const { id } = (await app.send(picture)).body.data;
  const form = new FormData();
  form.set(
    'file',
    new Blob([new Uint8Array(await sharp(picture).linear(1.15, 0).jpeg().toBuffer())]),
    'a.jpg',
  );
  expect((await app.photographer.call('POST', `/photos/${id}/replace`, form)).status).toBe(200);
  await app.removeLeftovers();
  const folder = join(root, 'replaced');
  await runBackup(installation, { folder });
  const target = await emptyTestDatabase();
  try {
    const store = await DiskStore.open(join(root, 'replaced-photos'));
    await restoreBackup(await BackupFolder.open(folder), { ...target, store });
    const version = await findVersionBefore(target.db, id, new Date());
    expect(await readFile(join(root, 'replaced-photos', version!.original_key))).toEqual(picture);
    expect(await filesBelow(join(root, 'replaced-photos'))).toEqual(
      originals((await app.stock()).files).sort(),
    );
  } finally {
    await target.remove();
  }
});
