import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, addYears } from '#server/contract/calendar-dates.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { eraseFormerPeople } from '#server/features/administration/erasure/erase-former-people.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  testPassword,
} from '#tests/support/actors.ts';
import { allRows } from '#tests/support/all-rows.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const today = '2026-03-01';
/** Six months after today. */
const lastDay = '2026-09-01';
let club: string;
let head: Actor;
let ada: Actor;
let adaPerson: string;

const goTo = (date: string) => app.clock.set(new Date(`${date}T10:00:00`));
/** Every hour the same day; sessions last for a quarter of an hour, so calls are made on the first day. */
async function housekeeping(date: string): Promise<void> {
  goTo(date);
  for (let hour = 0; hour < 2; hour += 1) await eraseFormerPeople(app.ctx);
}
const setMonths = (months: number | null, who = head) =>
  who.call<{ months: number | null; people: number }>('PUT', `/clubs/${club}/left-people`, { months });
const leave = (who: Actor) => who.call('POST', `/clubs/${club}/leave`);
const note = (person: string, body: object, who = head) =>
  who.call('PUT', `/clubs/${club}/people/${person}/departure`, body);
const people = async (query = '') =>
  (await head.call<{ people: ClubPerson[] }>('GET', `/clubs/${club}/people${query}`)).body.data.people;
const leftOf = async (person: string) => (await people()).find(({ id }) => id === person)!.left;
const isThere = async (person: string) =>
  (await app.ctx.db.selectFrom('club_person').select('id').where('id', '=', person).execute()).length === 1;
const departures = async () =>
  (
    await app.ctx.db
      .selectFrom('club_person_departure')
      .select(['club_person_id', 'left_on', 'noted_by'])
      .execute()
  ).map(({ club_person_id, left_on, noted_by }) => [club_person_id, left_on, noted_by]);
/** Who was told of what since the last question. */
async function told(): Promise<unknown[]> {
  const rows = await app.ctx.db
    .deleteFrom('notification')
    .where('kind', 'in', ['left_people_ending', 'own_data_ending', 'person_erased'])
    .returning(['user_id', 'kind', 'params'])
    .execute();
  return rows
    .map(({ user_id, kind, params }) => [
      user_id === head.id ? 'head' : user_id === ada.id ? 'ada' : user_id,
      kind,
      ...(params.date ? [params.date] : []),
      ...(params.count ? [params.count] : []),
    ])
    .sort();
}

async function makeGuardian(person: string): Promise<Actor> {
  const actor = await createActor(app);
  await addMember(app, club, actor.id);
  const now = app.ctx.clock.now();
  await app.ctx.db
    .insertInto('guardianship')
    .values({
      id: newId(),
      club_person_id: person,
      user_id: actor.id,
      state: 'confirmed',
      asked_at: now,
      decided_at: now,
    })
    .execute();
  return actor;
}

beforeEach(async () => {
  goTo(today);
  await app.ctx.db.deleteFrom('club').execute();
  await app.ctx.db.deleteFrom('notification').execute();
  club = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club }]);
  ada = await createActor(app);
  await addMember(app, club, ada.id);
  adaPerson = await createClubPerson(app, club, { name: 'Ada', user_id: ada.id, born_on: '1990-01-01' });
});
afterEach(() => app.clock.set(null));

