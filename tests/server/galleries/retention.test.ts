import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, addYears } from '#server/contract/calendar-dates.ts';
import { expireGalleries } from '#server/features/galleries/galleries/expire-galleries.ts';
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

const app = startTestAppBeforeAll();
const today = '2026-03-01';
const lastDay = addDays(today, 60);
let club: string;
let creator: Actor;
let photographer: Actor;
let clubAdmin: Actor;
let member: Actor;
let gallery: string;

const goTo = (date: string) => app.clock.set(new Date(`${date}T10:00:00Z`));
const keepUntil = (who: Actor, kept_until: string | null) =>
  who.call<{ kept_until: string | null }>('PUT', `/galleries/${gallery}/kept-until`, { kept_until });
const housekeeping = async (date: string) => {
  goTo(date);
  for (let hour = 0; hour < 2; hour += 1) await expireGalleries(app.ctx);
};
const told = async () =>
  (
    await app.ctx.db
      .selectFrom('notification')
      .select(['user_id', 'params'])
      .where('kind', '=', 'gallery_ending')
      .orderBy('id')
      .execute()
  ).map(({ user_id, params }) => [user_id, params.date]);
const isThere = async () =>
  (await app.ctx.db.selectFrom('gallery').select('id').where('id', '=', gallery).execute()).length === 1;

beforeEach(async () => {
  goTo(today);
  club = await createClub(app);
  [creator, photographer, member] = [
    await createActor(app, ['photographer']),
    await createActor(app, ['photographer']),
    await createActor(app),
  ];
  clubAdmin = await createActor(app, [{ role: 'club_admin', club }]);
  await addMember(app, club, member.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    visibility: 'club_restricted',
    createdBy: creator.id,
    photographer: photographer.id,
  });
});
afterEach(async () => {
  app.clock.set(null);
  await app.ctx.db.deleteFrom('notification').execute();
});

test('the last day is set by those who may delete the gallery, early enough for its notices, and taken back', async () => {
  expect((await keepUntil(creator, lastDay)).body.data.kept_until).toBe(lastDay);
  const early = await keepUntil(creator, addDays(today, 29));
  expect([early.status, early.body.code]).toEqual([422, 'field_invalid']);
  const late = await keepUntil(creator, addDays(addYears(today, 50), 1));
  expect(late.body.detail).toEqual([{ field: 'kept_until', msg: 'Must be at most 50 years ahead' }]);
  expect((await keepUntil(creator, addYears(today, 50))).status).toBe(200);
  expect((await keepUntil(creator, addDays(today, 30))).status).toBe(200);
  for (const other of [photographer, clubAdmin, member])
    expect((await keepUntil(other, null)).body.code).toBe('gallery_action_forbidden');
  const seen = await member.call<{ kept_until: string }>('GET', `/galleries/${gallery}`);
  expect(seen.body.data.kept_until).toBe(addDays(today, 30));
  expect((await keepUntil(creator, null)).body.data.kept_until).toBeNull();
  await housekeeping(addDays(today, 400));
  expect(await isThere()).toBe(true);
});

test('a gallery is announced twice to those who manage it, and deleted with its files after its last day', async () => {
  await createPhoto(app, gallery);
  await keepUntil(creator, lastDay);
  const managers = [creator.id, photographer.id, clubAdmin.id].toSorted();
  const notices = async () => {
    const all = await told();
    expect(new Set(all.map(([, date]) => date))).toEqual(new Set([lastDay]));
    return all.map(([id]) => id).toSorted();
  };
  await housekeeping(addDays(lastDay, -31));
  expect(await told()).toEqual([]);
  await housekeeping(addDays(lastDay, -30));
  expect(await notices()).toEqual(managers);
  await housekeeping(addDays(lastDay, -4));
  expect(await notices()).toEqual(managers);
  await housekeeping(addDays(lastDay, -3));
  expect(await notices()).toEqual([...managers, ...managers].toSorted());
  await housekeeping(lastDay);
  expect(await isThere()).toBe(true);
  app.jobs.length = 0;
  await housekeeping(addDays(lastDay, 1));
  expect(await isThere()).toBe(false);
  expect(app.jobs.map(({ name }) => name)).toEqual(['remove-files']);
  const entry = await app.ctx.db
    .selectFrom('audit_entry')
    .select(['actor_id', 'actor_name', 'action'])
    .where('target_id', '=', gallery)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toEqual({ actor_id: null, actor_name: 'retention', action: 'gallery.delete' });
});

test('a gallery that is kept longer is announced anew', async () => {
  await keepUntil(creator, lastDay);
  await housekeeping(addDays(lastDay, -3));
  const later = addDays(lastDay, 100);
  goTo(today); // sessions last for a quarter of an hour
  await keepUntil(creator, later);
  await housekeeping(addDays(lastDay, 1));
  expect(await isThere()).toBe(true);
  await app.ctx.db.deleteFrom('notification').execute();
  await housekeeping(addDays(later, -30));
  expect((await told()).map(([, date]) => date)).toEqual([later, later, later]);
});

test('a server that was away past the last day announces the end before it deletes', async () => {
  await keepUntil(creator, lastDay);
  const back = addDays(lastDay, 50);
  await housekeeping(back);
  expect(await isThere()).toBe(true);
  expect((await told()).map(([, date]) => date)).toEqual(Array(3).fill(addDays(back, 2)));
  await housekeeping(addDays(back, 2));
  expect(await isThere()).toBe(true);
  await housekeeping(addDays(back, 3));
  expect(await isThere()).toBe(false);
});
