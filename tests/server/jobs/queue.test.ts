import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/ids.ts';
import { backoffMs } from '#server/jobs/backoff.ts';
import { claim, createJobQueue, listAbandoned, renewLeases, requeue } from '#server/jobs/queue.ts';
import { borrowTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { enqueueNow, letTimePass } from '#tests/support/jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await borrowTestDatabase();
});
afterAll(() => database.remove());
beforeEach(() => emptyTables(database.db));

const waiting = () => database.db.selectFrom('job').selectAll().where('state', '=', 'waiting').execute();
const take = (most = 10, name: 'analyse-photo' | 'cluster-gallery' = 'analyse-photo') =>
  database.db.transaction().execute((trx) => claim(trx, name, most, { owner: newId(), ms: 60_000 }));

describe('the job queue', () => {
  it('enqueues with the transaction that causes the work, or not at all', async () => {
    const failed = database.db.transaction().execute(async (trx) => {
      await createJobQueue().enqueue(trx, 'analyse-photo', [{ photo_id: 'a' }]);
      throw new Error('the upload failed after all');
    });
    await expect(failed).rejects.toThrow('after all');
    expect(await waiting()).toEqual([]);
  });

  it('collapses what waits under the same key, even within one call', async () => {
    await enqueueNow(
      database,
      'cluster-gallery',
      { gallery_id: 'g' },
      { gallery_id: 'g' },
      { gallery_id: 'h' },
    );
    await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
    expect(await waiting()).toHaveLength(2);
    await enqueueNow(database, 'remove-files', { keys: ['a'] });
    await enqueueNow(database, 'remove-files', { keys: ['b'] });
    expect(await waiting()).toHaveLength(4);
  });

  it('collapses them also once the database keeps one plan for all parameters', async () => {
    for (let i = 0; i < 10; i += 1) await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
    expect(await waiting()).toHaveLength(1);
  });

  it('lets a burst gather before it is due, and does not put it off for ever', async () => {
    await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
    const [first] = await waiting();
    expect(await take(10, 'cluster-gallery')).toEqual([]);
    await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
    expect((await waiting())[0]?.run_at).toEqual(first?.run_at);
  });

  it('counts the attempt when a job is taken and gives each to one runner only', async () => {
    await enqueueNow(
      database,
      'analyse-photo',
      ...Array.from({ length: 30 }, (_, i) => ({ photo_id: `${i}` })),
    );
    const taken = (await Promise.all([take(10), take(10), take(10), take(10)])).flat();
    expect(new Set(taken.map((job) => job.id)).size).toBe(30);
    expect(taken.every((job) => job.attempts === 1)).toBe(true);
  });

  it('never runs two jobs with one key at once', async () => {
    await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
    await letTimePass(database);
    expect(await take(10, 'cluster-gallery')).toHaveLength(1);
    await enqueueNow(database, 'cluster-gallery', { gallery_id: 'g' });
    await letTimePass(database);
    expect(await waiting()).toHaveLength(1);
    expect(await take(10, 'cluster-gallery')).toEqual([]);
  });

  it('lets a new request stand for a job that is put back', async () => {
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    const [job] = await take();
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' });
    await database.db.transaction().execute((trx) => requeue(trx, job!, 0));
    expect(await waiting()).toMatchObject([{ attempts: 0, key: 'a' }]);
  });

  it('starts the count anew for what is asked for anew, and does the latest that was asked', async () => {
    await enqueueNow(database, 'remove-files', { keys: ['a'] });
    const claimed = () =>
      database.db
        .transaction()
        .execute((trx) => claim(trx, 'remove-files', 1, { owner: newId(), ms: 60_000 }));
    const [job] = await claimed();
    await database.db.transaction().execute((trx) => requeue(trx, job!, 0));
    expect(await waiting()).toMatchObject([{ attempts: 1 }]);
    await enqueueNow(database, 'remove-files', { keys: ['a', 'b'] });
    expect(await waiting()).toMatchObject([{ attempts: 0, payload: { keys: ['a', 'b'] } }]);
  });

  it('gives out first what has been due longest', async () => {
    for (const photo_id of ['a', 'b', 'c']) await enqueueNow(database, 'analyse-photo', { photo_id });
    await database.db
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .where('key', '=', 'b')
      .execute();
    expect((await take(1)).map((job) => job.key)).toEqual(['b']);
  });

  it('renews the leases of the jobs named, as long as they belong to the runner', async () => {
    await enqueueNow(database, 'analyse-photo', { photo_id: 'a' }, { photo_id: 'b' });
    const owner = newId();
    const lease = { owner, ms: 60_000 };
    const taken = await database.db.transaction().execute((trx) => claim(trx, 'analyse-photo', 10, lease));
    await letTimePass(database);
    const renewed = async () =>
      (await database.db.selectFrom('job').select('id').where('lease_until', '>', new Date()).execute()).map(
        (job) => job.id,
      );
    await renewLeases(database.db, lease, []);
    await renewLeases(database.db, { owner: newId(), ms: 60_000 }, [taken[0]!.id]);
    expect(await renewed()).toEqual([]);
    await renewLeases(database.db, lease, [taken[0]!.id]);
    expect(await renewed()).toEqual([taken[0]!.id]);
  });

  it('takes for abandoned what nobody is at work on, but never what the asking runner runs', async () => {
    await enqueueNow(
      database,
      'analyse-photo',
      ...['running', 'lost', 'leased', 'theirs'].map((photo_id) => ({ photo_id })),
    );
    const owner = newId();
    const jobs = await database.db
      .transaction()
      .execute((trx) => claim(trx, 'analyse-photo', 10, { owner, ms: 60_000 }));
    const running = jobs.filter((job) => job.key === 'running').map((job) => job.id);
    const set = (values: { lease_owner?: string; lease_until?: Date }, ...keys: string[]) =>
      database.db.updateTable('job').set(values).where('key', 'in', keys).execute();
    await set({ lease_until: new Date(0) }, 'running', 'lost', 'theirs');
    await set({ lease_owner: newId() }, 'theirs');
    const abandoned = async (owners: 'expired' | 'all others') => {
      const rows = await database.db
        .transaction()
        .execute((trx) => listAbandoned(trx, ['analyse-photo'], owners, { owner, running }));
      return Object.fromEntries(rows.map((job) => [job.key, job.of_this_runner]));
    };
    expect(await abandoned('expired')).toEqual({ lost: true, theirs: false });
    expect(await abandoned('all others')).toEqual({ theirs: false });
  });

  it('pauses four times as long after each failure, to a limit', () => {
    const pauses = [1, 2, 3, 4, 750].map((attempts) => backoffMs('analyse-photo', attempts) / 1000);
    expect(pauses).toEqual([2, 8, 32, 60, 60]);
  });

  it('takes many thousands in one go', async () => {
    await enqueueNow(
      database,
      'analyse-photo',
      ...Array.from({ length: 5_000 }, (_, i) => ({ photo_id: `${i}` })),
    );
    expect(await waiting()).toHaveLength(5_000);
  });
});
