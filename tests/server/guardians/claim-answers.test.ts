import { beforeEach, describe, expect, test } from 'vitest';
import type { Claimed, Family, GuardianClaim } from '#server/contract/schemas/family.ts';
import { type Actor, addMember, createActor, createClub, testPassword } from '#tests/support/actors.ts';
import { birthday, consentsOf, createClubPerson, createGuardian, familyOf } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let parent: Actor;

beforeEach(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  parent = await createActor(app);
  await addMember(app, club, parent.id);
});

const claim = async (name = 'Lina Sommerfeld', more: object = {}, by = parent) =>
  (
    await by.call<{ id: string }>('POST', `/clubs/${club}/guardian-claims`, {
      name,
      relation: 'child',
      ...more,
    })
  ).body.data.id;
const questionsOf = async (id: string): Promise<Family['claims'][number]['questions']> =>
  (await familyOf(parent)).claims.find((each) => each.id === id)?.questions ?? [];
const answer = async (id: string, purpose: string, said: string, by = parent, text_version?: string) => {
  const asked = (await questionsOf(id)).find((each) => each.purpose === purpose);
  const version = text_version ?? asked?.text.version ?? '';
  return by.call('POST', `/family/claims/${id}/answers`, {
    ...{ purpose, answer: said, language: 'en', text_version: version },
  });
};
const approve = (id: string, club_person_id?: string) =>
  admin.call('POST', `/clubs/${club}/guardian-claims/${id}/approve`, { club_person_id });
const keptAnswers = () => app.ctx.db.selectFrom('guardian_claim_answer').selectAll().execute();
const consents = () => app.ctx.db.selectFrom('consent').selectAll().execute();
const claimsOfClub = async () =>
  (await admin.call<{ claims: GuardianClaim[] }>('GET', `/clubs/${club}/guardian-claims`)).body.data.claims;

