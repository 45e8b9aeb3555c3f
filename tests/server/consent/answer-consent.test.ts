import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calendarDateOf } from '#server/clock.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, createActor, createClub } from '#tests/support/actors.ts';
import {
  answer,
  birthday,
  consentsOf,
  createClubPerson,
  createGuardian,
  familyOf,
} from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let mia: string;
let mother: Actor;
let father: Actor;

beforeEach(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  mia = await createClubPerson(app, club, { born_on: '2018-01-01' });
  mother = await createGuardian(app, club, mia);
  father = await createGuardian(app, club, mia);
});

afterEach(() => app.clock.set(null));

const current = async (by = mother) => consentsOf((await familyOf(by)).people.find(({ id }) => id === mia));
const own = async (by: Actor) => (await familyOf(by)).people[0]!.consents.map((each) => each.own);
const clubPeople = async (query = '') =>
  (await admin.call<{ people: ClubPerson[] }>('GET', `/clubs/${club}/people${query}`)).body.data.people;
const kinds = async (actor: Actor) =>
  (
    await actor.call<{ notifications: { kind: string }[] }>('GET', '/notifications')
  ).body.data.notifications.map(({ kind }) => kind);
const stored = () =>
  app.ctx.db
    .selectFrom('consent')
    .select(['purpose', 'answer', 'said_as', 'said_by', 'text_version', 'consent_text_id'])
    .where('club_person_id', '=', mia)
    .orderBy('id')
    .execute();

describe('the answers of a family', () => {
  test('count from the strictest, and the others are told', async () => {
    expect(await current()).toEqual({ find: 'unknown', name: 'unknown', outside: 'unknown' });
    expect((await answer(mother, mia, 'name', 'yes')).status).toBe(201);
    expect(await current(father)).toEqual({ find: 'unknown', name: 'yes', outside: 'unknown' });
    expect(await own(father)).toEqual([null, null, null]);
    expect(await kinds(father)).not.toContain('consent_refused');
    await answer(father, mia, 'name', 'no');
    expect(await current(mother)).toMatchObject({ name: 'no' });
    expect(await own(mother)).toEqual([null, 'yes', null]);
    expect(await kinds(mother)).toContain('consent_refused');
    expect(await kinds(father)).not.toContain('consent_refused');
    await answer(father, mia, 'name', 'yes');
    expect(await current()).toMatchObject({ name: 'yes' });
  });

  test('are added and never changed; a no after a yes is a withdrawal', async () => {
    for (const said of ['no', 'yes', 'no', 'no', 'yes'] as const) await answer(mother, mia, 'find', said);
    expect((await stored()).map((row) => row.answer)).toEqual(['no', 'yes', 'withdrawn', 'no', 'yes']);
    expect((await stored())[0]).toMatchObject({ said_as: 'guardian', said_by: mother.id });
  });

  test('hold from the last one on, also when the clock was set back between them', async () => {
    const say = async (said: 'yes' | 'no') => {
      await answer(mother, mia, 'outside', said);
      const paper = { answers: [{ purpose: 'name', answer: said }], language: 'en' };
      await admin.call('POST', `/clubs/${club}/people/${mia}/paper-consents`, paper);
      expect(await current()).toMatchObject({ name: said, outside: said });
    };
    app.clock.set(new Date(Date.now() + 10 * 60_000));
    await say('yes');
    app.clock.set(null);
    await say('no');
    await say('yes');
  });

  test('are theirs alone: nobody else answers, no administrator either', async () => {
    const member = await createActor(app);
    await addMember(app, club, member.id);
    const asked = await createGuardian(app, club, mia, 'asked');
    const superuser = await createActor(app, ['superuser', 'admin']);
    for (const actor of [member, asked, admin, superuser])
      expect((await answer(actor, mia, 'find', 'yes')).body.code).toBe('club_person_not_found');
    expect((await answer(mother, newId(), 'find', 'yes')).body.code).toBe('club_person_not_found');
    expect(await stored()).toEqual([]);
  });

  test('from 14 need the young person too, who answers from an account', async () => {
    const account = await createActor(app);
    await addMember(app, club, account.id);
    await app.ctx.db
      .updateTable('club_person')
      .set({ born_on: birthday(14), user_id: account.id })
      .where('id', '=', mia)
      .execute();
    await answer(mother, mia, 'find', 'yes');
    expect(await current()).toMatchObject({ find: 'unknown' });
    await answer(account, mia, 'find', 'yes');
    expect(await current(account)).toMatchObject({ find: 'yes' });
    expect((await stored()).map((row) => row.said_as)).toEqual(['guardian', 'self']);
  });

  test('are kept with the text that was read: the club’s newest, else that of the release', async () => {
    await answer(mother, mia, 'find', 'yes');
    expect((await stored())[0]).toMatchObject({ text_version: 'release 2', consent_text_id: null });
    const id = newId();
    const text = { club_id: club, purpose: 'find', language: 'en', created_at: new Date() } as const;
    await app.ctx.db
      .insertInto('consent_text')
      .values([
        { ...text, id: newId(), version: 1, body: 'Old' },
        { ...text, id, version: 2, body: 'Ours' },
      ])
      .execute();
    const late = await mother.call('POST', `/family/people/${mia}/consents`, {
      purpose: 'find',
      answer: 'yes',
      language: 'en',
      text_version: 'release 2',
    });
    expect(late.body.code).toBe('consent_text_changed');
    expect((await familyOf(mother)).people[0]!.consents[0]!.text).toEqual({ version: '2', body: 'Ours' });
    expect((await familyOf(mother, 'de')).people[0]!.consents[0]!.text.version).toBe('release 2');
    await answer(mother, mia, 'find', 'yes');
    expect((await stored())[1]).toMatchObject({ text_version: '2', consent_text_id: id });
  });
});

