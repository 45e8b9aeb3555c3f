import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

test('a club may have more members than a statement has room for', async () => {
  const members = 14_000;
  const { rows } = await sql<{ id: string }>`
    insert into app_user (id, username, username_key, email, email_key, password_hash)
    select gen_random_uuid(), 'm' || n, 'm' || n, n || '@example.org', n || '@example.org', 'none'
    from generate_series(1, ${members}) n returning id`.execute(app.ctx.db);
  const ids = rows.map((row) => row.id);
  await app.ctx.db.transaction().execute((trx) => notify(app.ctx, trx, ids, [{ kind: 'gallery_created' }]));
  const { count } = await app.ctx.db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(members);
});
