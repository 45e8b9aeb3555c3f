import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let migrate: () => Promise<void>;
beforeAll(async () => {
  ({ database, migrate } = await databaseBefore('20261126T1500-photo-analysis'));
});
afterAll(() => database?.remove());

test('the analyses of photos and of deleted photos keep their rows under the new name', async () => {
  const { db } = database;
  const snapshot = { face: [], face_job: [{ status: 'failed', attempts: 3 }], photo: [{ sequence: '7' }] };
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx); // rows without those that they belong to
    await sql`insert into face_job (photo_id, gallery_id, status) values (gen_random_uuid(), gen_random_uuid(), 'completed')`.execute(
      trx,
    );
    for (const [key, rows] of [
      ['kept', JSON.stringify(snapshot)],
      ['erased', null],
    ])
      await sql`insert into deleted_photo
        (id, gallery_id, bytes, sha256, original_key, rendition_version, deleted_at, person_ids, snapshot)
        values (gen_random_uuid(), gen_random_uuid(), 1, '\\x00', ${key}, 1, now(), '{}', ${rows})`.execute(
        trx,
      );
  });
  await migrate();
  expect(await db.selectFrom('photo_analysis').select('status').execute()).toEqual([{ status: 'completed' }]);
  const deleted = await db
    .selectFrom('deleted_photo')
    .select(['original_key', 'snapshot'])
    .orderBy('original_key')
    .execute();
  const { face_job, ...rest } = snapshot;
  expect(deleted).toEqual([
    { original_key: 'erased', snapshot: null },
    { original_key: 'kept', snapshot: { ...rest, photo_analysis: face_job } },
  ]);
});

test('nothing in the database is called by the old name', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relname like '%face_job%'
    union all select conname from pg_constraint where conname like '%face_job%'
    union all select proname from pg_proc where prosrc like '%face_job%'`.execute(database.db);
  expect(rows).toEqual([]);
});
