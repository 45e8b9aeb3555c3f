import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/** An index of so many is built within the time that the server gives a statement. */
const MOST_VECTORS = 20_000;

export type VectorType = 'vector' | 'halfvec';

/** An HNSW index of pgvector over the embeddings of faces, built by one process and removed again. */
export async function measureVectorIndex(db: Kysely<DB>, type: VectorType, length: number) {
  const element = sql.raw(`${type}(${length})`);
  return await db.connection().execute(async (connection) => {
    await sql`set max_parallel_maintenance_workers = 0`.execute(connection);
    await sql`set maintenance_work_mem = '512MB'`.execute(connection);
    await sql`create temporary table indexed_face as
      select embedding::${element} as embedding from face where embedding is not null limit ${sql.lit(MOST_VECTORS)}`.execute(
      connection,
    );
    const began = performance.now();
    await sql`create index indexed_face_hnsw on indexed_face
      using hnsw (embedding ${sql.raw(`${type}_cosine_ops`)})`.execute(connection);
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await sql<{
      vectors: number;
      bytes: number;
    }>`select (select count(*)::int from indexed_face) as vectors,
      pg_relation_size('indexed_face_hnsw') as bytes`.execute(connection);
    await sql`drop table indexed_face`.execute(connection);
    return { type, length, vectors: rows[0]?.vectors ?? 0, bytes: rows[0]?.bytes ?? 0, seconds };
  });
}
