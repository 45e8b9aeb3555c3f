import type { MutationKey, QueryClient } from '@tanstack/react-query';
import { type MutationPath, type Stale, staleAfter } from './stale-after.ts';

type Gathered = { stale: Stale[]; queries?: QueryClient };

/** What `refreshOnce` has gathered; undefined while no work of it runs. */
let gathered: Gathered | undefined;

/** Loads anew what a mutation made stale. Resolves when the page may go on. */
export async function refreshStale(queries: QueryClient, key: MutationKey | undefined): Promise<void> {
  // tRPC's keys begin with the path.
  const path = Array.isArray(key?.[0]) ? key[0].join('.') : '';
  const stale = staleAfter[path as MutationPath] as Stale | undefined;
  if (!stale?.names.length) return;
  if (!gathered) return refresh(queries, [stale]);
  gathered.queries = queries;
  gathered.stale.push(stale);
}

/** Several mutations, one after the other: what they make stale is loaded anew once, at their end. */
export async function refreshOnce<T>(work: () => Promise<T>): Promise<T> {
  if (gathered) return work();
  const own: Gathered = { stale: [] };
  gathered = own;
  try {
    return await work();
  } finally {
    gathered = undefined;
    if (own.queries) await refresh(own.queries, own.stale);
  }
}

async function refresh(queries: QueryClient, stale: readonly Stale[]): Promise<void> {
  const names = new Set<string>(stale.flatMap((each) => each.names));
  const loading = queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      Array.isArray(path) && (names.has(path[0]) || names.has(path.join('.'))),
  });
  if (stale.some(({ waits }) => waits)) await loading;
}
