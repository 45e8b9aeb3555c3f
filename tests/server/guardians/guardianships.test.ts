/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ClubPerson } from '#server/contract/schemas/club-people.ts';
import type { Ending } from '#server/contract/schemas/family.ts';
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
let parent: Actor;
let mia: string;

beforeEach(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  parent = await createActor(app);
  await addMember(app, club, parent.id);
  mia = await createClubPerson(app, club);
});

const ask = (user: Actor, person = mia, by = admin) =>
  by.call('POST', `/clubs/${club}/people/${person}/guardians`, { user_id: user.id });
const claim = (name: string, relation = 'child', by = parent) =>
  by.call<object>('POST', `/clubs/${club}/guardian-claims`, { name, relation });
const claims = async () =>
  (await admin.call<{ claims: { id: string; name: string }[] }>('GET', `/clubs/${club}/guardian-claims`)).body
    .data.claims;
const approve = async (club_person_id: string) =>
  admin.call('POST', `/clubs/${club}/guardian-claims/${(await claims())[0]!.id}/approve`, { club_person_id });
const clubPeople = async (query = '') =>
  (await admin.call<{ people: ClubPerson[] }>('GET', `/clubs/${club}/people${query}`)).body.data.people;
type Told = { kind: string; params: Record<string, string>; href: string };
const notifications = async (actor: Actor) =>
  (await actor.call<{ notifications: Told[] }>('GET', '/notifications')).body.data.notifications;
const kinds = async (actor: Actor) => (await notifications(actor)).map(({ kind }) => kind);
const isAboutGuardians = ({ kind }: Told) => kind.startsWith('guardian');
/** What the actor was told about guardianships, in words: the decision and the child. */
const decisions = async (actor: Actor) =>
  (await notifications(actor))
    .filter(({ kind }) => kind === 'guardianship_decided')
    .map(({ params: { context = 'approved', child } }) => (child ? `${context} ${child}` : context))
    .sort();

