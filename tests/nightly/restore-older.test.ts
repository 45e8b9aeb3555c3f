import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { findNewestBackup } from '#server/backup/find-newest-backup.ts';
import { protectingTables } from '#server/backup/repeat/repeat-decisions.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type FirstRelease, restoreFirstRelease } from '#tests/support/first-release.ts';

/** A data folder of the first release, backed up as it was and restored by the present program. */
let root: string;
let old: Database;
let oldStore: DiskStore;
let target: TestDatabase;
let before: FirstRelease;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-older-'));
  before = await restoreFirstRelease(join(root, 'old'));
  old = await openDatabase({ dataDir: join(root, 'old'), databaseUrl: undefined }, createLogger('error'));
  oldStore = await DiskStore.open(join(root, 'old', 'photos'));
  target = await emptyTestDatabase();
});
afterAll(async () => {
  await old?.close();
  await target?.remove();
  await rm(root, { recursive: true });
});

const PASSPHRASE = 'a passphrase of several words';
async function backUp(database: Database, store: DiskStore, name: string) {
  const folder = await BackupFolder.create(join(root, 'backups', name), PASSPHRASE);
  await writeBackup({ ...database, store, secret: undefined }, folder);
  return BackupFolder.open(join(root, 'backups', name), PASSPHRASE);
}

const newestBeside = async (backup: Awaited<ReturnType<typeof backUp>>) =>
  (await findNewestBackup(backup, protectingTables)).newest;

test('is restored with the schema it had and then migrated; newer erasures beside it are repeated', async () => {
  const backup = await backUp(old, oldStore, 'first-release');
  expect(backup.manifest.migrations).toHaveLength(7);
  expect(await newestBeside(backup)).toBeUndefined();
  const store = await DiskStore.open(join(root, 'photos'));
  await restoreBackup(backup, { ...target, store });

  const named = await target.db.selectFrom('person').select(['id', 'name']).where('name', '<>', '').execute();
  const expected = before.person.filter(({ name }) => name);
  expect(named.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort());
  const decisions = await target.db.selectFrom('people_decision').select('id').execute();
  expect(decisions.map(({ id }) => id).sort()).toEqual(
    before.people_decision.map(({ id }) => String(id)).sort(),
  );
  const files = await readdir(join(root, 'photos', 'originals'), { recursive: true, withFileTypes: true });
  expect(backup.manifest.originals).toMatchObject({ missing: [], damaged: [] });
  expect(files.filter((entry) => entry.isFile())).toHaveLength(before.photo.length);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    target.db,
  );
  expect(rows.length).toBeGreaterThan(15);

  // Erased in the restored installation, and backed up again: the older backup brings nothing of it back.
  const erased = {
    id: '019aa1b2-0000-7000-8000-0000000000aa',
    kind: 'find',
    subject_id: '019aa1b2-0000-7000-8000-0000000000bb',
    erased_at: '2026-11-22T10:00:00.123Z',
  } as const;
  await target.db.insertInto('erasure').values(erased).execute();
  const newer = await backUp(target, store, 'newer');
  expect((await newestBeside(backup))?.manifest.created_at).toBe(newer.manifest.created_at);
  expect(await newestBeside(newer)).toBeUndefined();
  const again = await emptyTestDatabase();
  try {
    await restoreBackup(backup, { ...again, store }, { newest: await newestBeside(backup) });
    const kept = await again.db.selectFrom('erasure').select(['id', 'erased_at']).execute();
    expect(kept).toEqual([{ id: erased.id, erased_at: new Date(erased.erased_at) }]);
  } finally {
    await again.remove();
  }
});
