import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#server/contract/calendar-dates.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import { addReference, embeddingAt, sayConsent } from '#tests/support/club-people.ts';
import {
  answer,
  birthday,
  consentsOf,
  createClubPerson,
  createGuardian,
  familyOf,
} from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { unzip } from '#tests/support/zip.ts';

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let mia: string;
let mother: Actor & { guardianship: string };

beforeEach(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  mia = await createClubPerson(app, club, { born_on: '2018-01-01' });
  mother = await createGuardian(app, club, mia);
});

const path = (person = mia, of = club) => `/clubs/${of}/people/${person}/paper-consents`;
const write = (purpose: string, said: 'yes' | 'no', more: object = {}) =>
  admin.call('POST', path(), { language: 'en', answers: [{ purpose, answer: said }], ...more });
const papers = async () => (await admin.call<{ papers: PaperConsent[] }>('GET', path())).body.data.papers;
const paperOf = async (purpose: string) => (await papers()).find((paper) => paper.purpose === purpose)!;
const remove = (id: string, by = admin, from = path()) => by.call('DELETE', `${from}/${id}`);
const removeLast = async (purpose: string) => remove((await paperOf(purpose)).id);
const current = async () => consentsOf((await familyOf(mother)).people.find(({ id }) => id === mia));
const told = async (who: Actor = mother) =>
  (
    await app.ctx.db
      .selectFrom('notification')
      .select('params')
      .where('kind', '=', 'consent_refused')
      .where('user_id', '=', who.id)
      .orderBy('id')
      .execute()
  ).map(({ params }) => params.context);
const removed = () =>
  app.ctx.db.selectFrom('removed_paper').selectAll().where('club_person_id', '=', mia).execute();
const audited = async () =>
  await app.ctx.db
    .selectFrom('audit_entry')
    .select(['params', 'actor_id'])
    .where('action', '=', 'consent.removePaper')
    .where('target_id', '=', club)
    .execute();

