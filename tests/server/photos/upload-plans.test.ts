/** Statements that run with every uploaded photo, or every second while somebody watches, cost the same in a large gallery. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBlocks } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { countWaitingRenditions } from '#server/features/galleries/photos/photos.repository.ts';
import { newId } from '#server/ids.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const PHOTOS = 300;
const gallery = newId();
const ids = Array.from({ length: PHOTOS }, newId);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const event = newId();
  await sql`insert into event (id, name, slug, event_date) values (${event}, 'Cup', 'cup', now())`.execute(
    db,
  );
  await sql`insert into gallery (id, name, event_id, visibility) values (${gallery}, 'Cup', ${event}, 'private')`.execute(
    db,
  );
  await sql`insert into photo (id, gallery_id, filename, sha256, mime, bytes, width, height, original_key)
    select id, ${gallery}::uuid, id::text, sha256(id::text::bytea), 'image/jpeg', 1, 1, 1, id::text from unnest(${ids}::uuid[]) id`.execute(
    db,
  );
  await sql`insert into job (id, name, key, payload, run_at)
    select gen_random_uuid(), 'analyse-photo', id::text, '{}', now() from unnest(${ids}::uuid[]) id`.execute(
    db,
  );
});
afterAll(() => database?.remove());

test('who asks whether renditions are waited for looks into no photo while none waits', async () => {
  await database.db.transaction().execute(async (trx) => {
    const looks = async () => {
      const { rows } = await sql<{ looks: number }>`select (idx_scan + seq_scan)::int as looks
        from pg_stat_xact_user_tables where relname = 'photo'`.execute(trx);
      return rows[0]!.looks;
    };
    const before = await looks();
    expect(await countWaitingRenditions(trx, gallery)).toBe(0);
    expect(await looks()).toBe(before);
    await sql`insert into job (id, name, key, payload, run_at)
      values (${newId()}, 'regenerate-renditions', ${ids[0]}, '{}', now())`.execute(trx);
    expect(await countWaitingRenditions(trx, gallery)).toBe(1);
  });
});

test('what is said against one photo after the other is planned once', async () => {
  const ctx = {
    tokens: { pictureKey: Buffer.alloc(64, 7) },
    clock: { now: () => new Date(), today: () => '2026-12-01' },
  };
  await database.db.transaction().execute(async (trx) => {
    for (const id of ids.slice(0, 10)) expect(await findBlocks(ctx, trx, [id])).toEqual([]);
    const { rows } = await sql<{
      again: number;
    }>`select max(generic_plans)::int as again from pg_prepared_statements
      where statement like '%blocked_picture%'`.execute(trx);
    expect(rows[0]!.again).toBeGreaterThan(2);
  });
});
