import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

test.skipIf(!TEST_SERVER_URL)('a database server compiles no statement of ours', async () => {
  const database = await createTestDatabase();
  try {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(database.db);
    expect(rows).toEqual([{ jit: 'off' }]);
  } finally {
    await database.remove();
  }
});
