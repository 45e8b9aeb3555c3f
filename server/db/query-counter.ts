import type { Kysely, KyselyPlugin } from 'kysely';
import type { DB } from './tables.ts';

/** A view of the database that counts the statements sent through it, for tests and benchmarks. */
export function countingQueries(db: Kysely<DB>): { db: Kysely<DB>; taken(): number } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    taken: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}
