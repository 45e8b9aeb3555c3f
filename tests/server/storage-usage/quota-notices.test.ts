import { beforeEach, expect, test } from 'vitest';
import { notifyQuotas } from '#server/features/clubs/storage-usage/notify-quotas.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let clubAdmin: Actor;
let club: string;
let gallery: string;
let photos: string[];

/** Photos are of 1,000 bytes each. */
async function add(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) photos.push(await createPhoto(app, gallery));
}
const remove = async (count: number) => {
  await app.ctx.db.deleteFrom('photo').where('id', 'in', photos.splice(0, count)).execute();
};
const setQuota = (quota_bytes: number | null) => admin.call('PUT', `/clubs/${club}/storage`, { quota_bytes });
/** Housekeeping runs twice: what was told is not told again. */
const housekeeping = async () => {
  for (let run = 0; run < 2; run += 1) await notifyQuotas(app.ctx);
};
/** What was told since the last question, by reader. */
async function told(): Promise<Record<string, unknown[]>> {
  const rows = await app.ctx.db
    .deleteFrom('notification')
    .where('kind', '=', 'storage_filling')
    .returning(['user_id', 'params', 'href'])
    .execute();
  for (const { params, href } of rows)
    expect([params.club, href]).toEqual(['FC Test', `/clubs/${club}/manage`]);
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([id, all]) => [
      id,
      all.map(({ params }) => params.percent),
    ]),
  );
}
const both = (percent: number) => ({ [admin.id]: [percent], [clubAdmin.id]: [percent] });

world(async () => {
  club = await createClub(app);
  admin = await createActor(app, ['admin']);
  clubAdmin = await createActor(app, [{ role: 'club_admin', club }]);
  await createActor(app, [{ role: 'club_admin', club: await createClub(app, 'South') }]);
  await addMember(app, club, (await createActor(app, ['photographer'])).id);
  gallery = await createGallery(app, { event: await createEvent(app, [club]) });
  return app;
});
beforeEach(() => {
  photos = [];
});

test('at 90 and at 100 % the administrators of the club and the global ones are told, once', async () => {
  await setQuota(20_500);
  await add(18);
  await housekeeping();
  expect(await told()).toEqual({});
  await add(1);
  await housekeeping();
  expect(await told()).toEqual(both(90));
  await add(1);
  await housekeeping();
  expect(await told()).toEqual(both(100));
});

test('after photos were deleted it is told again', async () => {
  await setQuota(20_000);
  await add(20);
  await housekeeping();
  expect(await told()).toEqual(both(100));
  await remove(1);
  await housekeeping();
  expect(await told()).toEqual({});
  await add(1);
  await housekeeping();
  expect(await told()).toEqual(both(100));
  await remove(5);
  await housekeeping();
  await add(3);
  await housekeeping();
  expect(await told()).toEqual(both(90));
});

test('after the quota was raised or lifted it is told again; a lower quota and another event count too', async () => {
  await setQuota(10_000);
  await add(9);
  await housekeeping();
  expect(await told()).toEqual(both(90));
  await setQuota(20_000);
  await housekeeping();
  await setQuota(10_000);
  await housekeeping();
  expect(await told()).toEqual(both(90));
  await setQuota(null);
  await housekeeping();
  expect(await told()).toEqual({});
  await setQuota(10_000);
  await housekeeping();
  expect(await told()).toEqual(both(90));
  const event = await createEvent(app, [club]);
  await app.ctx.db.updateTable('gallery').set({ event_id: event }).where('id', '=', gallery).execute();
  await housekeeping();
  expect(await told()).toEqual({});
});

test('a notice that could not be given is not noted, and given the next time', async () => {
  await setQuota(10_000);
  await add(9);
  const killed = {
    ...app.ctx,
    get mail(): never {
      throw new Error('killed');
    },
  };
  await expect(notifyQuotas(killed)).rejects.toThrow('killed');
  expect(await told()).toEqual({});
  await housekeeping();
  expect(await told()).toEqual(both(90));
});
