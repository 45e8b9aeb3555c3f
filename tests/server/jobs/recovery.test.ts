import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DB } from '#server/db/tables.ts';
import { PermanentFailure } from '#server/jobs/job-failure.ts';
import { leaseTimes } from '#server/jobs/job-leases.ts';
import { jobRules } from '#server/jobs/registry.ts';
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

/** Where the machine is busy, a query takes longer than the second that vitest waits. */
const patience = { timeout: 60_000 };

const connectionLost = () => Promise.reject(new Error('Connection terminated unexpectedly'));
type Interception = (commit: () => Promise<unknown>) => Promise<unknown>;

/** The database of the tests. While transactions are intercepted, other statements that delete fail. */
function interceptable(): { db: Kysely<DB>; intercept(interception: Interception | undefined): void } {
  let interception: Interception | undefined;
  const db = new Proxy(database.db, {
    get(target, property) {
      const intercepted = interception;
      if (intercepted && property === 'transaction') {
        const execute = (work: (trx: Transaction<DB>) => Promise<unknown>) =>
          intercepted(() => target.transaction().execute(work));
        return () => ({ execute });
      }
      if (intercepted && property === 'deleteFrom') throw new Error('Connection terminated unexpectedly');
      const value = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const intercept = (next: Interception | undefined) => {
    interception = next;
  };
  return { db, intercept };
}

/** Lets the timer of leases and recovery fire once, and all run that is due then. For runners without a running job. */
async function letRecoveryLook(singleProcess: boolean): Promise<void> {
  await vi.advanceTimersByTimeAsync(leaseTimes(singleProcess).renewMs);
  await runner!.whenIdle();
}

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
    const rules = jobRules['analyse-photo'].retry;
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

  it.each([
    ['failure', true],
    ['failure', false],
    ['success', true],
  ])(
    'takes up a job of its own whose %s could not be written (single process: %s)',
    async (outcome, singleProcess) => {
      const { db, intercept } = interceptable();
      const run = vi.fn(async () => {
        if (run.mock.calls.length > 1) return;
        intercept(connectionLost);
        if (outcome === 'failure') throw new Error('Connection terminated unexpectedly');
      });
      const onFailed = vi.fn(async () => undefined);
      runner = testRunner(database, { 'cluster-gallery': { run, onFailed } }, { db, singleProcess });
      vi.useFakeTimers({ toFake: ['setInterval'] });
      try {
        await runner.start();
        await runner.whenIdle();
        await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
        await runRounds(1);
        intercept(undefined);
        const lost = await jobs();
        expect(lost).toMatchObject([{ state: 'running', attempts: 1 }]);
        // Its lease is not renewed; as long as it lasts, the job is left alone.
        await letRecoveryLook(singleProcess);
        expect(await jobs()).toEqual(lost);
        await letTimePass(database);
        await letRecoveryLook(singleProcess);
      } finally {
        vi.useRealTimers();
      }
      expect(run).toHaveBeenCalledTimes(2);
      const reason = expect.stringContaining('attempt 1 is not known');
      expect(onFailed).toHaveBeenCalledExactlyOnceWith(
        expect.anything(),
        { gallery_id: 'g' },
        { code: 'unexpected', reason, final: false },
      );
      expect(await jobs()).toEqual([]);
    },
  );

  it('takes up a job of its own when the answer to the claim was lost', async () => {
    const { db, intercept } = interceptable();
    const run = vi.fn(async () => undefined);
    runner = testRunner(database, { 'analyse-photo': { run } }, { db });
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await runner.start();
      await runner.whenIdle();
      await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
      intercept((commit) => commit().then(connectionLost));
      await runner.whenIdle();
      intercept(undefined);
      expect(await jobs()).toMatchObject([{ state: 'running', attempts: 1 }]);
      expect(run).not.toHaveBeenCalled();
      await letTimePass(database);
      await letRecoveryLook(false);
    } finally {
      vi.useRealTimers();
    }
    expect(run).toHaveBeenCalledOnce();
    expect(await jobs()).toEqual([]);
  });

  it('keeps a job whose claim was answered after its lease had run out', async () => {
    const { db, intercept } = interceptable();
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const run = vi.fn(async () => undefined);
    const onFailed = vi.fn(async () => undefined);
    runner = testRunner(database, { 'analyse-photo': { run, onFailed } }, { db });
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await runner.start();
      await runner.whenIdle();
      await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
      intercept(async (commit) => {
        intercept(undefined);
        const claimed = await commit();
        await answer;
        return claimed;
      });
      const idle = runner.whenIdle();
      await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'running' }]), patience);
      await letTimePass(database);
      await vi.advanceTimersByTimeAsync(leaseTimes(false).renewMs);
      await delay(200);
      resolve();
      await idle;
    } finally {
      vi.useRealTimers();
    }
    expect(run).toHaveBeenCalledOnce();
    expect(onFailed).not.toHaveBeenCalled();
    expect(await jobs()).toEqual([]);
  });

  it('gives up a job of its own after the last attempt whose end could not be written', async () => {
    const { db, intercept } = interceptable();
    const run = vi.fn(async () => intercept(connectionLost));
    const onFailed = vi.fn(async () => undefined);
    runner = testRunner(database, { 'analyse-photo': { run, onFailed } }, { db });
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await runner.start();
      await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await runRounds(1);
        intercept(undefined);
        await letTimePass(database);
        await letRecoveryLook(false);
      }
    } finally {
      vi.useRealTimers();
    }
    expect(run).toHaveBeenCalledTimes(3);
    expect(onFailed).toHaveBeenLastCalledWith(
      expect.anything(),
      { photo_id: 'a' },
      expect.objectContaining({ final: true }),
    );
    expect(await jobs()).toEqual([]);
  });

  it('does not run a job twice at once that another server requeued after its lease had run out', async () => {
    let now = 0;
    let most = 0;
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const run = vi.fn(async () => {
      now += 1;
      most = Math.max(most, now);
      if (run.mock.calls.length === 1) await end;
      now -= 1;
    });
    runner = testRunner(database, { 'analyse-photo': { run } });
    await runner.start();
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    runner.wake();
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), patience);
    await database.db
      .updateTable('job')
      .set({ state: 'waiting', lease_owner: null, lease_until: null, run_at: new Date(0) })
      .execute();
    await enqueueNow(database, 'analyse-photo', { photo_id: 'b' });
    runner.wake();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), patience);
    expect(run).toHaveBeenLastCalledWith({ photo_id: 'b' }, expect.anything());
    resolve();
    await runner.whenIdle();
    // The end of the first attempt did not delete the job that waited again.
    expect(run).toHaveBeenCalledTimes(3);
    expect(await jobs()).toEqual([]);
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
