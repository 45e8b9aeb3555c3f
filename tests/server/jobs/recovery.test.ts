import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PermanentFailure } from '#server/jobs/job-failure.ts';
import { retryRules } from '#server/jobs/retry-and-backoff.ts';
import type { JobRunner } from '#server/jobs/runner.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { enqueueNow, letTimePass, testRunner } from '#tests/support/jobs.ts';

let database: TestDatabase;
let runner: JobRunner | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());
beforeEach(() => emptyTables(database.db));
afterEach(async () => {
  await runner?.stop(0);
  runner = undefined;
});

const jobs = () => database.db.selectFrom('job').selectAll().execute();

/** Runs everything that is due, then lets the pauses of failed tries pass, so many times. */
async function runRounds(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await letTimePass(database);
    await runner!.whenIdle();
  }
}

/** Where the machine is busy, a query takes longer than the second that vitest waits. */
const patience = { timeout: 20_000 };

describe('recovery of jobs', () => {
  it('takes up what a dead process left, and fails what killed three of them', async () => {
    const onFailed = vi.fn(async () => undefined);
    const run = vi.fn(async () => undefined);
    await enqueueNow(database, 'analyse-photo', { photo_id: 'innocent' }, { photo_id: 'poison' });
    const dead = {
      state: 'running',
      lease_owner: '019aa1b2-0000-7000-8000-000000000000',
      lease_until: new Date(Date.now() + 60_000),
    } as const;
    await database.db
      .updateTable('job')
      .set({ ...dead, attempts: 1 })
      .where('key', '=', 'innocent')
      .execute();
    await database.db
      .updateTable('job')
      .set({ ...dead, attempts: 3 })
      .where('key', '=', 'poison')
      .execute();
    runner = testRunner(database, { 'analyse-photo': { run, onFailed } }, { singleProcess: true });
    await runner.start();
    await runner.whenIdle();
    expect(run).toHaveBeenCalledOnce();
    expect(run).toHaveBeenCalledWith({ photo_id: 'innocent' }, expect.anything());
    expect(onFailed).toHaveBeenCalledWith(
      expect.anything(),
      { photo_id: 'poison' },
      expect.objectContaining({ code: 'engine_crashed', final: true }),
    );
    expect(await jobs()).toEqual([]);
  });

  it('lets what two servers died over wait for half a minute, however they ended', async () => {
    const run = vi.fn(async (_: { photo_id: string }) => undefined);
    const names = ['new', 'died once', 'died twice', 'put back twice'];
    await enqueueNow(database, 'analyse-photo', ...names.map((photo_id) => ({ photo_id })));
    const set = (key: string, attempts: number, running: boolean) =>
      database.db
        .updateTable('job')
        .set({
          attempts,
          ...(running && {
            state: 'running' as const,
            lease_owner: '019aa1b2-0000-7000-8000-000000000000',
            lease_until: new Date(0),
          }),
        })
        .where('key', '=', key)
        .execute();
    await set('died once', 1, true);
    await set('died twice', 2, true);
    await set('put back twice', 2, false);
    runner = testRunner(database, { 'analyse-photo': { run } });
    await runner.start();
    await runner.whenIdle();
    expect(run.mock.calls.map(([{ photo_id }]) => photo_id).sort()).toEqual(['died once', 'new']);
    for (const { run_at } of await jobs()) {
      expect(run_at.getTime()).toBeGreaterThan(Date.now() + 15_000);
      expect(run_at.getTime()).toBeLessThan(Date.now() + 31_000);
    }
    await runRounds(1);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('waits before the last attempt of a kind of job that has only two', async () => {
    const rules = retryRules['analyse-photo'];
    const { attempts } = rules;
    const run = vi.fn(async () => undefined);
    await enqueueNow(database, 'analyse-photo', { photo_id: 'died once' }, { photo_id: 'requeued once' });
    const gone = {
      state: 'running',
      lease_owner: '019aa1b2-0000-7000-8000-000000000000',
      lease_until: new Date(0),
    } as const;
    await database.db.updateTable('job').set({ attempts: 1 }).execute();
    await database.db.updateTable('job').set(gone).where('key', '=', 'died once').execute();
    runner = testRunner(database, { 'analyse-photo': { run } });
    try {
      rules.attempts = 2;
      await runner.start();
      await runner.whenIdle();
      expect(run).not.toHaveBeenCalled();
      await runRounds(1);
      expect(run).toHaveBeenCalledTimes(2);
    } finally {
      rules.attempts = attempts;
    }
  });

  it('keeps its own jobs, and takes up what other servers leave and lose, as long as it runs', async () => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const run = vi.fn(({ photo_id }: { photo_id: string }) =>
      photo_id === 'mine' ? end : Promise.resolve(),
    );
    const enqueueMissing = vi.fn(async () => 0);
    runner = testRunner(database, { 'analyse-photo': { run, enqueueMissing } });
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await runner.start();
      await enqueueNow(database, 'analyse-photo', { photo_id: 'mine' });
      runner.wake();
      await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), patience);
      await enqueueNow(database, 'analyse-photo', { photo_id: 'theirs' });
      const away = { state: 'running', lease_owner: '019aa1b2-0000-7000-8000-000000000000' } as const;
      const expired = { lease_until: new Date(0) };
      const { db } = database;
      await db
        .updateTable('job')
        .set({ ...away, ...expired })
        .where('key', '=', 'theirs')
        .execute();
      // This process stood still for as long as that one is gone.
      await db.updateTable('job').set(expired).where('key', '=', 'mine').execute();
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(5_000);
        expect(run).toHaveBeenCalledTimes(2);
        const [mine] = await jobs();
        expect(mine?.lease_until?.getTime()).toBeGreaterThan(Date.now());
      }, patience);
      expect(run.mock.calls.map(([{ photo_id }]) => photo_id)).toEqual(['mine', 'theirs']);
      await vi.advanceTimersByTimeAsync(300_000);
      await vi.waitFor(() => expect(enqueueMissing).toHaveBeenCalledTimes(2), patience);
    } finally {
      vi.useRealTimers();
      resolve();
    }
  });

  it('leaves alone what another living server is at work on, until its lease runs out', async () => {
    const run = vi.fn(async () => undefined);
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    const owner = '019aa1b2-0000-7000-8000-000000000000';
    const until = new Date(Date.now() + 60_000);
    await database.db
      .updateTable('job')
      .set({ state: 'running', lease_owner: owner, lease_until: until })
      .execute();
    runner = testRunner(database, { 'analyse-photo': { run } });
    await runner.start();
    await runner.whenIdle();
    expect(run).not.toHaveBeenCalled();
    await runner.stop(0);
    await database.db
      .updateTable('job')
      .set({ lease_until: new Date(0) })
      .execute();
    runner = testRunner(database, { 'analyse-photo': { run } });
    await runner.start();
    await runner.whenIdle();
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([
    ['well', undefined],
    ['badly', new PermanentFailure('image_unreadable', 'cut short')],
  ])('leaves a job alone that it has lost to another runner, its own try ending %s', async (_, failure) => {
    const other = '019aa1b2-0000-7000-8000-000000000000';
    const onFailed = vi.fn(async () => undefined);
    const run = async () => {
      // The process stood still for longer than its lease, and another server has taken the job up since.
      await database.db.updateTable('job').set({ lease_owner: other, attempts: 2 }).execute();
      if (failure) throw failure;
    };
    runner = testRunner(database, { 'analyse-photo': { run, onFailed } });
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await runner.whenIdle();
    expect(onFailed).not.toHaveBeenCalled();
    expect(await jobs()).toMatchObject([{ state: 'running', lease_owner: other, attempts: 2 }]);
  });

  it('does what waits for a time that a wrong clock has named', async () => {
    const analysed = vi.fn(async () => undefined);
    const removed = vi.fn(async () => undefined);
    runner = testRunner(database, { 'analyse-photo': { run: analysed }, 'remove-files': { run: removed } });
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await enqueueNow(database, 'remove-files', { keys: ['guarded'] });
    const set = (name: string, ahead: number) =>
      database.db
        .updateTable('job')
        .set({ run_at: new Date(Date.now() + ahead) })
        .where('name', '=', name)
        .execute();
    await set('analyse-photo', 24 * 60 * 60 * 1000);
    await set('remove-files', 10 * 60 * 1000);
    await runner.start();
    await runner.whenIdle();
    expect([analysed.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
  });
});
