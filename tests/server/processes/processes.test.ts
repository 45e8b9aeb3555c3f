import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { engineOfWorkers } from '#server/processes/engine-of-workers.ts';
import { releaseLease, takeLease } from '#server/processes/leases.repository.ts';
import {
  countProcesses,
  type EngineFacts,
  endProcess,
  findEngineFacts,
  hasProcessOfOtherInstallation,
  reportProcess,
  type ServerProcess,
} from '#server/processes/processes.repository.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await borrowTestDatabase();
});
beforeEach(() => emptyTables(database.db));
afterAll(() => database.remove());

const [first, second] = [newId(), newId()];
const MINUTE_MS = 60_000;

test('a lease has one owner, who may renew it; another gets it once it was released or has expired', async () => {
  const take = (owner: string) => takeLease(database.db, 'lead', owner, MINUTE_MS);
  expect(await take(first)).toBe(true);
  expect(await take(second)).toBe(false);
  expect(await take(first)).toBe(true);
  await releaseLease(database.db, 'lead', second);
  expect(await take(second)).toBe(false);
  await releaseLease(database.db, 'lead', first);
  expect(await take(second)).toBe(true);
  await sql`update lease set expires_at = now()`.execute(database.db);
  expect(await take(first)).toBe(true);
  expect(await take(second)).toBe(false);
});

const process = (values: Partial<ServerProcess> = {}): ServerProcess => ({
  id: newId(),
  role: 'worker',
  shares: 'one folder',
  startedAt: new Date('2026-11-22T10:00:00Z'),
  ...values,
});
const facts = { models: ['sface'], pipelineVersions: { yunet: { sface: 'v1' } } } as unknown as EngineFacts;
const dies = (id: string) =>
  sql`update server_process set seen_at = now() - interval '21 seconds' where id = ${id}`.execute(
    database.db,
  );

test('processes count while they show life, and no more once they ended or were killed', async () => {
  const [web, ended, killed] = [process({ role: 'web' }), process(), process()];
  for (const each of [web, ended, killed]) await reportProcess(database.db, each, null);
  expect(await countProcesses(database.db)).toEqual(
    expect.arrayContaining([
      { role: 'web', alive: 1, oldest: web.startedAt },
      { role: 'worker', alive: 2, oldest: ended.startedAt },
    ]),
  );
  await endProcess(database.db, ended.id);
  await dies(killed.id);
  expect((await countProcesses(database.db)).map(({ role }) => role)).toEqual(['web']);
  await reportProcess(database.db, killed, null);
  expect(await countProcesses(database.db)).toHaveLength(2);
});

test('a process with another secret or folder is a stranger, while it runs', async () => {
  const [here, there] = [process(), process({ shares: 'another folder' })];
  await reportProcess(database.db, here, null);
  expect(await hasProcessOfOtherInstallation(database.db, here)).toBe(false);
  expect(await hasProcessOfOtherInstallation(database.db, there)).toBe(true);
  await dies(here.id);
  expect(await hasProcessOfOtherInstallation(database.db, there)).toBe(false);
});

test('a process without models knows what a worker has offered, also after that one has ended', async () => {
  const engine = engineOfWorkers(database.db);
  await engine.refresh();
  expect(() => engine.info.models).toThrow(expect.objectContaining({ code: 'dependency_away' }));
  const worker = process();
  await reportProcess(database.db, worker, facts);
  await engine.refresh();
  expect(engine.info.models).toEqual(['sface']);
  expect(engine.info.pipelineVersion('yunet', 'sface')).toBe('v1');
  expect(() => engine.info.pipelineVersion('yunet', 'other')).toThrow();
  await endProcess(database.db, worker.id);
  expect(await findEngineFacts(database.db)).toEqual(facts);
});
