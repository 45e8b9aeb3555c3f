/** @module-tag long */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hourMs, lifetimes } from '#server/contract/lifetimes.ts';
import { startHousekeeping } from '#server/housekeeping-schedule.ts';
import { soleLeadership } from '#server/processes/leadership.ts';
import { createActor, createClub, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/club-people.ts';
import { invite } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let housekeeping: { stop(): void } | undefined;
const sweepTemporary = vi.fn<(olderThanMs: number) => Promise<void>>();
const state = vi.fn<() => 'loading' | 'ready' | 'failed'>();

beforeEach(() => {
  sweepTemporary.mockReset().mockResolvedValue(undefined);
  state.mockReset().mockReturnValue('ready');
  // The database keeps its own timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  housekeeping?.stop();
  vi.useRealTimers();
  app.clock.set(null);
});

function start(): void {
  const files = { store: { sweepTemporary } };
  housekeeping = startHousekeeping({
    leadership: soleLeadership,
    ctx: app.ctx,
    database: app.database,
    files,
    engine: { state, ready: Promise.resolve() },
  } as unknown as Parameters<typeof startHousekeeping>[0]);
}
const times = (count: number) =>
  vi.waitFor(() => expect(sweepTemporary).toHaveBeenCalledTimes(count), 60_000);
const sessions = async () => (await app.ctx.db.selectFrom('session').select('id').execute()).length;

test('what is old is removed at start', async () => {
  await createActor(app);
  app.clock.set(new Date(Date.now() + lifetimes.sessionLongestMs + lifetimes.endedSessionKeptMs));
  expect(await sessions()).toBe(1);
  start();
  await times(1);
  expect(await sessions()).toBe(0);
  expect(sweepTemporary).toHaveBeenCalledWith(lifetimes.temporaryFileMs);
});

test('invitations are removed long after they expired, with the names in them, and not before', async () => {
  const club = await createClub(app);
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const { expires_at } = await invite(head, club, { first_name: 'Ada' });
  const left = async () => (await app.ctx.db.selectFrom('invitation').select('id').execute()).length;
  const end = Date.parse(expires_at) + lifetimes.endedInvitationKeptMs;
  for (const [at, expected] of [
    [end - 1_000, 1],
    [end + 1_000, 0],
  ] as const) {
    app.clock.set(new Date(at));
    sweepTemporary.mockClear();
    start();
    await times(1);
    housekeeping?.stop();
    expect(await left()).toBe(expected);
  }
});

test('it runs again every hour, also after a failure, until it is stopped', async () => {
  state.mockReturnValue('loading');
  sweepTemporary.mockRejectedValueOnce(new Error('the disk is away'));
  start();
  await times(1);
  vi.advanceTimersByTime(hourMs - 1);
  expect(sweepTemporary).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await times(2);
  housekeeping?.stop();
  vi.advanceTimersByTime(10 * hourMs);
  expect(vi.getTimerCount()).toBe(0);
});

test('stale photos are queued within 20 seconds, once the engine is ready', async () => {
  const gallery = await createGallery(app, { event: await createEvent(app) });
  const photo = await createPhoto(app, gallery);
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ status: 'completed', pipeline_version: 'an older pipeline' })
    .execute();
  const queued = () => app.jobs.filter((job) => job.name === 'analyse-photo').map((job) => job.payload);
  state.mockReturnValue('loading');
  start();
  vi.advanceTimersByTime(20_000);
  await times(1);
  expect(state).toHaveBeenCalledTimes(1);
  expect(queued()).toEqual([]);
  state.mockReturnValue('ready');
  vi.advanceTimersByTime(20_000);
  await vi.waitFor(() => expect(queued()).toEqual([{ photo_id: photo }]));
});

test('the files of the database are cleaned soon after something was erased', async () => {
  start();
  await times(1);
  const club = await createClub(app);
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const person = await createClubPerson(app, club);
  await head.call('DELETE', `/clubs/${club}/people/${person}`);
  const waiting = () =>
    app.ctx.db.selectFrom('erasure').select('id').where('files_cleaned_at', 'is', null).execute();
  expect(await waiting()).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 60_000 });
});
