import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, addYears } from '#server/contract/calendar-dates.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;

beforeEach(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
});

const add = (body: object, by = admin) => by.call<ClubPerson>('POST', `/clubs/${club}/people`, body);
const list = async (query = '') =>
  (await admin.call<{ people: ClubPerson[]; total: number }>('GET', `/clubs/${club}/people${query}`)).body
    .data;

describe('the people of a club', () => {
  test('are kept with and without an account, by last name', async () => {
    const mother = await createActor(app);
    await addMember(app, club, mother.id);
    const mia = await add({ first_name: 'Mia', last_name: 'Berg', born_on: '2015-03-02' });
    expect(mia.status).toBe(201);
    expect(mia.body.data).toMatchObject({ name: 'Mia Berg', born_on: '2015-03-02', user_id: null });
    await add({ last_name: 'Adler', user_id: mother.id });
    expect((await list()).people.map(({ name, username }) => [name, username])).toEqual([
      ['Adler', mother.username],
      ['Mia Berg', null],
    ]);
    expect((await list('?search=mi%20ber')).people.map(({ name }) => name)).toEqual(['Mia Berg']);
    const changed = await admin.call<ClubPerson>('PUT', `/clubs/${club}/people/${mia.body.data.id}`, {
      last_name: 'Berg-Adler',
      born_on: null,
    });
    expect(changed.body.data).toMatchObject({ name: 'Mia Berg-Adler', born_on: null, first_name: 'Mia' });
    await admin.call('DELETE', `/clubs/${club}/people/${mia.body.data.id}`);
    expect(await list()).toMatchObject({ total: 1 });
  });

  test('need a name, a date that exists, and accounts of members, one person each', async () => {
    expect((await add({ first_name: ' ' })).body.code).toBe('field_invalid');
    expect((await add({ first_name: 'Mia', born_on: '2015-02-30' })).body.code).toBe('field_invalid');
    const stranger = await createActor(app);
    expect((await add({ first_name: 'Mia', user_id: stranger.id })).body.code).toBe('club_member_not_found');
    await addMember(app, club, stranger.id);
    const mia = await add({ first_name: 'Mia', user_id: stranger.id });
    expect((await add({ first_name: 'Ben', user_id: stranger.id })).body.code).toBe(
      'club_person_account_taken',
    );
    const nameless = await admin.call('PUT', `/clubs/${club}/people/${mia.body.data.id}`, { first_name: '' });
    expect(nameless.body.code).toBe('field_invalid');
    expect((await list()).people).toMatchObject([{ name: 'Mia' }]);
  });

  test('are born neither in the future nor more than 120 years ago', async () => {
    const today = app.ctx.clock.today();
    const mia = (await add({ first_name: 'Mia', born_on: today })).body.data.id;
    const oldest = await add({ first_name: 'Ada', born_on: addYears(today, -120) });
    expect(oldest.status).toBe(201);
    const refusals = [
      [addDays(today, 1), 'The day cannot be in the future'],
      [addDays(addYears(today, -120), -1), 'Must be at most 120 years ago'],
    ];
    for (const [born_on, msg] of refusals) {
      expect((await add({ first_name: 'Ben', born_on })).body.detail).toEqual([{ field: 'born_on', msg }]);
      const changed = await admin.call('PUT', `/clubs/${club}/people/${mia}`, { born_on });
      expect(changed.body.detail).toEqual([{ field: 'born_on', msg }]);
    }
    // One that was stored before stays as it is.
    const born_on = '1815-12-10';
    const row = app.ctx.db.updateTable('club_person').where('id', '=', mia);
    await row.set({ born_on }).execute();
    const renamed = await admin.call<ClubPerson>('PUT', `/clubs/${club}/people/${mia}`, {
      first_name: 'Mina',
      born_on,
    });
    expect(renamed.body.data).toMatchObject({ name: 'Mina', born_on });
  });

  test('are seen and changed by those who administer the club alone', async () => {
    const mia = (await add({ first_name: 'Mia' })).body.data.id;
    const other = await createClub(app, 'TV Other');
    const foreign = await createActor(app, [{ role: 'club_admin', club: other }]);
    const member = await createActor(app);
    await addMember(app, club, member.id);
    for (const actor of [foreign, member]) {
      expect((await actor.call('GET', `/clubs/${club}/people`)).status).toBe(403);
      expect((await add({ first_name: 'Eve' }, actor)).status).toBe(403);
      expect((await actor.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(403);
    }
    const elsewhere = await foreign.call('PUT', `/clubs/${other}/people/${mia}`, { first_name: 'Eve' });
    expect(elsewhere.body.code).toBe('club_person_not_found');
    expect((await list()).people).toMatchObject([{ name: 'Mia' }]);
  });

  test('leave no name in the activity log', async () => {
    const mia = (await add({ first_name: 'Unmistakable' })).body.data.id;
    await admin.call('DELETE', `/clubs/${club}/people/${mia}`);
    const log = await app.ctx.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('target_id', '=', club)
      .execute();
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['club.addPerson', 'club.deletePerson']),
    );
    expect(JSON.stringify(log)).not.toContain('Unmistakable');
  });
});