describe('what is known of people who left', () => {
  test('stays where the club does not say otherwise, and nobody sees anything of it', async () => {
    await leave(ada);
    expect(await departures()).toEqual([[adaPerson, today, 'account']]);
    expect(await leftOf(adaPerson)).toBeNull();
    expect(await people('?left=true')).toEqual([]);
    await housekeeping(addDays(today, 4_000));
    expect(await isThere(adaPerson)).toBe(true);
    expect(await told()).toEqual([]);
  });

  test('is announced 30 and 3 days before its last day, and erased after it', async () => {
    expect((await setMonths(6)).body.data).toEqual({ months: 6, people: 0 });
    await leave(ada);
    expect(await leftOf(adaPerson)).toEqual({ left_on: today, kept_until: null, last_day: lastDay });
    expect((await people('?left=true')).map(({ id }) => id)).toEqual([adaPerson]);
    const notices = [
      ['ada', 'own_data_ending', lastDay],
      ['head', 'left_people_ending', lastDay, 1],
    ];
    for (const [before, expected] of [
      [31, []],
      [30, notices],
      [29, []],
      [4, []],
      [3, notices],
      [1, []],
      [0, []],
    ] as const) {
      await housekeeping(addDays(lastDay, -before));
      expect(await told(), `${before} days before`).toEqual(expected);
    }
    expect(await isThere(adaPerson)).toBe(true);
    await housekeeping(addDays(lastDay, 1));
    expect(await isThere(adaPerson)).toBe(false);
    expect(await told()).toEqual([['ada', 'person_erased']]);
    const receipt = await app.ctx.db
      .selectFrom('erasure')
      .select(['kind', 'club_id', 'erased_by', 'hides_photos'])
      .where('subject_id', '=', adaPerson)
      .executeTakeFirst();
    expect(receipt).toEqual({ kind: 'person', club_id: club, erased_by: null, hides_photos: false });
    const entry = await app.ctx.db
      .selectFrom('audit_entry')
      .select(['actor_name', 'action'])
      .where('target_id', '=', club)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ actor_name: 'retention', action: 'club.deletePerson' });
    // The account of somebody in no club is not the club's.
    expect((await app.ctx.db.selectFrom('app_user').where('id', '=', ada.id).execute()).length).toBe(1);
  });

  test('is one notice for the administrators, however many left on a day', async () => {
    await setMonths(6);
    const others = [await createClubPerson(app, club), await createClubPerson(app, club)];
    await leave(ada);
    for (const other of others) await note(other, { left_on: today });
    await housekeeping(addDays(lastDay, -30));
    expect(await told()).toEqual([
      ['ada', 'own_data_ending', lastDay],
      ['head', 'left_people_ending', lastDay, 3],
    ]);
  });

  test('is announced by a server that was away before it is erased', async () => {
    await setMonths(6);
    await leave(ada);
    const back = addDays(lastDay, 40);
    await housekeeping(back);
    expect(await isThere(adaPerson)).toBe(true);
    expect((await told())[0]).toEqual(['ada', 'own_data_ending', addDays(back, 2)]);
    await housekeeping(addDays(back, 2));
    expect(await isThere(adaPerson)).toBe(true);
    await housekeeping(addDays(back, 3));
    expect(await isThere(adaPerson)).toBe(false);
  });

  test('ends 30 days after the club has chosen it at the earliest, and begins anew with another choice', async () => {
    await note(adaPerson, { left_on: '2020-01-01' });
    await setMonths(1);
    expect((await leftOf(adaPerson))!.last_day).toBe(addDays(today, 30));
    await housekeeping(today);
    expect(await told()).toHaveLength(2);
    goTo(today);
    await setMonths(120);
    expect((await leftOf(adaPerson))!.last_day).toBe('2030-01-01');
    await setMonths(null);
    await housekeeping(addDays(today, 4_000));
    expect(await isThere(adaPerson)).toBe(true);
  });

  test('is kept longer where the club says so, and announced anew', async () => {
    await setMonths(6);
    await leave(ada);
    await housekeeping(addDays(lastDay, -3));
    await told();
    goTo(today);
    const later = addDays(lastDay, 100);
    expect((await note(adaPerson, { left_on: today, kept_until: later })).status).toBe(200);
    expect(await leftOf(adaPerson)).toEqual({ left_on: today, kept_until: later, last_day: later });
    await housekeeping(addDays(lastDay, 1));
    expect(await isThere(adaPerson)).toBe(true);
    await housekeeping(addDays(later, -30));
    expect(await told()).toHaveLength(2);
    await housekeeping(addDays(later, -3));
    await housekeeping(addDays(later, 1));
    expect(await isThere(adaPerson)).toBe(false);
  });

  test('stays when the person comes back, until the last moment', async () => {
    await setMonths(6);
    await leave(ada);
    await housekeeping(addDays(lastDay, -3));
    await addMember(app, club, ada.id);
    await housekeeping(addDays(lastDay, 1));
    expect(await isThere(adaPerson)).toBe(true);
    expect(await departures()).toEqual([]);
  });

  test('of somebody who refuses to be shown outside is erased with the photos hidden', async () => {
    const owner = await createActor(app);
    const gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: owner.id });
    const { photo, faces } = await createPhotoOf(app, gallery, ['ada']);
    await groupByHand(app, gallery, [[faces.ada!]]);
    const person = await app.ctx.db
      .selectFrom('person')
      .select('id')
      .where('gallery_id', '=', gallery)
      .executeTakeFirstOrThrow();
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: person.id, club_id: club, club_person_id: adaPerson })
      .execute();
    await sayConsent(app, adaPerson, 'outside', 'no');
    await setMonths(6);
    await leave(ada);
    for (const day of [-30, -3, 1]) await housekeeping(addDays(lastDay, day));
    expect(await isThere(adaPerson)).toBe(false);
    const hidden = await app.ctx.db.selectFrom('takedown').select('photo_id').execute();
    expect(hidden.map(({ photo_id }) => photo_id)).toEqual([photo]);
  });
});