describe('the club', () => {
  test('asks in its own words, in every language, and answers keep the version that was read', async () => {
    type Texts = { texts: { purpose: string; language: string; version: string; body: string }[] };
    const path = `/clubs/${club}/consent-texts`;
    const texts = async (purpose: string) =>
      (await admin.call<Texts>('GET', path)).body.data.texts
        .filter((text) => text.purpose === purpose)
        .map(({ language, version, body }) => [language, version, body.slice(0, 20)]);
    const save = (bodies: object, by = admin) => by.call<Texts>('PUT', `${path}/find`, { bodies });
    expect((await texts('find')).map(([language, version]) => [language, version])).toEqual([
      ['en', 'release 2'],
      ['de', 'release 2'],
    ]);
    await answer(mother, mia, 'find', 'yes');
    expect((await save({ en: 'May we?', de: 'Dürfen wir?' })).status).toBe(200);
    expect(await texts('find')).toEqual([
      ['en', '1', 'May we?'],
      ['de', '1', 'Dürfen wir?'],
    ]);
    expect((await texts('name'))[0]![1]).toBe('release 1');
    await save({ en: 'May we?', de: 'Dürfen wir?' });
    await save({ en: 'May we?', de: 'Dürfen wir das?' });
    expect((await texts('find'))[0]).toEqual(['en', '2', 'May we?']);
    expect(await current(mother)).toMatchObject({ find: 'yes' });
    await answer(mother, mia, 'find', 'no');
    expect((await stored()).map((row) => row.text_version)).toEqual(['release 2', '2']);
    expect((await save({ en: '', de: 'x' })).status).toBe(422);
    expect((await admin.call('PUT', `${path}/fame`, { bodies: { en: 'x', de: 'x' } })).status).toBe(422);
    for (const by of [mother, father]) {
      expect((await save({ en: 'x', de: 'x' }, by)).status).toBe(403);
      expect((await by.call('GET', path)).status).toBe(403);
    }
  });

  test('sees what holds and not why, and finds who has not answered', async () => {
    await answer(mother, mia, 'find', 'yes');
    await answer(father, mia, 'find', 'no');
    const [row] = await clubPeople();
    expect(row).toMatchObject({ consents: { find: 'no', name: 'unknown', outside: 'unknown' } });
    expect(JSON.stringify(row)).not.toContain('withdrawn');
    await createClubPerson(app, club, { first_name: 'Ben' });
    expect((await clubPeople('?consent=no')).map(({ name }) => name)).toEqual(['Mia']);
    expect((await clubPeople('?consent=unknown')).map(({ name }) => name).sort()).toEqual(['Ben', 'Mia']);
    expect(await clubPeople('?consent=yes')).toEqual([]);
  });

  test('writes down paper with a note, until a date', async () => {
    const paper = ({ answer, ...body }: { answer: string; [field: string]: unknown }, by = admin) =>
      by.call('POST', `/clubs/${club}/people/${mia}/paper-consents`, {
        answers: [{ purpose: 'outside', answer }],
        language: 'de',
        ...body,
      });
    const today = calendarDateOf(new Date());
    app.clock.set(new Date(`${today}T12:00:00`));
    expect((await paper({ answer: 'yes' }, mother)).status).toBe(403);
    const until = (valid_until: string) => paper({ answer: 'yes', note: 'Folder 3', valid_until });
    const ended = await until(addDays(today, -1));
    expect([ended.status, ended.body.detail]).toEqual([
      422,
      [{ field: 'valid_until', msg: 'The day cannot be in the past' }],
    ]);
    expect((await until(today)).status).toBe(201);
    expect(await current()).toMatchObject({ outside: 'yes' });
    app.clock.set(new Date(Date.parse(`${today}T12:00:00`) + dayMs));
    expect(await current()).toMatchObject({ outside: 'unknown' });
    app.clock.set(new Date(`${today}T12:00:00`));
    expect((await paper({ answer: 'no' })).status).toBe(201);
    expect(await current()).toMatchObject({ outside: 'no' });
    expect(await kinds(mother)).toContain('consent_refused');
    const audit = await app.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'params'])
      .where('action', '=', 'consent.paper')
      .orderBy('id')
      .execute();
    expect(audit.at(-1)!.params).toEqual({ club_person_id: mia, purpose: 'outside' });
  });

  test('a no on paper is told once to a family that has not answered', async () => {
    const paper = (...said: string[]) =>
      admin.call('POST', `/clubs/${club}/people/${mia}/paper-consents`, {
        answers: said.map((purpose) => ({ purpose, answer: 'no' })),
        language: 'de',
      });
    const refusals = async (by: Actor) =>
      (await kinds(by)).filter((kind) => kind === 'consent_refused').length;
    expect((await paper('find', 'name', 'outside')).status).toBe(201);
    expect([await refusals(mother), await refusals(admin)]).toEqual([1, 0]);
    await paper('outside');
    expect(await refusals(mother)).toBe(1);
  });

  test('reads its notes on papers again, the last for each purpose, and nobody else does', async () => {
    const path = `/clubs/${club}/people/${mia}/paper-consents`;
    const write = ({ purpose, answer, ...body }: Record<string, string>) =>
      admin.call('POST', path, { language: 'de', answers: [{ purpose, answer }], ...body });
    const papers = async () => (await admin.call<{ papers: PaperConsent[] }>('GET', path)).body.data.papers;
    expect(await papers()).toEqual([]);
    const valid_until = addDays(calendarDateOf(new Date()), 100);
    await write({ purpose: 'outside', answer: 'yes', note: 'Folder 1' });
    await write({ purpose: 'outside', answer: 'no', note: 'Folder 3' });
    await write({ purpose: 'find', answer: 'yes', valid_until });
    await answer(mother, mia, 'name', 'yes');
    expect(await papers()).toEqual([
      {
        ...{
          id: expect.any(String),
          purpose: 'find',
          answer: 'yes',
          note: '',
          valid_until,
          without: 'unknown',
        },
        ...{ said_at: expect.any(String), recorded_by: expect.stringMatching(/^user No/) },
      },
      {
        ...{ id: expect.any(String), purpose: 'outside', answer: 'withdrawn', note: 'Folder 3' },
        ...{ valid_until: null, without: 'yes' },
        ...{ said_at: expect.any(String), recorded_by: expect.stringMatching(/^user No/) },
      },
    ]);
    const member = await createActor(app);
    await addMember(app, club, member.id);
    for (const other of [mother, member]) expect((await other.call('GET', path)).status).toBe(403);
    const elsewhere = await createClub(app, 'TV Other');
    const foreign = await createActor(app, [{ role: 'club_admin', club: elsewhere }]);
    const there = await foreign.call('GET', `/clubs/${elsewhere}/people/${mia}/paper-consents`);
    expect(there.body.code).toBe('club_person_not_found');
  });

  test('writes down all answers of one paper, or none of them', async () => {
    const path = `/clubs/${club}/people/${mia}/paper-consents`;
    const paper = (...answers: [string, string][]) =>
      admin.call('POST', path, {
        ...{ language: 'de', note: 'Folder 3' },
        answers: answers.map(([purpose, answer]) => ({ purpose, answer })),
      });
    const audited = async () =>
      (
        await app.ctx.db
          .selectFrom('audit_entry')
          .select('params')
          .where('action', '=', 'consent.paper')
          .execute()
      ).flatMap(({ params }) => (params.club_person_id === mia ? [params.purpose] : []));
    await answer(mother, mia, 'name', 'yes');
    await paper(['outside', 'yes']);
    const refused = await paper(['find', 'yes'], ['guard', 'yes']);
    expect([refused.status, refused.body.code]).toEqual([409, 'guard_not_offered']);
    expect([await current(), await audited()]).toMatchObject([{ find: 'unknown' }, ['outside']]);
    expect((await paper()).status).toBe(422);
    expect((await paper(['find', 'yes'], ['find', 'no'])).status).toBe(422);

    // In any order: a yes to guard needs the no to outside.
    expect((await paper(['guard', 'yes'], ['find', 'yes'], ['outside', 'no'])).status).toBe(201);
    expect(await current()).toMatchObject({ find: 'yes', name: 'yes', outside: 'no', guard: 'yes' });
    expect((await audited()).sort()).toEqual(['find', 'guard', 'outside', 'outside']);
    expect((await kinds(mother)).filter((kind) => kind === 'consent_refused')).toHaveLength(1);
    expect(
      await app.ctx.db
        .selectFrom('notification')
        .select('params')
        .where('kind', '=', 'consent_refused')
        .where('user_id', '=', mother.id)
        .execute(),
    ).toMatchObject([{ params: { context: 'paper' } }]);
    const { papers } = (await admin.call<{ papers: PaperConsent[] }>('GET', path)).body.data;
    expect(papers.map((each) => [each.purpose, each.answer, each.note])).toEqual([
      ['find', 'yes', 'Folder 3'],
      ['outside', 'withdrawn', 'Folder 3'],
      ['guard', 'yes', 'Folder 3'],
    ]);
  });

  test('reminds those who have not answered, twice a day at most', async () => {
    for (const purpose of ['find', 'name', 'outside']) await answer(mother, mia, purpose, 'yes');
    const adult = await createActor(app);
    await addMember(app, club, adult.id);
    const anna = await createClubPerson(app, club, { first_name: 'Anna', user_id: adult.id });
    const remind = () => admin.call<{ reminded: number }>('POST', `/clubs/${club}/consent-reminders`);
    // Everything of Mia is agreed to, so her father has nothing to answer.
    expect((await remind()).body.data).toEqual({ reminded: 1 });
    expect(await kinds(adult)).toContain('consent_requested');
    expect(await kinds(father)).not.toContain('consent_requested');
    for (const purpose of ['find', 'name', 'outside']) await answer(adult, anna, purpose, 'no');
    expect((await remind()).body.data).toEqual({ reminded: 0 });
    expect((await remind()).status).toBe(429);
  });

  test('reminds members who were asked whether they are a guardian and have not said', async () => {
    for (const purpose of ['find', 'name', 'outside']) await answer(mother, mia, purpose, 'yes');
    const asked = await createActor(app);
    await addMember(app, club, asked.id);
    await admin.call('POST', `/clubs/${club}/people/${mia}/guardians`, { user_id: asked.id });
    await app.ctx.db.deleteFrom('notification').where('user_id', '=', asked.id).execute();
    const { body } = await admin.call<{ reminded: number }>('POST', `/clubs/${club}/consent-reminders`);
    expect(body.data).toEqual({ reminded: 1 });
    expect(await kinds(asked)).toEqual(['consent_requested']);
    expect(await kinds(father)).not.toContain('consent_requested');
  });
});