describe('answers that are given with a claim', () => {
  test('have no effect before the club confirms it, and then hold as given by that account, then', async () => {
    const lina = await createClubPerson(app, club, { first_name: 'Lina' });
    const before = await consents();
    const id = await claim();
    expect((await answer(id, 'find', 'no')).status).toBe(201);
    expect((await answer(id, 'find', 'yes')).status).toBe(201);
    expect((await answer(id, 'outside', 'no')).status).toBe(201);
    expect((await questionsOf(id)).map((each) => [each.purpose, each.answer])).toEqual([
      ['find', 'yes'],
      ['name', null],
      ['outside', 'no'],
    ]);
    const [find] = (await keptAnswers()).filter(({ purpose }) => purpose === 'find');
    expect(await consents()).toEqual(before);
    expect((await parent.call<{ members: [] }>('GET', '/my-photos')).body.data.members).toEqual([]);
    const [known] = (
      await admin.call<{ people: { consents: object }[] }>('GET', `/clubs/${club}/people?search=lina`)
    ).body.data.people;
    expect(new Set(Object.values(known!.consents))).toEqual(new Set(['unknown']));

    expect((await approve(id, lina)).status).toBe(200);
    const { people, claims } = await familyOf(parent);
    expect(claims).toEqual([]);
    expect(consentsOf(people[0])).toEqual({
      ...{ find: 'yes', name: 'unknown', outside: 'no', guard: 'unknown' },
    });
    const stored = (await consents()).filter(({ club_person_id }) => club_person_id === lina);
    expect(stored).toHaveLength(2);
    expect(stored.find(({ purpose }) => purpose === 'find')).toMatchObject({
      said_by: parent.id,
      said_as: 'guardian',
      said_at: find!.said_at,
      text_version: find!.text_version,
      language: 'en',
      valid_until: null,
    });
    expect(await keptAnswers()).toEqual([]);
  });

  test('are asked again where the text has changed since', async () => {
    const id = await claim();
    await answer(id, 'find', 'yes');
    await answer(id, 'name', 'yes');
    const bodies = { en: 'May we?', de: 'Dürfen wir?' };
    await admin.call('PUT', `/clubs/${club}/consent-texts/find`, { bodies });
    expect((await questionsOf(id)).map((each) => each.answer)).toEqual([null, 'yes', null]);
    expect((await answer(id, 'find', 'yes', parent, 'release 2')).body.code).toBe('consent_text_changed');
    expect((await approve(id)).status).toBe(200);
    const [lina] = (await familyOf(parent)).people;
    expect(consentsOf(lina)).toEqual({ find: 'unknown', name: 'yes', outside: 'unknown' });
  });

  test('of oneself hold as one’s own', async () => {
    const id = await claim('Maria Sommerfeld', { relation: 'self' });
    await answer(id, 'name', 'yes');
    expect((await approve(id)).status).toBe(200);
    const [self] = (await familyOf(parent)).people;
    expect(self).toMatchObject({ relation: 'self', name: 'Maria Sommerfeld' });
    expect(consentsOf(self).name).toBe('yes');
  });

  test('count no more than those of others who answer: the strictest holds', async () => {
    const lina = await createClubPerson(app, club, { first_name: 'Lina' });
    const father = await createGuardian(app, club, lina);
    const [asked] = (await familyOf(father)).people;
    const text_version = asked!.consents.find(({ purpose }) => purpose === 'find')!.text.version;
    await father.call('POST', `/family/people/${lina}/consents`, {
      ...{ purpose: 'find', answer: 'no', language: 'en', text_version },
    });
    const id = await claim();
    await answer(id, 'find', 'yes');
    await approve(id, lina);
    expect(consentsOf((await familyOf(parent)).people[0]).find).toBe('no');
  });

  test('are not asked for of a child one is a guardian of already: nothing is claimed, and nobody is told', async () => {
    const born_on = birthday(7);
    const lina = await createClubPerson(app, club, { first_name: 'Lina', last_name: 'Sommerfeld', born_on });
    const mother = await createGuardian(app, club, lina);
    const say = (more: object, by: Actor = mother) =>
      by.call<Claimed>('POST', `/clubs/${club}/guardian-claims`, { relation: 'child', ...more });
    const known = { id: null, known: { id: lina, name: 'Lina Sommerfeld' } };
    expect((await say({ name: ' lina  sommerfeld' })).body.data).toEqual(known);
    expect((await say({ name: 'Lina Sommerfeld', born_on })).body.data).toEqual(known);
    expect(await claimsOfClub()).toEqual([]);
    // Another child, and another parent, are claimed as ever.
    expect((await say({ name: 'Lina Sommerfeld', born_on: birthday(9) })).body.data.known).toBeNull();
    expect((await say({ name: 'Mia Sommerfeld' })).body.data.known).toBeNull();
    expect((await say({ name: 'Lina Sommerfeld' }, parent)).body.data.known).toBeNull();
    expect(await claimsOfClub()).toHaveLength(3);
  });

  test('are not asked for of oneself where the club knows one already', async () => {
    await createClubPerson(app, club, { first_name: 'Maria', user_id: parent.id });
    const { body } = await parent.call<Claimed>('POST', `/clubs/${club}/guardian-claims`, {
      ...{ relation: 'self', name: 'Maria Sommerfeld' },
    });
    expect(body.data).toMatchObject({ id: null, known: { name: 'Maria' } });
  });

  test.each(['asked', 'confirmed'] as const)(
    'hold where the member turns out to be a guardian already, %s',
    async (state) => {
      const lina = await createClubPerson(app, club, { first_name: 'Lina', born_on: birthday(7) });
      const mother = await createGuardian(app, club, lina, state);
      const id = await claim('Linchen', {}, mother);
      expect((await approve(id, lina)).status).toBe(200);
      expect((await familyOf(mother)).people).toMatchObject([{ id: lina, relation: 'child' }]);
      expect((await familyOf(mother)).asked).toEqual([]);
      expect(await claimsOfClub()).toEqual([]);
    },
  );

  test('are given by the member who claims alone, to one’s own claim', async () => {
    const id = await claim();
    const stranger = await createActor(app);
    await addMember(app, club, stranger.id);
    expect((await answer(id, 'find', 'yes', stranger)).body.code).toBe('guardian_claim_not_found');
    expect((await answer(id, 'find', 'yes', admin)).body.code).toBe('guardian_claim_not_found');
    expect(JSON.stringify(await claimsOfClub())).not.toContain('answer');
    expect(await keptAnswers()).toEqual([]);
  });

  test.each([
    ['is withdrawn', (id: string) => parent.call('DELETE', `/family/claims/${id}`)],
    ['is refused', (id: string) => admin.call('POST', `/clubs/${club}/guardian-claims/${id}/reject`)],
    ['is of a member who leaves', () => parent.call('POST', `/clubs/${club}/leave`)],
    [
      'is of an account that is deleted',
      async () => {
        // The installation keeps an administrator.
        await createActor(app, ['admin']);
        return parent.call('POST', '/users/profile/delete', { password: testPassword });
      },
    ],
  ])('go with a claim that %s', async (_, end) => {
    const id = await claim();
    await answer(id, 'find', 'yes');
    const before = await consents();
    expect((await end(id)).status).toBe(200);
    expect(await keptAnswers()).toEqual([]);
    expect(await consents()).toEqual(before);
  });
});

