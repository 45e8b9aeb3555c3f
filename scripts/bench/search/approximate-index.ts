import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { quantile } from '../../load-test/load-test-report.ts';

/** People who are looked for, one after the other. */
const TARGETS = 50;
/** How many of the nearest faces the index is asked for; a person has ten. */
const NEAREST = 100;
/** `hnsw.ef_search`: how many faces the index keeps in view. The standard is 40. */
const VIEWS = [40, 100, 200, 400];

/**
 * What pgvector's HNSW index would find, and how fast: the faces of people who are looked for by the mean of three of them.
 * `recall` is the share of their faces that are among the nearest. No query of the product uses such an index.
 * @param dimensions length of all embeddings
 */
export async function benchApproximateIndex(db: Kysely<DB>, dimensions: number) {
  return await db.connection().execute(async (connection) => {
    const type = sql.raw(`halfvec(${dimensions})`);
    await sql`set maintenance_work_mem = '2GB'`.execute(connection);
    const began = performance.now();
    await sql`create index bench_face_hnsw on face
      using hnsw ((embedding::${type}) halfvec_cosine_ops)`.execute(connection);
    const buildSeconds = (performance.now() - began) / 1000;
    const size = await sql<{ bytes: string }>`select pg_relation_size('bench_face_hnsw') as bytes`.execute(
      connection,
    );
    const targets = await sql<{ person_id: string; mean: string; faces: number }>`
      select p.id as person_id, count(*)::int as faces,
        (select avg(embedding)::text from (select f.embedding from assignment a join face f on f.id = a.face_id
          where a.person_id = p.id order by f.id limit 3) three) as mean
      from (select id from person order by id limit ${sql.lit(TARGETS)}) p join assignment a on a.person_id = p.id
      group by p.id`.execute(connection);
    const byView = [];
    for (const view of VIEWS) {
      await sql`set hnsw.ef_search = ${sql.lit(view)}`.execute(connection);
      await sql`set hnsw.iterative_scan = strict_order`.execute(connection);
      const times: number[] = [];
      let [found, wanted] = [0, 0];
      for (const { person_id, mean, faces } of targets.rows) {
        const started = performance.now();
        const near = await sql<{ id: string }>`select id from face
          order by embedding::${type} <=> ${mean}::${type} limit ${sql.lit(NEAREST)}`.execute(connection);
        times.push(performance.now() - started);
        const own = await sql<{ face_id: string }>`
          select face_id from assignment where person_id = ${person_id}::uuid`.execute(connection);
        const nearest = new Set(near.rows.map(({ id }) => id));
        found += own.rows.filter(({ face_id }) => nearest.has(face_id)).length;
        wanted += faces;
      }
      const [medianMs, p95Ms] = [quantile(times, 0.5), quantile(times, 0.95)];
      byView.push({ view, medianMs, p95Ms, recall: found / wanted });
    }
    await sql`drop index bench_face_hnsw`.execute(connection);
    return { buildSeconds, bytes: Number(size.rows[0]?.bytes ?? 0), targets: targets.rows.length, byView };
  });
}