describe('an answer on paper that was mistyped', () => {
  test('is removed: what the family said counts again, and it is told', async () => {
    await answer(mother, mia, 'outside', 'yes');
    await write('outside', 'no', { note: 'Folder 3' });
    expect(await current()).toMatchObject({ outside: 'no' });
    const paper = await paperOf('outside');
    expect(paper).toMatchObject({ answer: 'no', without: 'yes' });
    expect((await remove(paper.id)).status).toBe(200);
    expect(await current()).toMatchObject({ outside: 'yes' });
    expect(await papers()).toEqual([]);
    expect(await told()).toEqual(['paper', 'paper_removed']);
    expect(await removed()).toMatchObject([
      {
        ...{ id: paper.id, purpose: 'outside', answer: 'no', note: 'Folder 3' },
        ...{ said_by: admin.id, removed_by: admin.id, removed_at: expect.any(Date) },
      },
    ]);
    expect(await audited()).toMatchObject([{ params: { club_person_id: mia, purpose: 'outside' } }]);
  });

  test('leaves nothing answered where nobody else has', async () => {
    await write('outside', 'no');
    expect(await paperOf('outside')).toMatchObject({ without: 'unknown' });
    await removeLast('outside');
    expect(await current()).toMatchObject({ outside: 'unknown' });
    expect(await told()).toEqual(['paper', 'paper_removed']);
  });

  test('leaves the stricter answer, and then the family hears nothing', async () => {
    await answer(mother, mia, 'outside', 'no');
    await write('outside', 'yes');
    expect(await paperOf('outside')).toMatchObject({ without: 'no' });
    await removeLast('outside');
    expect(await current()).toMatchObject({ outside: 'no' });
    expect(await told()).toEqual([]);
  });

  test('gives way to the paper before it', async () => {
    await write('name', 'no', { note: 'Folder 1' });
    await write('name', 'yes', { note: 'Folder 2' });
    expect(await paperOf('name')).toMatchObject({ answer: 'yes', without: 'no' });
    await removeLast('name');
    expect(await paperOf('name')).toMatchObject({ answer: 'no', note: 'Folder 1', without: 'unknown' });
    expect(await current()).toMatchObject({ name: 'no' });
  });

  test('brings back the refusal of a guardian who left, which it had ended', async () => {
    await answer(mother, mia, 'outside', 'no');
    const father = await createGuardian(app, club, mia);
    await admin.call('DELETE', `/clubs/${club}/people/${mia}/guardians/${mother.guardianship}`);
    await write('outside', 'yes');
    const ofFather = async () =>
      consentsOf((await familyOf(father)).people.find(({ id }) => id === mia)).outside;
    expect(await ofFather()).toBe('yes');
    expect(await paperOf('outside')).toMatchObject({ without: 'no' });
    await removeLast('outside');
    expect(await ofFather()).toBe('no');
    expect(await told(father)).toEqual(['paper_removed']);
  });

  test('takes with it what only its yes allowed to keep', async () => {
    await write('find', 'yes');
    await addReference(app, mia, embeddingAt(1));
    const references = () =>
      app.ctx.db.selectFrom('reference').select('id').where('club_person_id', '=', mia).execute();
    expect(await references()).toHaveLength(1);
    await removeLast('find');
    expect(await references()).toEqual([]);
  });

  test('stays with the others of its paper', async () => {
    const answers = ['find', 'name', 'outside'].map((purpose) => ({ purpose, answer: 'yes' }));
    await admin.call('POST', path(), { language: 'en', answers });
    await removeLast('name');
    expect(await current()).toEqual({ find: 'yes', name: 'unknown', outside: 'yes' });
    expect((await papers()).map(({ purpose }) => purpose)).toEqual(['find', 'outside']);
  });

  test('is removed once, also when two do it at the same moment', async () => {
    await answer(mother, mia, 'outside', 'yes');
    await write('outside', 'no');
    const { id } = await paperOf('outside');
    const other = await createActor(app, ['admin']);
    const both = await Promise.all([remove(id), remove(id, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await remove(id)).body.code).toBe('paper_consent_not_found');
    expect(await removed()).toHaveLength(1);
    expect(await audited()).toHaveLength(1);
    expect(await told()).toEqual(['paper', 'paper_removed']);
  });

  test('leaves the end of the paper before it as it was', async () => {
    const until = addDays(birthday(0), 5);
    await sayConsent(app, mia, 'find', 'yes', { until });
    await write('find', 'no');
    await removeLast('find');
    expect(await paperOf('find')).toMatchObject({ answer: 'yes', valid_until: until });
    expect(await current()).toMatchObject({ find: 'yes' });
  });
});

describe('is refused', () => {
  test('to everybody but those who may enter it, and for other clubs, people and answers', async () => {
    await write('outside', 'no');
    const { id } = await paperOf('outside');
    const member = await createActor(app);
    await addMember(app, club, member.id);
    for (const by of [mother, member]) expect((await remove(id, by)).status).toBe(403);
    const elsewhere = await createClub(app, 'TV Other');
    const foreign = await createActor(app, [{ role: 'club_admin', club: elsewhere }]);
    expect((await remove(id, foreign)).status).toBe(403);
    expect((await remove(id, foreign, path(mia, elsewhere))).body.code).toBe('club_person_not_found');
    const ben = await createClubPerson(app, club, { first_name: 'Ben' });
    expect((await remove(id, admin, path(ben))).body.code).toBe('paper_consent_not_found');
    expect((await remove(newId())).body.code).toBe('paper_consent_not_found');
    expect((await remove('no id')).body.code).toBe('paper_consent_not_found');

    await answer(mother, mia, 'name', 'no');
    const { id: own } = await app.ctx.db
      .selectFrom('consent')
      .select('id')
      .where('said_by', '=', mother.id)
      .executeTakeFirstOrThrow();
    expect((await remove(own)).body.code).toBe('paper_consent_not_found');
    expect(await current()).toMatchObject({ name: 'no', outside: 'no' });
  });
});

test('what was removed is among the data of its person and of who removed it, and is erased with the person', async () => {
  await app.ctx.db.updateTable('club_person').set({ user_id: mother.id }).where('id', '=', mia).execute();
  await write('outside', 'no', { note: 'Folder 3' });
  await removeLast('outside');
  for (const [who, note] of [
    [mother, 'Folder 3'],
    [admin, ''],
  ] as const) {
    const response = await fetch(`${app.url}/api/users/profile/export`, {
      headers: { Authorization: `Bearer ${who.token}` },
    });
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const consents = files.find(({ name }) => name === 'consents.json')!;
    expect(JSON.parse(consents.bytes.toString())).toMatchObject([
      { purpose: 'outside', answer: 'no', said_as: 'paper', note, removed_at: expect.any(String) },
    ]);
  }
  expect((await admin.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(200);
  expect(await removed()).toEqual([]);
});
