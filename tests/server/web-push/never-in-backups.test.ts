/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { newId } from '#server/ids.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import { createActor } from '#tests/support/actors.ts';
import { emptyTestDatabase } from '#tests/support/database.ts';
import { filesWith } from '#tests/support/scan-files.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let root: string;
let app: TestApp;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-phones-'));
  app = await startTestApp({ ownDatabase: true });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

test('a backup knows of no phone, and after a restore none is told', async () => {
  const { id } = await createActor(app);
  const session = await app.ctx.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  await app.ctx.db
    .insertInto('web_push_device')
    .values({
      id: newId(),
      user_id: id,
      session_id: session.id,
      endpoint_hash: Buffer.from('of a phone'),
      sealed: 'where a phone is told',
      language: 'en',
      created_at: new Date(),
    })
    .execute();
  await app.ctx.db
    .insertInto('web_push_evening')
    .values({ user_id: id, day: '2026-11-30', state: 'done', updated_at: new Date() })
    .execute();
  const path = join(root, 'backup');
  const source = {
    openRead: (key: string) => Promise.reject(new StoredFileMissing(key)),
    requireReadable: async () => undefined,
  };
  const manifest = await writeBackup(
    { ...app.ctx, kind: 'embedded', store: source, secret: undefined },
    await BackupFolder.create(path),
  );
  expect(manifest.tables.map(({ table }) => table)).toContain('session');
  expect(manifest.tables.map(({ table }) => table).filter((name) => name.startsWith('web_push'))).toEqual([]);
  expect(await filesWith(path, Buffer.from('where a phone is told'))).toEqual([]);

  const target = await emptyTestDatabase();
  try {
    const store = await DiskStore.open(join(root, 'restored'));
    await restoreBackup(await BackupFolder.open(path), { ...target, store });
    expect(await target.db.selectFrom('app_user').select('id').execute()).toEqual([{ id }]);
    for (const table of ['web_push_device', 'web_push_evening'] as const)
      expect(await target.db.selectFrom(table).selectAll().execute()).toEqual([]);
  } finally {
    await target.remove();
  }
});
