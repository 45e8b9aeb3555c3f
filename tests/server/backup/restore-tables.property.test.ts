/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { restoreTables } from '#server/backup/restore-tables.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import { rowsInBackups } from '#tests/support/all-rows.ts';
import { createTestDatabase, emptyTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { insertRandomRows } from '#tests/support/random-rows.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';
import { runs } from '#tests/support/thoroughness.ts';

/** Random rows in every table, written as a backup and restored: equal row by row. */
let root: string;
let source: TestDatabase;
/** The random rows name no file that is there. */
const store = {
  openRead: (key: string) => Promise.reject(new StoredFileMissing(key)),
  requireReadable: async () => undefined,
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-backup-'));
  source = await createTestDatabase();
});
afterAll(async () => {
  await source.remove();
  await rm(root, { recursive: true });
});

async function backUp(database: Pick<Database, 'db' | 'kind'>, name: string) {
  const path = join(root, name);
  const folder = await BackupFolder.create(path);
  await writeBackup({ ...database, store, secret: undefined }, folder);
  return BackupFolder.open(path);
}
const restoreInto = async (db: Database['db'], { folder, manifest }: Awaited<ReturnType<typeof backUp>>) =>
  db.transaction().execute((trx) => restoreTables(trx, folder, manifest));

describe.each([1, 2].slice(0, runs(1, 2)))('random rows, seed %i', (seed) => {
  test('come back as they were', async () => {
    await emptyTables(source.db);
    const counts = await insertRandomRows(source.db, seed);
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
    const before = await rowsInBackups(source.db);

    const backup = await backUp(source, `seed-${seed}`);
    const target = await emptyTestDatabase();
    try {
      await restoreInto(target.db, backup);
      expect(await rowsInBackups(target.db)).toEqual(before);
      // The schema is the migrated one, with every foreign key and every trigger in force.
      expect(await constraints(target)).toEqual(await constraints(source));
      expect(await triggers(target)).toEqual(await triggers(source));
      // What is restored makes the same files again: that is how a drill compares.
      const again = await backUp(target, `seed-${seed}-again`);
      expect(again.manifest.tables).toEqual(backup.manifest.tables);
    } finally {
      await target.remove();
    }
  });
});

test.skipIf(!TEST_SERVER_URL)(
  'rows move from a server to the embedded database and back',
  { timeout: 600_000 },
  async () => {
    await emptyTables(source.db);
    await insertRandomRows(source.db, 4);
    const before = await rowsInBackups(source.db);
    const fromServer = await backUp(source, 'from-server');
    expect(fromServer.manifest.made_from).toBe('server');
    const dataDir = join(root, 'embedded');
    const embedded = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('error'));
    const server = await emptyTestDatabase();
    try {
      await restoreInto(embedded.db, fromServer);
      expect(await rowsInBackups(embedded.db)).toEqual(before);
      const fromEmbedded = await backUp(embedded, 'from-embedded');
      expect(fromEmbedded.manifest.tables).toEqual(fromServer.manifest.tables);
      await restoreInto(server.db, fromEmbedded);
      expect(await rowsInBackups(server.db)).toEqual(before);
    } finally {
      await embedded.close();
      await server.remove();
    }
  },
);

test('no table counts with a sequence, which a backup would have to hold', async () => {
  const { rows } = await sql`select sequencename from pg_sequences`.execute(source.db);
  expect(rows).toEqual([]);
});

async function constraints({ db }: Pick<Database, 'db'>) {
  const { rows } = await sql<{ definition: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = current_schema()::regnamespace order by 1`.execute(db);
  return rows;
}

async function triggers({ db }: Pick<Database, 'db'>) {
  const { rows } = await sql`
    select tgrelid::regclass::text as "table", tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`.execute(
    db,
  );
  return rows;
}
