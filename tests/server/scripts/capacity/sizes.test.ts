import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { measureTables } from '#server/scripts/bench/sizes/measure-tables.ts';
import { measureVectorIndex } from '#server/scripts/bench/sizes/measure-vector-index.ts';
import { rowKinds, rowsOfSeason, seasonTables, tablesOf } from '#server/scripts/bench/sizes/season.ts';
import { removeSeason, seedSeason } from '#server/scripts/bench/sizes/seed-season.ts';
import { seasonOf } from '#server/scripts/bench/sizes-bench.ts';
import { figuresOf, valuesOf } from '#server/scripts/capacity/inputs.ts';
import { inBackup, inDatabase } from '#server/scripts/capacity/measured-sizes.ts';
import { standardMeasurements } from '#server/scripts/capacity/read-measured.ts';
import { backupTableBytes, databaseBytes } from '#server/scripts/capacity/rows.ts';
import { vectorIndexBytes } from '#server/scripts/capacity/vector-index.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

/**
 * Neither size is one of those the model was made from. Where a migration changes the size of rows, these tests fail until
 * the sizes are measured anew: `npm run bench -- sizes`, whose figures go into server/scripts/capacity/measured.json.
 */
const SIZES = [500, 1_500];
/** Of the measured bytes. */
const TOLERANCE = 0.05;

const inputs = valuesOf(figuresOf(standardMeasurements()));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => removeSeason(database.db));
afterAll(() => database.remove());

test.each(SIZES)('the model says rows and bytes of a season with %i photos', async (photos) => {
  const season = seasonOf(photos);
  await seedSeason(database.db, season, inputs.embeddingLength);
  const measured = await measureTables(database.db, seasonTables);
  const rows = rowsOfSeason(season);
  for (const kind of rowKinds) expect(measured[tablesOf[kind][0] ?? '']?.rows, kind).toBe(rows[kind]);
  const sum = (bytes: typeof inDatabase) =>
    Object.values(measured).reduce((all, size) => all + bytes(size), 0);
  expectNear(databaseBytes(rows, inputs), sum(inDatabase));
  expectNear(backupTableBytes(rows, inputs), sum(inBackup));
  const index = await measureVectorIndex(database.db, 'vector', inputs.embeddingLength);
  expectNear(vectorIndexBytes(index.vectors, index.length, 'vector'), index.bytes);
});

test('and those of embeddings of 512 numbers, which stand out of line', async () => {
  const season = seasonOf(400);
  await seedSeason(database.db, season, 512);
  const rows = rowsOfSeason(season);
  const long = { ...inputs, embeddingLength: 512 };
  const measured = Object.values(await measureTables(database.db, seasonTables));
  expectNear(
    databaseBytes(rows, long),
    measured.reduce((all, size) => all + inDatabase(size), 0),
  );
  expectNear(
    backupTableBytes(rows, long),
    measured.reduce((all, size) => all + inBackup(size), 0),
  );
});

function expectNear(said: number, measured: number): void {
  expect(said / measured).toBeGreaterThan(1 - TOLERANCE);
  expect(said / measured).toBeLessThan(1 + TOLERANCE);
}