describe('a claim', () => {
  test('is confirmed with one call that puts the person on the list, with birthday', async () => {
    const born_on = birthday(11);
    const id = await claim('Lina Sommerfeld', { born_on });
    expect(await claimsOfClub()).toMatchObject([{ id, born_on, near: [] }]);
    expect((await approve(id)).status).toBe(200);
    const { people } = (await admin.call<{ people: object[] }>('GET', `/clubs/${club}/people`)).body.data;
    expect(people).toMatchObject([{ first_name: 'Lina', last_name: 'Sommerfeld', born_on }]);
    expect((await familyOf(parent)).people).toMatchObject([{ name: 'Lina Sommerfeld', relation: 'child' }]);
    expect((await approve(id)).body.code).toBe('guardian_claim_not_found');
    const entries = await app.ctx.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(entries)).not.toMatch(/\bLina\b/);
  });

  test('names those of the list whom it may mean: children for a child, people without an account for oneself', async () => {
    const lina = await createClubPerson(app, club, { first_name: 'Lina Sommerfeld', born_on: birthday(9) });
    await createClubPerson(app, club, { first_name: 'Lina Sommerfeld', born_on: birthday(30) });
    const taken = await createActor(app);
    await addMember(app, club, taken.id);
    await createClubPerson(app, club, { first_name: 'Maria Sommerfeld', user_id: taken.id });
    const maria = await createClubPerson(app, club, {
      first_name: 'Maria Sommerfeld',
      born_on: birthday(40),
    });
    await createClubPerson(app, await createClub(app), { first_name: 'Lina Sommerfeld' });
    await claim('lina sommerfeld');
    await claim('Maria Sommerfeld', { relation: 'self' });
    expect((await claimsOfClub()).map(({ near }) => near.map(({ id }) => id))).toEqual([[lina], [maria]]);
  });

  test('is about a child that was born, and is not of age', async () => {
    const send = (born_on: string) =>
      parent.call('POST', `/clubs/${club}/guardian-claims`, { name: 'Lina', relation: 'child', born_on });
    expect((await send('2999-01-01')).body.code).toBe('field_invalid');
    expect((await send(birthday(18))).body.code).toBe('guardianship_of_adult');
    expect((await send(birthday(18, 1))).status).toBe(201);
  });

  test('leads, once it is confirmed, to the photos', async () => {
    await approve(await claim());
    const [told] = (
      await parent.call<{ notifications: { kind: string; href: string }[] }>('GET', '/notifications')
    ).body.data.notifications.filter(({ kind }) => kind === 'guardianship_decided');
    const [lina] = (await familyOf(parent)).people;
    expect(told!.href).toBe(`/my-photos?tab=${lina!.id}`);
  });
});