describe('people have left', () => {
  test('when the last account that stands for them leaves the club, or is deleted', async () => {
    await createActor(app, ['admin']); // not the last administrator
    const mia = await createClubPerson(app, club, { born_on: '2016-05-04' });
    const [mother, father] = [await makeGuardian(mia), await makeGuardian(mia)];
    await leave(mother);
    expect(await departures()).toEqual([]);
    const { status } = await father.call('POST', '/users/profile/delete', { password: testPassword });
    expect(status).toBe(200);
    expect(await departures()).toEqual([[mia, today, 'account']]);
    await setMonths(6);
    await housekeeping(addDays(lastDay, -30));
    expect(await told()).toEqual(
      [
        [mother.id, 'own_data_ending', lastDay],
        ['head', 'left_people_ending', lastDay, 1],
      ].sort(),
    );
  });

  test('also when the club removes the member', async () => {
    await head.call('DELETE', `/clubs/${club}/members/${ada.id}`);
    expect(await departures()).toEqual([[adaPerson, today, 'account']]);
  });

  test('not when a guardian of somebody who is 18 leaves, nor when a guardianship ends', async () => {
    const [adult, mia] = [
      await createClubPerson(app, club, { born_on: '2000-01-01' }),
      await createClubPerson(app, club),
    ];
    const [father, mother] = [await makeGuardian(adult), await makeGuardian(mia)];
    await leave(father);
    const [row] = await app.ctx.db
      .selectFrom('guardianship')
      .select('id')
      .where('user_id', '=', mother.id)
      .execute();
    await head.call('DELETE', `/clubs/${club}/people/${mia}/guardians/${row!.id}`);
    expect(await departures()).toEqual([]);
  });

  test('when the club says so, also while a guardian is a member; and it can be taken back', async () => {
    await setMonths(6);
    const mia = await createClubPerson(app, club, { name: 'Mia' });
    const mother = await makeGuardian(mia);
    await note(mia, { left_on: addDays(today, -10) });
    await housekeeping(today);
    goTo(today);
    expect(await leftOf(mia)).toMatchObject({ left_on: addDays(today, -10) });
    await housekeeping(addDays('2026-08-19', -30));
    expect(await told()).toContainEqual([mother.id, 'own_data_ending', '2026-08-19']);
    goTo(today);
    expect((await head.call('DELETE', `/clubs/${club}/people/${mia}/departure`)).status).toBe(200);
    expect(await departures()).toEqual([]);
  });

  test('on a day that is not to come; data is kept for 30 days at least', async () => {
    const detail = async (body: object) => (await note(adaPerson, body)).body.detail;
    expect(await detail({ left_on: addDays(today, 1) })).toEqual([
      { field: 'left_on', msg: 'The day cannot be in the future' },
    ]);
    expect(await detail({ left_on: today, kept_until: addDays(today, 29) })).toEqual([
      { field: 'kept_until', msg: 'Must be at least 30 days ahead' },
    ]);
    expect(await detail({ left_on: today, kept_until: addDays(addYears(today, 50), 1) })).toEqual([
      { field: 'kept_until', msg: 'Must be at most 50 years ahead' },
    ]);
    expect((await note(newId(), { left_on: today })).body.code).toBe('club_person_not_found');
    expect((await setMonths(0)).body.code).toBe('field_invalid');
    expect((await setMonths(6, ada)).body.code).toBe('club_forbidden');
    expect((await note(adaPerson, { left_on: today }, ada)).body.code).toBe('club_forbidden');
    expect(await departures()).toEqual([]);
  });
});

test('an ended guardianship of an account that left goes too, while the child stays', async () => {
  const mia = await createClubPerson(app, club, { name: 'Mia' });
  const mother = await makeGuardian(mia);
  await makeGuardian(mia);
  await setMonths(6);
  await leave(mother);
  const left = async () =>
    (await app.ctx.db.selectFrom('guardianship').select('id').where('user_id', '=', mother.id).execute())
      .length;
  await housekeeping(addDays(lastDay, -1));
  expect(await left()).toBe(1);
  await housekeeping(addDays(lastDay, 3));
  expect(await left()).toBe(0);
  expect(await isThere(mia)).toBe(true);
});

test('of a member who is not on the list of people, leaving leaves nothing but the activity log and the day rights ended', async () => {
  const member = await createActor(app);
  const state = async () => {
    const tables = Object.entries(await allRows(app.ctx.db)) as [string, unknown[]][];
    const changing = ['audit_entry', 'notification', 'job', 'session', 'refresh_token', 'rate_limit'];
    return tables.filter(([name]) => !changing.includes(name));
  };
  const before = await state();
  await member.call('POST', `/clubs/${club}/join`);
  await head.call('POST', `/clubs/${club}/members/${member.id}/approve`);
  expect(await state()).not.toEqual(before);
  await leave(member);
  const isEnd = ([name]: [string, unknown[]]) => name === 'ended_belonging';
  const after = await state();
  expect(after.filter((table) => !isEnd(table))).toEqual(before.filter((table) => !isEnd(table)));
  expect(after.find(isEnd)?.[1]).toEqual([expect.stringContaining(`${club},${member.id}`)]);
});
