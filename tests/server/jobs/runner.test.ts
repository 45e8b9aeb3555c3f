/** @module-tag long */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobFailure, PermanentFailure, TransientFailure } from '#server/jobs/job-failure.ts';
import type { JobRunner } from '#server/jobs/runner.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { enqueueNow, letTimePass, testRunner } from '#tests/support/jobs.ts';

let database: TestDatabase;
let runner: JobRunner | undefined;
beforeAll(async () => {
  database = await borrowTestDatabase();
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

describe('the job runner', () => {
  it('runs what is due and leaves nothing behind', async () => {
    const done: string[] = [];
    runner = testRunner(database, {
      'analyse-photo': { run: async ({ photo_id }) => void done.push(photo_id) },
    });
    await runner.start();
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' }, { photo_id: 'b' }, { photo_id: 'c' });
    await runner.whenIdle();
    expect(done.sort()).toEqual(['a', 'b', 'c']);
    expect(await jobs()).toEqual([]);
  });

  it('finds new work by itself', async () => {
    const run = vi.fn(async () => undefined);
    runner = testRunner(database, { 'analyse-photo': { run } });
    await runner.start();
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), { timeout: 60_000 });
  });

  it('keeps to its number of jobs at once', async () => {
    let now = 0;
    let most = 0;
    const run = async () => {
      now += 1;
      most = Math.max(most, now);
      await delay(20);
      now -= 1;
    };
    runner = testRunner(database, { 'analyse-photo': { run } });
    await enqueueNow(
      database,
      'analyse-photo',
      ...Array.from({ length: 8 }, (_, i) => ({ photo_id: `${i}` })),
    );
    await runner.whenIdle();
    expect(most).toBe(2);
  });

  it('tries again with growing pauses and gives up after the last attempt', async () => {
    const failures: JobFailure[] = [];
    const run = vi.fn(async () => {
      throw new TransientFailure('engine_failed', 'a worker died');
    });
    const onFailed = async (_trx: unknown, _payload: unknown, failure: JobFailure) =>
      void failures.push(failure);
    runner = testRunner(database, { 'analyse-photo': { run, onFailed } });
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await runner.whenIdle();
    const [job] = await jobs();
    expect(job).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(job!.run_at.getTime()).toBeGreaterThan(Date.now() + 1_000);
    await runRounds(4);
    expect(run).toHaveBeenCalledTimes(3);
    expect(failures.map((failure) => failure.final)).toEqual([false, false, true]);
    expect(failures[2]).toMatchObject({ code: 'engine_failed', reason: 'a worker died' });
    expect(await jobs()).toEqual([]);
  });

  it('gives up at once when the thing itself is at fault', async () => {
    const onFailed = vi.fn(async () => undefined);
    const run = vi.fn(async () => {
      throw new PermanentFailure('image_unreadable', 'cut short');
    });
    runner = testRunner(database, { 'analyse-photo': { run, onFailed } });
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await runner.whenIdle();
    expect(run).toHaveBeenCalledOnce();
    expect(onFailed).toHaveBeenCalledWith(
      expect.anything(),
      { photo_id: 'a' },
      {
        code: 'image_unreadable',
        reason: 'cut short',
        final: true,
      },
    );
    expect(await jobs()).toEqual([]);
  });

  it('stops by letting jobs end, and puts back what does not, uncounted', async () => {
    const ended: string[] = [];
    const run = async ({ photo_id }: { photo_id: string }, signal: AbortSignal) => {
      ended.push('begun');
      await delay(photo_id === 'slow' ? 60_000 : 50, undefined, { signal });
      ended.push(photo_id);
    };
    runner = testRunner(database, { 'analyse-photo': { run } });
    await runner.start();
    await enqueueNow(database, 'analyse-photo', { photo_id: 'slow' }, { photo_id: 'quick' });
    runner.wake();
    await expect.poll(() => ended, { timeout: 60_000, interval: 1 }).toEqual(['begun', 'begun']);
    const began = Date.now();
    await runner.stop(5_000);
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(ended).toEqual(['begun', 'begun', 'quick']);
    expect(await jobs()).toMatchObject([{ key: 'slow', state: 'waiting', attempts: 0 }]);
  });

  it('tells what people see in the same transaction as the claim', async () => {
    const order: string[] = [];
    runner = testRunner(database, {
      'analyse-photo': {
        onClaimed: async (_trx, payloads) => void order.push(`claimed ${payloads.length}`),
        run: async () => void order.push('run'),
      },
    });
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await runner.whenIdle();
    expect(order).toEqual(['claimed 1', 'run']);
  });

  it('holds back the paused kinds only, until they are resumed', async () => {
    const analyse = vi.fn(async () => undefined);
    const onFailed = vi.fn(async () => undefined);
    const enqueueMissing = vi.fn(async () => 0);
    const remove = vi.fn(async () => undefined);
    await enqueueNow(database, 'analyse-photo', { photo_id: 'new' }, { photo_id: 'left' });
    await database.db
      .updateTable('job')
      .set({
        state: 'running',
        attempts: 1,
        lease_owner: '019aa1b2-0000-7000-8000-000000000000',
        lease_until: new Date(0),
      })
      .where('key', '=', 'left')
      .execute();
    await enqueueNow(database, 'remove-files', { keys: ['a'] });
    runner = testRunner(
      database,
      { 'analyse-photo': { run: analyse, onFailed, enqueueMissing }, 'remove-files': { run: remove } },
      { singleProcess: true, pausedKinds: ['analyse-photo', 'cluster-gallery'] },
    );
    await runner.start();
    await runner.whenIdle();
    expect(remove).toHaveBeenCalledOnce();
    for (const untouched of [analyse, onFailed, enqueueMissing]) expect(untouched).not.toHaveBeenCalled();
    expect(await jobs()).toHaveLength(2);
    await runner.resume(['analyse-photo', 'cluster-gallery']);
    await runner.whenIdle();
    expect(analyse).toHaveBeenCalledTimes(2);
    expect(enqueueMissing).toHaveBeenCalledOnce();
    expect(await jobs()).toEqual([]);
  });

  it('looks for lost work at start', async () => {
    const enqueueMissing = vi.fn(async () => 0);
    runner = testRunner(database, { 'analyse-photo': { run: async () => undefined, enqueueMissing } });
    await runner.start();
    expect(enqueueMissing).toHaveBeenCalledOnce();
  });
});
