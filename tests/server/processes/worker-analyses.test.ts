import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnalyseRequest, Analysis } from '#ml/index.ts';
import { MemoryBus } from '#server/live/bus.ts';
import { createLogger } from '#server/logger.ts';
import { claimAnalysisRequest } from '#server/processes/analysis-requests.repository.ts';
import { answerAnalysisRequests } from '#server/processes/answer-analysis-requests.ts';
import { requestWorkerAnalysis } from '#server/processes/request-worker-analysis.ts';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { Draft } from '#server/storage/draft.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let database: TestDatabase;
let path: string;
let ctx: { db: TestDatabase['db']; bus: MemoryBus; log: ReturnType<typeof createLogger> };
beforeAll(async () => {
  database = await borrowTestDatabase();
  ctx = { db: database.db, bus: new MemoryBus(), log: createLogger('silent') };
  path = join(database.dataDir, 'asked.jpg');
  writeFileSync(path, 'a picture');
});
beforeEach(() => emptyTables(database.db));
afterAll(() => database.remove());

const request = (): AnalyseRequest => ({
  path,
  detector: 'yunet',
  recogniser: 'sface',
  minConfidence: 0.6,
  minSizeRatio: 0.02,
});
const face = { box: { x: 0.1, y: 0.2, w: 0.3, h: 0.4 }, embedding: Float32Array.from([0.1, -1, 3.4e38]) };
const analysis = { pipelineVersion: 'v1', faces: [face] } as unknown as Analysis;
const workerThat = (analyse: (request: AnalyseRequest) => Promise<Analysis>) =>
  answerAnalysisRequests({
    ctx,
    store: {
      draft: async (bytes) =>
        new Draft(join(database.dataDir, 'taken.jpg'), await new DiskRoom(database.dataDir).reserve(bytes)),
    },
    faceEngine: { analyse },
  });
const rows = () => database.db.selectFrom('asked_analysis').select('id').execute();

test('a worker analyses the picture of a process without an engine, to the last bit; nothing of it is left', async () => {
  const seen: unknown[] = [];
  const worker = workerThat(async ({ path: taken, ...rest }) => {
    seen.push(readFileSync(taken, 'utf8'), rest);
    return analysis;
  });
  expect(await requestWorkerAnalysis(ctx, request())).toEqual(analysis);
  const { path: _, ...rest } = request();
  expect(seen).toEqual(['a picture', rest]);
  expect(await rows()).toEqual([]);
  await worker.stop();
  expect(existsSync(join(database.dataDir, 'taken.jpg'))).toBe(false);
});

test('where the engine fails, the picture is refused and not kept', async () => {
  const worker = workerThat(async () => {
    throw new Error('a fault of the engine');
  });
  await expect(requestWorkerAnalysis(ctx, request())).rejects.toMatchObject({ code: 'dependency_away' });
  expect(await rows()).toEqual([]);
  await worker.stop();
});

test('a picture is taken by one worker; one whose asker has gone is removed', async () => {
  const asked = requestWorkerAnalysis(ctx, request()).catch(() => undefined);
  await expect.poll(rows).toHaveLength(1);
  expect(await claimAnalysisRequest(database.db)).toMatchObject({ picture: Buffer.from('a picture') });
  expect(await claimAnalysisRequest(database.db)).toBeUndefined();
  await sql`update asked_analysis set error = 'the worker ended'`.execute(database.db);
  await asked;
  await sql`insert into asked_analysis (id, picture, request, asked_at)
    values (gen_random_uuid(), 'x', '{}', now() - interval '61 seconds')`.execute(database.db);
  expect(await claimAnalysisRequest(database.db)).toBeUndefined();
  expect(await rows()).toEqual([]);
});
