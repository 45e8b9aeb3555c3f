import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** What embeddings are from now on normalised by, and how much larger the calibrated thresholds became. */
const RECOGNISERS = [
  {
    id: 'mobilefacenet',
    sha256: '79b5f2072617f97155964f5f7dbec9156bf0f2720e35ff5982d571d8a3c907e7',
    dimensions: 128,
    thresholds: { cosine: 0.03, euclidean: 0.02 },
  },
  {
    id: 'mobilefacenet_sirius',
    sha256: 'b5382807086529731f539e205c9ed6e8b9b9f201ed349680f38f75192cfd6aba',
    dimensions: 192,
    thresholds: { cosine: 0.03, euclidean: 0.03, euclidean_l2: 0.03 },
  },
  {
    id: 'edgeface_xs',
    sha256: '19b08a678890fa399b3b620bc47efd9cb81d6e30ae26b5841c239431ae7b8253',
    dimensions: 512,
    thresholds: { cosine: 0.01, euclidean: 0.01 },
  },
];

/** Rows in one statement: the trigger on `face` keeps both versions of each. */
const BATCH = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Brings stored embeddings over to normalised distances (ml/normalisation/scatter-normalisation.ts), all before the server starts:
 * two kinds are never compared. The means of people follow by the trigger, and galleries are grouped anew, because their stamp
 * is another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { id, thresholds, ...fit } of RECOGNISERS) {
    const scatter = await readScatter(id, fit);
    for (const table of ['face', 'reference']) await normalise(db, table, id, scatter);
    for (const [metric, larger] of Object.entries(thresholds))
      await sql`update face_setting set match_threshold = least(1, match_threshold + ${larger}::float)
        where match_threshold_for = ${`${id} ${metric}`}`.execute(db);
  }
}

/** As literals: a statement with parameters is prepared, and would outlive the type `vector` of a restore that was rolled back. */
interface Scatter {
  dimensions: number;
  mean: RawBuilder<unknown>;
  /** Rows `(gain, along)`. */
  directions: RawBuilder<unknown>;
}

const vector = (values: readonly number[]) => sql`${sql.lit(JSON.stringify(values))}::vector`;

async function readScatter(
  id: string,
  { sha256, dimensions }: { sha256: string; dimensions: number },
): Promise<Scatter> {
  const bytes = await readFile(new URL(`../ml/normalisation/${id}-1.f32`, import.meta.url));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${id}-1.f32 was changed`);
  const numbers = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
  const rows = Array.from({ length: (numbers.length - dimensions) / (dimensions + 1) }, (_, row) =>
    numbers.slice(dimensions + row * (dimensions + 1), dimensions + (row + 1) * (dimensions + 1)),
  );
  return {
    dimensions,
    mean: vector(numbers.slice(0, dimensions)),
    directions: sql.join(
      rows.map(([gain = 0, ...along]) => sql`(${sql.lit(gain)}::float, ${vector(along)})`),
    ),
  };
}

async function normalise(
  db: Kysely<unknown>,
  table: string,
  recogniser: string,
  { dimensions, mean, directions }: Scatter,
): Promise<void> {
  const scale = (factor: ReturnType<typeof sql>) =>
    sql`array_fill((${factor})::real, array[${sql.lit(dimensions)}])::vector`;
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      with direction as materialized (
        select gain, along from (values ${directions}) fitted(gain, along)),
      before as (
        select id, embedding, l2_normalize(embedding) - ${mean} as centred from ${sql.table(table)}
        where recogniser = ${sql.lit(recogniser)} and vector_dims(embedding) = ${sql.lit(dimensions)} and vector_norm(embedding) > 0
          and id > ${sql.lit(after)}::uuid
        order by id limit ${sql.lit(BATCH)}),
      whitened as (
        select id, embedding, centred + (
          select sum(along * ${scale(sql`-gain * (along <#> centred)`)}) from direction) as vector from before),
      brought as (
        update ${sql.table(table)} set embedding = l2_normalize(vector) * ${scale(sql`vector_norm(whitened.embedding)`)}
        from whitened where ${sql.table(table)}.id = whitened.id returning ${sql.table(table)}.id)
      select id from brought order by id desc limit 1`.execute(db);
    after = rows[0]?.id;
  }
}
