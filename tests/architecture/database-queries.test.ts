import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sources } from './find-violations.ts';

const QUERY = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/;
/** Routers and the request side of the server call repositories and use cases, and run no query of their own. */
const WITHOUT_QUERIES =
  /^(client|ml|server\/(contract|config|http|live|rest|storage|trpc))\/|\.router\.ts$|^server\/[^/]*$/;
const queries = (file: string, text: string) => WITHOUT_QUERIES.test(file) && QUERY.test(text);

test('routers, tRPC, REST and HTTP run no queries', () => {
  expect(sources().filter((file) => queries(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['server/features/clubs/clubs/clubs.router.ts', `await ctx.db.selectFrom('club').execute()`],
  ['server/rest/files.ts', `await ctx.db\n  .deleteFrom('photo')\n  .execute()`],
  ['server/trpc/trpc.ts', 'await sql<{ id: string }>`select id from club`.execute(db)'],
  ['server/app.ts', 'await sql`select 1`.execute(db)'],
])('a query in %s is found', (file, text) => {
  expect(queries(file, text)).toBe(true);
  expect(queries('server/features/clubs/clubs/clubs.repository.ts', text)).toBe(false);
});
