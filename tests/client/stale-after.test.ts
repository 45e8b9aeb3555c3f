import { expect, test } from 'vitest';
import { staleAfter } from '#client/lib/stale-after.ts';
import { appRouter } from '#server/app-router.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const pathsOf = (type: string) =>
  Object.keys(procedures).filter((path) => procedures[path]?._def.type === type);

test('every mutation says what is stale after it', () => {
  expect(Object.keys(staleAfter).sort()).toEqual(pathsOf('mutation').sort());
});

test('what is stale are queries, or all of a router', () => {
  const queries = pathsOf('query');
  const known = new Set([...queries, ...queries.map((path) => path.split('.')[0])]);
  const named = Object.values(staleAfter).flatMap(({ names }) => names);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