describe('a guardian', () => {
  test('is asked by the club and answers for the child after saying yes', async () => {
    expect((await ask(parent)).status).toBe(201);
    expect((await ask(parent)).body.code).toBe('guardianship_exists');
    expect((await familyOf(parent)).people).toEqual([]);
    expect((await answer(parent, mia, 'name', 'yes')).body.code).toBe('club_person_not_found');
    const [asked] = (await familyOf(parent)).asked;
    expect(asked).toMatchObject({ name: 'Mia', club_name: 'FC Test' });
    expect((await clubPeople())[0]!.guardians).toMatchObject([{ state: 'asked' }]);
    const stranger = await createActor(app);
    const path = `/family/guardianships/${asked!.id}`;
    expect((await stranger.call('POST', `${path}/accept`)).body.code).toBe('guardianship_not_found');
    expect((await parent.call('POST', `${path}/accept`)).status).toBe(200);
    expect((await familyOf(parent)).people).toMatchObject([{ id: mia, name: 'Mia', relation: 'child' }]);
    expect((await stranger.call('DELETE', path)).body.code).toBe('guardianship_not_found');
    expect((await parent.call('DELETE', path)).status).toBe(200);
    expect((await familyOf(parent)).people).toEqual([]);
    expect(await kinds(admin)).toContain('guardian_missing');
  });

  test('claims a child by name, and the club says which one', async () => {
    expect((await claim('Mia Berg')).status).toBe(201);
    const shapeOf = ({ body }: { body: { data: object } }) => ({ ...body, data: Object.keys(body.data) });
    expect(shapeOf(await claim('Nobody of this name'))).toEqual(shapeOf(await claim('Mia')));
    expect((await claims()).map(({ name }) => name)).toEqual(['Mia Berg', 'Nobody of this name', 'Mia']);
    expect((await familyOf(parent)).claims).toHaveLength(3);
    expect(await kinds(admin)).toContain('guardianship_requested');
    expect((await familyOf(parent)).people).toEqual([]);
    expect((await approve(mia)).status).toBe(200);
    expect((await familyOf(parent)).people).toMatchObject([{ id: mia }]);
    const [rejected, withdrawn] = await claims();
    const refused = await admin.call('POST', `/clubs/${club}/guardian-claims/${rejected!.id}/reject`);
    expect(refused.status).toBe(200);
    expect((await parent.call('DELETE', `/family/claims/${withdrawn!.id}`)).status).toBe(200);
    expect(await claims()).toEqual([]);
    expect(await decisions(parent)).toEqual(['child Mia', 'rejected_child Nobody of this name']);
    const entries = await app.ctx.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(entries)).not.toMatch(/\bMia\b/);
  });

  test('learns from the answer to each of two claims which child is meant', async () => {
    const noah = await createClubPerson(app, club, { first_name: 'Noah' });
    await claim('Mia');
    await claim('Noah');
    await claim('Myself', 'self');
    const [first, second, own] = await claims();
    const answerTo = (id: string, how: string, body?: object) =>
      admin.call('POST', `/clubs/${club}/guardian-claims/${id}/${how}`, body);
    expect((await answerTo(second!.id, 'approve', { club_person_id: noah })).status).toBe(200);
    expect((await answerTo(first!.id, 'reject')).status).toBe(200);
    expect((await answerTo(own!.id, 'reject')).status).toBe(200);
    expect(await decisions(parent)).toEqual(['child Noah', 'rejected', 'rejected_child Mia']);
    expect((await notifications(parent)).map(({ params }) => params.club)).toContain('FC Test');
    await claim('Myself', 'self');
    await approve(await createClubPerson(app, club, { first_name: 'Own' }));
    expect(await decisions(parent)).toContain('approved');
  });

  test('whom the club asked says no: those who decide for the club are told, with the name of the child', async () => {
    await ask(parent);
    const [asked] = (await familyOf(parent)).asked;
    const other = await createActor(app, [{ role: 'club_admin', club }]);
    expect((await parent.call('DELETE', `/family/guardianships/${asked!.id}`)).status).toBe(200);
    for (const decider of [admin, other])
      expect((await notifications(decider)).filter(isAboutGuardians)).toMatchObject([
        {
          kind: 'guardianship_declined',
          params: { club: 'FC Test', child: 'Mia', user: expect.stringContaining('user No') },
          href: `/clubs/${club}/manage?tab=people`,
        },
      ]);
    expect(await decisions(parent)).toEqual([]);
  });

  test('who stops, or says no and decides for the club, is no answer that the club is told', async () => {
    await addMember(app, club, admin.id);
    await ask(admin);
    const [asked] = (await familyOf(admin)).asked;
    await admin.call('DELETE', `/family/guardianships/${asked!.id}`);
    const [leaving] = [await createGuardian(app, club, mia), await createGuardian(app, club, mia)];
    expect((await leaving.call('DELETE', `/family/guardianships/${leaving.guardianship}`)).status).toBe(200);
    expect(await kinds(admin)).not.toContain('guardianship_declined');
  });

  test('is claimed once in a club while the club has not answered, in whatever case it is written', async () => {
    expect((await claim('Mia Berg')).status).toBe(201);
    expect((await claim('mia berg')).body.code).toBe('guardian_claim_exists');
    expect(await claims()).toHaveLength(1);
    expect((await claim('Mia Berg', 'self')).status).toBe(201);
    const other = await createActor(app);
    await addMember(app, club, other.id);
    expect((await claim('Mia Berg', 'child', other)).status).toBe(201);
  });

  test('is a member of the club, and makes ten claims at most', async () => {
    const stranger = await createActor(app);
    expect((await ask(stranger)).body.code).toBe('club_member_not_found');
    expect((await claim('Mia', 'child', stranger)).body.code).toBe('club_forbidden');
    await addMember(app, club, stranger.id, 'pending');
    expect((await claim('Mia', 'child', stranger)).body.code).toBe('club_forbidden');
    for (let i = 0; i < 10; i += 1) expect((await claim(`Mia ${i}`)).status).toBe(201);
    expect((await claim('Mia')).body.code).toBe('guardian_claims_too_many');
  });

  test('makes ten claims at most in all clubs together, however fast they come', async () => {
    const clubs = [club, ...(await Promise.all(Array.from({ length: 11 }, () => createClub(app))))];
    for (const each of clubs.slice(1)) await addMember(app, each, parent.id);
    const sent = await Promise.all(
      clubs.map((each) =>
        parent.call('POST', `/clubs/${each}/guardian-claims`, { name: 'Mia', relation: 'child' }),
      ),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(sent.filter(({ body }) => body.code === 'guardian_claims_too_many')).toHaveLength(2);
  });

  test('cannot become somebody whom the club does not know, or who has another account', async () => {
    await claim('Myself', 'self');
    expect((await approve(await createClubPerson(app, await createClub(app)))).body.code).toBe(
      'club_person_not_found',
    );
    const other = await createActor(app);
    await addMember(app, club, other.id);
    const taken = await createClubPerson(app, club, { user_id: other.id });
    expect((await approve(taken)).body.code).toBe('club_person_account_taken');
    expect(await claims()).toHaveLength(1);
  });

  test('is never the person, nor in the care of the person', async () => {
    await claim('Myself', 'self');
    const own = await createClubPerson(app, club, { first_name: 'Own' });
    expect((await approve(own)).status).toBe(200);
    expect((await familyOf(parent)).people).toMatchObject([{ id: own, relation: 'self' }]);
    expect((await ask(parent, own)).body.code).toBe('guardianship_of_oneself');
    const grandmother = await createGuardian(app, club, own);
    const hers = await createClubPerson(app, club, { user_id: grandmother.id });
    expect((await ask(parent, hers)).body.code).toBe('guardianship_circle');
    const uncle = await createGuardian(app, club, hers);
    const his = await createClubPerson(app, club, { user_id: uncle.id });
    expect((await ask(parent, his)).body.code).toBe('guardianship_circle');
    // An account that becomes the person's own closes circles as well.
    await ask(parent, mia);
    const put = (person: string, user: Actor) =>
      admin.call('PUT', `/clubs/${club}/people/${person}`, { user_id: user.id });
    expect((await put(mia, parent)).body.code).toBe('guardianship_of_oneself');
    const free = await createClubPerson(app, club);
    await ask(uncle, free);
    await app.ctx.db.deleteFrom('guardianship').where('club_person_id', '=', hers).execute();
    await admin.call('PUT', `/clubs/${club}/people/${his}`, { user_id: null });
    expect((await put(free, grandmother)).body.code).toBe('club_person_account_taken');
    expect((await put(free, uncle)).body.code).toBe('guardianship_of_oneself');
  });

  test('answers until the child is 18, from the midnight of the server', async () => {
    const noah = await createClubPerson(app, club, { first_name: 'Noah', born_on: birthday(18, 1) });
    const guardian = await createGuardian(app, club, noah);
    expect((await familyOf(guardian)).people).toMatchObject([{ id: noah }]);
    expect((await answer(guardian, noah, 'name', 'yes')).status).toBe(201);
    const born_on = birthday(18);
    await app.ctx.db.updateTable('club_person').set({ born_on }).where('id', '=', noah).execute();
    expect((await familyOf(guardian)).people).toEqual([]);
    expect((await answer(guardian, noah, 'name', 'no')).body.code).toBe('club_person_not_found');
    expect((await ask(parent, noah)).body.code).toBe('guardianship_of_adult');
    expect((await clubPeople('?search=noah'))[0]!.consents.name).toBe('yes');
  });

  test('and for whom nobody else answers is told before members are removed, together', async () => {
    const [ben, ida] = [
      await createClubPerson(app, club, { first_name: 'Ben' }),
      await createClubPerson(app, club, { first_name: 'Ida' }),
    ];
    const [mother, father] = [await createGuardian(app, club, mia), await createGuardian(app, club, mia)];
    await ask(mother, ben);
    const { asked } = await familyOf(mother);
    await mother.call('POST', `/family/guardianships/${asked[0]!.id}/accept`);
    // One that was only asked, an adult and a guardian's own entry end nothing here.
    await ask(mother, ida);
    const ending = (who: Actor[], by = admin) =>
      by.call<Ending>('POST', `/clubs/${club}/members/ending-guardianships`, {
        user_ids: who.map(({ id }) => id),
      });
    expect((await ending([mother])).body.data).toEqual({
      children: [
        { id: ben, name: 'Ben', is_last: true },
        { id: mia, name: 'Mia', is_last: false },
      ],
      total: 2,
    });
    expect((await ending([mother, father])).body.data.children).toMatchObject([
      { name: 'Ben', is_last: true },
      { name: 'Mia', is_last: true },
    ]);
    expect((await ending([parent])).body.data).toEqual({ children: [], total: 0 });
    await app.ctx.db
      .updateTable('club_person')
      .set({ born_on: birthday(18) })
      .where('id', '=', ben)
      .execute();
    expect((await ending([mother])).body.data.children).toMatchObject([{ name: 'Mia' }]);
    const elsewhere = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
    for (const other of [elsewhere, mother])
      expect((await ending([mother], other)).body.code).toBe('club_forbidden');
  });

  test('of many children, ten are named and all are counted', async () => {
    const guardian = await createGuardian(app, club, mia);
    for (let i = 0; i < 11; i += 1) {
      const club_person_id = await createClubPerson(app, club);
      const confirmed = { state: 'confirmed', asked_at: new Date(), decided_at: new Date() } as const;
      await app.ctx.db
        .insertInto('guardianship')
        .values({ id: newId(), club_person_id, user_id: guardian.id, ...confirmed })
        .execute();
    }
    const { body } = await admin.call<Ending>('POST', `/clubs/${club}/members/ending-guardianships`, {
      user_ids: [guardian.id],
    });
    expect([body.data.children.length, body.data.total]).toEqual([10, 12]);
  });

  test.each(['leaves the club', 'is removed', 'deletes the account', 'is deleted'])(
    'who %s answers no more, open galleries learn it, and the club is told once nobody is left',
    async (how) => {
      const [first, last] = [await createGuardian(app, club, mia), await createGuardian(app, club, mia)];
      for (const guardian of [first, last])
        for (const purpose of ['find', 'name']) await answer(guardian, mia, purpose, 'yes');
      const gallery = await createGallery(app, { event: await createEvent(app, [club]) });
      const personId = newId();
      await app.ctx.db
        .insertInto('person')
        .values({ id: personId, gallery_id: gallery, number: 1 })
        .execute();
      await app.ctx.db
        .insertInto('club_person_link')
        .values({ person_id: personId, club_id: club, club_person_id: mia })
        .execute();
      const events: string[] = [];
      const unsubscribe = app.ctx.bus.subscribe(`gallery:${gallery}`, ({ kind }) => events.push(kind));
      const head = await createActor(app, ['admin']);
      const go = (who: Actor) =>
        ({
          'leaves the club': () => who.call('POST', `/clubs/${club}/leave`),
          'is removed': () => admin.call('DELETE', `/clubs/${club}/members/${who.id}`),
          'deletes the account': () => who.call('POST', '/users/profile/delete', { password: testPassword }),
          'is deleted': () => head.call('DELETE', `/users/${who.id}`),
        })[how]!();
      expect((await go(first)).status).toBe(200);
      expect(events).toEqual(['people']);
      expect((await clubPeople())[0]).toMatchObject({
        consents: { find: 'yes', name: 'yes' },
        guardians: [{}],
      });
      expect(await kinds(admin)).not.toContain('guardian_missing');
      expect((await go(last)).status).toBe(200);
      expect((await clubPeople())[0]).toMatchObject({
        consents: { find: 'unknown', name: 'unknown' },
        guardians: [],
      });
      expect(events).toEqual(['people', 'people']);
      unsubscribe();
      expect(await kinds(admin)).toContain('guardian_missing');
    },
  );

  test('reads whether another guardian answers for the child, who is a member with an active account', async () => {
    const [first, second] = [
      await createGuardian(app, club, mia),
      await createGuardian(app, club, mia, 'asked'),
    ];
    const isOnly = async (who: Actor) =>
      (await familyOf(who)).people.map(({ name, is_only_guardian }) => [name, is_only_guardian]);
    expect(await isOnly(first)).toEqual([['Mia', true]]);
    await second.call('POST', `/family/guardianships/${second.guardianship}/accept`);
    expect(await isOnly(first)).toEqual([['Mia', false]]);
    expect(await isOnly(second)).toEqual([['Mia', false]]);
    const change = (fields: { is_active: boolean }) =>
      app.ctx.db.updateTable('app_user').set(fields).where('id', '=', second.id).execute();
    await change({ is_active: false });
    expect(await isOnly(first)).toEqual([['Mia', true]]);
    await change({ is_active: true });
    await app.ctx.db.deleteFrom('club_membership').where('user_id', '=', second.id).execute();
    expect(await isOnly(first)).toEqual([['Mia', true]]);
    await createClubPerson(app, club, { first_name: 'Own', user_id: first.id });
    expect(await isOnly(first)).toContainEqual(['Own', false]);
  });

  test.each<[string, (guardianship: string) => Promise<{ status: number }>]>([
    ['the club ended it', (id) => admin.call('DELETE', `/clubs/${club}/people/${mia}/guardians/${id}`)],
    ['the club removed them', () => admin.call('DELETE', `/clubs/${club}/members/${parent.id}`)],
    ['they left the club', () => parent.call('POST', `/clubs/${club}/leave`)],
  ])('who comes back after %s is asked anew; what they refused stays refused', async (_how, end) => {
    const become = async () => {
      await ask(parent);
      const [asked] = (await familyOf(parent)).asked;
      expect((await parent.call('POST', `/family/guardianships/${asked!.id}/accept`)).status).toBe(200);
      return asked!.id;
    };
    const guardianship = await become();
    for (const said of ['no', 'yes'] as const) await answer(parent, mia, 'name', said);
    await answer(parent, mia, 'find', 'yes');
    for (const said of ['yes', 'no'] as const) await answer(parent, mia, 'outside', said);
    const agreed = { name: 'yes', find: 'yes', outside: 'no' };
    expect(consentsOf((await familyOf(parent)).people[0])).toMatchObject(agreed);
    expect((await end(guardianship)).status).toBe(200);
    await app.ctx.db
      .deleteFrom('club_membership')
      .where('user_id', '=', parent.id)
      .where('club_id', '=', club)
      .execute();
    await addMember(app, club, parent.id);
    await become();
    expect(consentsOf((await familyOf(parent)).people[0])).toMatchObject({
      name: 'unknown',
      find: 'unknown',
      outside: 'no',
    });
    await answer(parent, mia, 'find', 'yes');
    expect(consentsOf((await familyOf(parent)).people[0])).toMatchObject({ find: 'yes' });
  });

  test('is ended by the club, and known to nobody else', async () => {
    const guardian = await createGuardian(app, club, mia);
    const path = `/clubs/${club}/people/${mia}/guardians`;
    for (const actor of [parent, guardian]) expect((await actor.call('GET', path)).status).toBe(403);
    const other = await createClub(app, 'TV Other');
    const foreign = await createActor(app, [{ role: 'club_admin', club: other }]);
    const foreignPath = `/clubs/${other}/people/${mia}/guardians`;
    expect((await foreign.call('GET', foreignPath)).body.code).toBe('club_person_not_found');
    expect((await foreign.call('DELETE', `${foreignPath}/${guardian.guardianship}`)).body.code).toBe(
      'guardianship_not_found',
    );
    const list = await admin.call<{ guardians: { id: string }[] }>('GET', path);
    expect(list.body.data.guardians).toMatchObject([{ id: guardian.guardianship, user_id: guardian.id }]);
    expect((await admin.call('DELETE', `${path}/${guardian.guardianship}`)).status).toBe(200);
    expect((await familyOf(guardian)).people).toEqual([]);
    expect(await decisions(guardian)).toEqual(['ended Mia']);
    expect(consentsOf((await familyOf(guardian)).people[0])).toEqual({});
  });

  test('whom the club removes is told of each child, and who was only asked of none', async () => {
    const noah = await createClubPerson(app, club, { first_name: 'Noah' });
    const grown = await createClubPerson(app, club, { first_name: 'Grown', born_on: birthday(18) });
    const elsewhere = await createClub(app, 'TV Other');
    const guardian = await createGuardian(app, club, mia);
    const add = (person: string, state: 'asked' | 'confirmed') =>
      app.ctx.db
        .insertInto('guardianship')
        .values({
          id: newId(),
          club_person_id: person,
          user_id: guardian.id,
          state,
          asked_at: new Date(),
          ...(state === 'confirmed' ? { decided_at: new Date() } : {}),
        })
        .execute();
    await add(noah, 'confirmed');
    await add(grown, 'confirmed');
    await add(await createClubPerson(app, club, { first_name: 'Asked' }), 'asked');
    await addMember(app, elsewhere, guardian.id);
    await add(await createClubPerson(app, elsewhere, { first_name: 'Elsewhere' }), 'confirmed');
    expect((await admin.call('DELETE', `/clubs/${club}/members/${guardian.id}`)).status).toBe(200);
    expect(await decisions(guardian)).toEqual(['ended Mia', 'ended Noah']);

    const asked = await createGuardian(app, club, mia, 'asked');
    const path = `/clubs/${club}/people/${mia}/guardians/${asked.guardianship}`;
    expect((await admin.call('DELETE', path)).status).toBe(200);
    expect((await notifications(asked)).filter(isAboutGuardians)).toEqual([]);
  });

  test.each([
    ['leaves the club', (who: Actor) => who.call('POST', `/clubs/${club}/leave`)],
    [
      'leaves it as any member is removed',
      (who: Actor) => who.call('DELETE', `/clubs/${club}/members/${who.id}`),
    ],
  ])('who %s is told nothing, having read it before', async (_, leave) => {
    const guardian = await createGuardian(app, club, mia);
    expect((await leave(guardian)).status).toBe(200);
    expect((await notifications(guardian)).filter(isAboutGuardians)).toEqual([]);
  });
});
