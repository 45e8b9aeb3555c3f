import { sql } from 'kysely';
import { fromSql, toSql } from 'pgvector/kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dot, normalised } from '#ml/math/vector.ts';
import { readManifest } from '#ml/models/model-manifest.ts';
import { readScatter } from '#ml/normalisation/read-scatter.ts';
import { normaliseScatter } from '#ml/normalisation/scatter-normalisation.ts';
import { databaseBefore, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let migrate: () => Promise<void>;
beforeAll(async () => {
  ({ database, migrate } = await databaseBefore('20261126T1100-scatter-normalisation'));
});
afterAll(() => database?.remove());

/** Any vector of this length, always the same. */
const embeddingOf = (dimensions: number, seed: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => Math.sin(seed * 12.9898 + i * 78.233) * 0.1);

/** Recognisers that had been in force without normalisation; others got theirs before they were used, or are gone. */
const ofThatDay = ['mobilefacenet', 'edgeface_xs'];

test('stored embeddings are brought over as a new analysis would make them, means and thresholds follow', async () => {
  const { db } = database;
  const { models } = await readManifest();
  const recognisers = models.filter(({ role }) => role === 'recogniser');
  const rows = recognisers.flatMap(({ id, embedding = 0 }, model) =>
    [1, 2].map((n) => ({ recogniser: id, vector: embeddingOf(embedding, 10 * model + n) })),
  );
  // A recogniser of a test, or of another installation: not ours to change.
  rows.push({ recogniser: 'mobilefacenet', vector: Float32Array.of(1, 2, 3) });
  const ids = rows.map(() => crypto.randomUUID());
  const person = crypto.randomUUID();
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx); // rows without those that they belong to
    for (const [i, { recogniser, vector }] of rows.entries())
      await sql`insert into face (id, photo_id, gallery_id, x, y, w, h, landmarks, score, size_px, blur, yaw, grade, embedding,
          recogniser, pipeline_version)
        values (${ids[i]}, gen_random_uuid(), gen_random_uuid(), 0, 0, .1, .1, '{}', 1, 100, 0, 0, 'core',
          ${toSql([...vector])}::vector, ${recogniser}, 'v')`.execute(trx);
    const ofPerson = ids[rows.findIndex(({ recogniser }) => ofThatDay.includes(recogniser))];
    await sql`insert into assignment (face_id, person_id, source) values (${ofPerson}, ${person}, 'auto')`.execute(
      trx,
    );
    await sql`insert into face_setting (min_confidence, min_size_ratio, match_threshold, match_threshold_for)
      values (.5, .01, .5, 'mobilefacenet cosine')`.execute(trx);
  });

  await migrate();

  const stored = await sql<{
    id: string;
    embedding: string;
  }>`select id, embedding::text as embedding from face`.execute(db);
  const after = new Map(
    stored.rows.map(({ id, embedding }) => [id, Float32Array.from(fromSql(embedding) as number[])]),
  );
  for (const [i, { recogniser, vector }] of rows.entries()) {
    const { scatter, embedding } = recognisers.find(({ id }) => id === recogniser)!;
    const isOurs = ofThatDay.includes(recogniser) && vector.length === embedding;
    const expected = isOurs ? normaliseScatter(await readScatter(scatter!, embedding), vector) : vector;
    expect(dot(normalised(after.get(ids[i]!)!), normalised(expected))).toBeCloseTo(1, 5);
    expect(Math.hypot(...after.get(ids[i]!)!)).toBeCloseTo(Math.hypot(...vector), 4);
  }
  const { rows: stale } = await sql<{ person_id: string }>`select person_id from person_mean_stale`.execute(
    db,
  );
  expect(stale).toEqual([{ person_id: person }]);
  const { rows: settings } = await sql<{
    match_threshold: number;
  }>`select match_threshold from face_setting`.execute(db);
  expect(settings).toEqual([{ match_threshold: expect.closeTo(0.53, 5) }]);
});
