/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { newId } from '#server/ids.ts';
import { type Actor, addMember, caller, createActor, createClub } from '#tests/support/actors.ts';
import { addReference, embeddingAt, sayConsent } from '#tests/support/club-people.ts';
import { answer, birthday, createClubPerson, createGuardian, familyOf } from '#tests/support/families.ts';
import { invite, membershipOf, newAccount, tokenOf } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let admin: Actor;
let parent: Actor;
let child: string;

beforeEach(async () => {
  await app.ctx.db.deleteFrom('club').execute();
  club = await createClub(app, 'TSV Nord');
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  parent = await createActor(app);
  child = await createClubPerson(app, club, { first_name: 'Penny', last_name: 'Quastenberg' });
});

const inviteGuardian = (wanted: object = {}) => invite(admin, club, { guardian_of: child, ...wanted });
const create = (wanted: object, by = admin) => by.call('POST', `/clubs/${club}/invitations`, wanted);
const accept = (as: Actor, token: string) => as.call('POST', '/invitations/accept', { token });
const asked = async (who: Actor) => (await familyOf(who)).asked.map(({ name }) => name);
const rows = (id: string) =>
  app.ctx.db.selectFrom('invitation').select('guardian_of').where('id', '=', id).execute();
const erase = (id = child) => admin.call('DELETE', `/clubs/${club}/people/${id}`);
let made_id: string;
const change = async (
  fields: { born_on?: string; user_id?: string },
  invitation?: { confirms_guardian?: boolean; created_at?: Date; created_by?: string },
) => {
  if (invitation)
    await app.ctx.db.updateTable('invitation').set(invitation).where('id', '=', made_id).execute();
  else await app.ctx.db.updateTable('club_person').set(fields).where('id', '=', child).execute();
};
const paper = (said: 'yes' | 'no') =>
  admin.call('POST', `/clubs/${club}/people/${child}/paper-consents`, {
    answers: [{ purpose: 'name', answer: said }],
    language: 'en',
  });
/** The account was a guardian of the child until so many days from now. */
async function ended(days: number) {
  const ended_at = new Date(Date.now() + days * dayMs);
  await app.ctx.db
    .insertInto('guardianship')
    .values({
      ...{ id: newId(), club_person_id: child, user_id: parent.id, state: 'ended' },
      ...{ asked_at: ended_at, decided_at: ended_at, ended_at },
    })
    .execute();
}
async function left() {
  await addMember(app, club, parent.id);
  await parent.call('POST', `/clubs/${club}/leave`);
}
const told = async (who: Actor) =>
  (
    await who.call<{ notifications: { kind: string; params: Record<string, string> }[] }>(
      'GET',
      '/notifications',
    )
  ).body.data.notifications
    .filter(({ kind }) => kind.startsWith('guardian'))
    .map(({ kind, params }) => [[kind, params.context].filter(Boolean).join(' '), params.child]);

describe('inviting a guardian', () => {
  test('is for one person, who becomes a member, and names the child to the club', async () => {
    const made = await inviteGuardian({ email: 'penny.mum@example.org' });
    expect(made).toMatchObject({ guardian_of: 'Penny Quastenberg', max_uses: 1, role: 'member' });
    await inviteGuardian({ guardian_of: null, first_name: 'Ada' });
    const { body } = await admin.call<{ invitations: object[] }>(
      'GET',
      `/clubs/${club}/invitations?search=quasten`,
    );
    expect(body.data.invitations).toMatchObject([{ id: made.id, guardian_of: 'Penny Quastenberg' }]);
  });

  test('is told beside the guardians while it is open', async () => {
    const open = async () =>
      (await admin.call('GET', `/clubs/${club}/people/${child}/guardians`)).body.data.open_invitations;
    expect(await open()).toBe(0);
    const made = await inviteGuardian();
    expect(await open()).toBe(1);
    await accept(parent, tokenOf(made));
    expect(await open()).toBe(0);
  });

  test.each([
    [{ role: 'photographer' }, 'field_invalid'],
    [{ max_uses: 2 }, 'field_invalid'],
    [{ guardian_of: 'nobody' }, 'club_person_not_found'],
  ])('refuses %o', async (wanted, code) => {
    const { body } = await create({ guardian_of: child, ...wanted });
    expect(body.code).toBe(code);
  });

  test('refuses adults and people of other clubs', async () => {
    const elsewhere = await createClubPerson(app, await createClub(app));
    expect((await create({ guardian_of: elsewhere })).body.code).toBe('club_person_not_found');
    await change({ born_on: birthday(18) });
    expect((await create({ guardian_of: child })).body.code).toBe('guardianship_of_adult');
  });

  test('the database knows no other kind', async () => {
    const { id } = await inviteGuardian();
    for (const other of [{ max_uses: 2 }, { role: 'photographer' }] as const)
      await expect(
        app.ctx.db.updateTable('invitation').set(other).where('id', '=', id).execute(),
      ).rejects.toThrow(/invitation_for_one_guardian/);
  });

  test('its page names no child, whoever reads it', async () => {
    const token = tokenOf(await inviteGuardian());
    for (const call of [caller(app.url), parent.call, admin.call]) {
      const { body } = await call<{ for_guardian: boolean }>('POST', '/invitations/check', { token });
      expect(body.data.for_guardian).toBe(true);
      expect(JSON.stringify(body)).not.toMatch(/Penny|Quastenberg/);
      expect(JSON.stringify(body)).not.toContain(child);
    }
  });

  test('a new link or address keeps the child', async () => {
    const made = await inviteGuardian();
    const { body } = await admin.call<typeof made>('POST', `/clubs/${club}/invitations/${made.id}/replace`, {
      email: 'other@example.org',
    });
    expect(body.data.guardian_of).toBe('Penny Quastenberg');
    expect((await accept(parent, tokenOf(made))).body.code).toBe('invitation_replaced');
    await accept(parent, tokenOf(body.data));
    expect((await familyOf(parent)).people).toMatchObject([{ name: 'Penny Quastenberg' }]);
  });
});

describe('joining by it', () => {
  const used = async (who: Actor, wanted: object = {}) =>
    (await accept(who, tokenOf(await inviteGuardian(wanted)))).body;
  const guardianOf = async (who: Actor) => (await familyOf(who)).people.map(({ name }) => name);
  const claimed = async (who: Actor) => (await familyOf(who)).claims.map(({ name }) => name);

  test('makes the new member the guardian, which those who decide for the club are told', async () => {
    const body = await used(parent);
    expect(body.data).toMatchObject({ role: 'member', guardian: 'confirmed', child_id: child });
    expect((await membershipOf(app, club, parent.id))?.status).toBe('approved');
    expect(await guardianOf(parent)).toEqual(['Penny Quastenberg']);
    expect(await told(admin)).toEqual([['guardian_joined', 'Penny Quastenberg']]);
    expect(await told(parent)).toEqual([]);
  });

  test('makes one of an account that it makes, and of who was a member already', async () => {
    const { body } = await caller(app.url)<{ guardian: string; user: { id: string } }>(
      'POST',
      '/invitations/register',
      {
        ...newAccount(),
        token: tokenOf(await inviteGuardian()),
      },
    );
    expect(body.data.guardian).toBe('confirmed');
    const lina = await createClubPerson(app, club, { first_name: 'Lina' });
    await addMember(app, club, parent.id);
    const token = tokenOf(await inviteGuardian({ guardian_of: lina }));
    const check = await parent.call<{ accepted: boolean }>('POST', '/invitations/check', { token });
    expect(check.body.data.accepted).toBe(false);
    expect((await accept(parent, token)).body.data).toMatchObject({ guardian: 'confirmed', child_id: lina });
    expect((await accept(parent, token)).body.data).toMatchObject({ guardian: null, child_id: null });
    expect((await accept(await createActor(app), token)).body.code).toBe('invitation_used');
  });

  test.each([
    ['was made by an earlier release', () => change({}, { confirms_guardian: false })],
    ['is older than 30 days', () => change({}, { created_at: new Date(Date.now() - 30 * dayMs) })],
    ['was made by the account itself', () => change({}, { created_by: parent.id })],
    ['is for a child with a guardian', () => createGuardian(app, club, child)],
    ['is for a child whose guardian is asked', () => createGuardian(app, club, child, 'asked')],
    ['is for a child of whom a paper was entered', () => paper('yes')],
    [
      'is for a child about whom somebody said no',
      () => sayConsent(app, child, 'outside', 'no', { as: 'guardian' }),
    ],
    ['was given before the account stopped being the guardian', () => ended(1)],
    ['was given before the account left the club', () => left()],
  ])('leaves it to the club where it %s', async (_, happens) => {
    const made = await inviteGuardian();
    made_id = made.id;
    await happens();
    expect((await accept(parent, tokenOf(made))).body.data).toMatchObject({ guardian: 'claimed' });
    expect(await guardianOf(parent)).toEqual([]);
    expect(await claimed(parent)).toEqual(['Penny Quastenberg']);
    const { claims } = (
      await admin.call<{ claims: { id: string; near: { id: string }[] }[] }>(
        'GET',
        `/clubs/${club}/guardian-claims`,
      )
    ).body.data;
    expect(claims).toMatchObject([{ name: 'Penny Quastenberg', near: [{ id: child }] }]);
    const path = `/clubs/${club}/guardian-claims/${claims[0]!.id}/approve`;
    expect((await admin.call('POST', path, { club_person_id: child })).status).toBe(200);
    expect(await guardianOf(parent)).toEqual(['Penny Quastenberg']);
  });

  test('confirms again where the guardianship ended before it was made, or a paper was removed', async () => {
    await ended(-1);
    await paper('yes');
    const { papers } = (
      await admin.call<{ papers: { id: string }[] }>('GET', `/clubs/${club}/people/${child}/paper-consents`)
    ).body.data;
    for (const { id } of papers)
      await admin.call('DELETE', `/clubs/${club}/people/${child}/paper-consents/${id}`);
    expect((await used(parent)).data).toMatchObject({ guardian: 'confirmed' });
  });

  test('is listed with what became of it', async () => {
    const listed = async () => {
      const path = `/clubs/${club}/invitations?search=quasten`;
      const { invitations } = (await admin.call<{ invitations: Invitation[] }>('GET', path)).body.data;
      return invitations.map(({ guardian_state }) => guardian_state).sort();
    };
    const made = await inviteGuardian();
    expect(await listed()).toEqual([null]);
    await accept(parent, tokenOf(made));
    expect(await listed()).toEqual(['confirmed']);
    await used(await createActor(app));
    expect(await listed()).toEqual(['claimed', 'confirmed']);
    const { people } = await familyOf(parent);
    await parent.call('DELETE', `/family/guardianships/${people[0]?.guardianship_id}`);
    expect(await listed()).toEqual(['claimed', 'ended']);
  });

  test.each([
    ['is an adult by now', () => change({ born_on: birthday(18) })],
    ['is the account itself', () => change({ user_id: parent.id })],
    [
      'has this guardian already',
      async () => {
        await addMember(app, club, parent.id);
        await admin.call('POST', `/clubs/${club}/people/${child}/guardians`, { user_id: parent.id });
      },
    ],
    [
      'is a guardian of the account',
      async () => {
        const own = await createClubPerson(app, club, { user_id: parent.id });
        const older = await createActor(app);
        await addMember(app, club, older.id);
        await change({ user_id: older.id });
        await admin.call('POST', `/clubs/${club}/people/${own}/guardians`, { user_id: older.id });
      },
    ],
  ])('changes nothing about the child who %s', async (_, happens) => {
    const token = tokenOf(await inviteGuardian());
    await happens();
    const before = await asked(parent);
    const { status, body } = await accept(parent, token);
    expect([status, body.data]).toMatchObject([200, { guardian: null }]);
    expect((await membershipOf(app, club, parent.id))?.status).toBe('approved');
    expect(await asked(parent)).toEqual(before);
    expect(await claimed(parent)).toEqual([]);
  });

  test('of two at once one becomes the guardian', async () => {
    const token = tokenOf(await inviteGuardian());
    const both = [parent, await createActor(app)];
    const answers = await Promise.all(both.map((who) => accept(who, token)));
    expect(answers.map(({ body }) => body.code ?? 'joined').sort()).toEqual(['invitation_used', 'joined']);
    expect((await Promise.all(both.map(guardianOf))).flat()).toEqual(['Penny Quastenberg']);
  });

  test('of two slips of a child at once one confirms, and the other waits for the club', async () => {
    const tokens = [tokenOf(await inviteGuardian()), tokenOf(await inviteGuardian())];
    const both = [parent, await createActor(app)];
    const answers = await Promise.all(both.map((who, i) => accept(who, tokens[i]!)));
    expect(answers.map(({ body }) => body.data.guardian).sort()).toEqual(['claimed', 'confirmed']);
    expect((await Promise.all(both.map(guardianOf))).flat()).toHaveLength(1);
  });
});

describe('Not them', () => {
  const guardianships = async () =>
    (
      await admin.call<{ guardians: { id: string; user_id: string; not_them_until: string | null }[] }>(
        'GET',
        `/clubs/${club}/people/${child}/guardians`,
      )
    ).body.data.guardians;
  const notThem = (id: string | undefined) =>
    admin.call('POST', `/clubs/${club}/people/${child}/guardians/${id}/not-them`);
  const kept = async (
    table: 'consent' | 'reference' | 'guard_reference' | 'link_question' | 'erasure_request',
  ) =>
    (
      await app.ctx.db
        .selectFrom(table)
        .select('club_person_id')
        .where('club_person_id', '=', child)
        .execute()
    ).length;

  test('takes guardian, answers and pictures away as if never said; both are told', async () => {
    await accept(parent, tokenOf(await inviteGuardian()));
    for (const [purpose, said] of [
      ['find', 'yes'],
      ['name', 'yes'],
      ['outside', 'no'],
      ['guard', 'yes'],
    ] as const)
      expect((await answer(parent, child, purpose, said)).status).toBe(201);
    for (const purpose of ['find', 'guard'] as const)
      await addReference(app, child, embeddingAt(0), { purpose, by: parent.id });
    await parent.call('POST', `/family/people/${child}/erasure`, { hide_photos: false });
    const [guardian] = await guardianships();
    expect(guardian?.not_them_until).not.toBeNull();
    expect((await notThem(guardian?.id)).status).toBe(200);
    for (const table of [
      'consent',
      'reference',
      'guard_reference',
      'link_question',
      'erasure_request',
    ] as const)
      expect([table, await kept(table)]).toEqual([table, 0]);
    expect((await familyOf(parent)).people).toEqual([]);
    expect(await told(parent)).toEqual([['guardianship_decided not_them', 'Penny Quastenberg']]);
    expect((await told(admin)).map(([kind]) => kind)).toContain('guardian_missing');
    expect((await notThem(guardian?.id)).body.code).toBe('guardianship_not_found');
    // The real parent's slip confirms again; an older one of the same account does not.
    expect((await accept(await createActor(app), tokenOf(await inviteGuardian()))).body.data.guardian).toBe(
      'confirmed',
    );
  });

  test('leaves what another guardian said', async () => {
    await accept(parent, tokenOf(await inviteGuardian()));
    await answer(parent, child, 'outside', 'no');
    const other = await createGuardian(app, club, child);
    await answer(other, child, 'find', 'yes');
    await addReference(app, child, embeddingAt(0), { by: other.id });
    await addReference(app, child, embeddingAt(1), { by: parent.id });
    const mine = (await guardianships()).find(({ user_id }) => user_id === parent.id);
    await notThem(mine?.id);
    expect([await kept('consent'), await kept('reference')]).toEqual([1, 1]);
  });

  test.each([
    [
      'after 7 days',
      () => app.ctx.db.updateTable('guardianship').set({ decided_at: new Date(Date.now() - 7 * dayMs) }),
    ],
    [
      'of a guardian whom the club asked',
      () => app.ctx.db.updateTable('guardianship').set({ by_invitation: false }),
    ],
  ])('is not offered %s', async (_, how) => {
    await accept(parent, tokenOf(await inviteGuardian()));
    await how().where('club_person_id', '=', child).execute();
    const [guardian] = await guardianships();
    expect(guardian?.not_them_until).toBeNull();
    expect((await notThem(guardian?.id)).body.code).toBe('guardianship_settled');
    expect((await familyOf(parent)).people).toHaveLength(1);
  });

  test('an older slip of the same account leaves it to the club', async () => {
    const second = tokenOf(await inviteGuardian());
    await accept(parent, tokenOf(await inviteGuardian()));
    await notThem((await guardianships())[0]?.id);
    expect((await accept(parent, second)).body.data.guardian).toBe('claimed');
  });
});

describe('a slip for each child', () => {
  const forChildren = (by = admin) =>
    by.call<{ ids: string[] }>('POST', `/clubs/${club}/invitations/for-children`);

  test('is made once for each child who has neither a guardian nor an open slip', async () => {
    const [kim, ada] = [
      await createClubPerson(app, club, { first_name: 'Kim' }),
      await createClubPerson(app, club, { first_name: 'Ada' }),
    ];
    await createClubPerson(app, club, { first_name: 'Old', born_on: birthday(18) });
    await createGuardian(app, club, kim);
    expect((await forChildren()).body.data.ids).toHaveLength(2);
    expect((await forChildren()).body.data.ids).toEqual([]);
    const made = await app.ctx.db
      .selectFrom('invitation')
      .select('guardian_of')
      .where('club_id', '=', club)
      .execute();
    expect(made.map(({ guardian_of }) => guardian_of).sort()).toEqual([ada, child].sort());
    expect((await forChildren(await createActor(app))).body.code).toBe('club_forbidden');
  });
});

describe('once the child is erased', () => {
  test.each([
    ['nobody else has the name', []],
    ['somebody else has it too', ['Quastenberg']],
  ])('an open invitation is gone with its mail, where %s', async (_, twins) => {
    for (const last_name of twins) await createClubPerson(app, club, { first_name: 'Penny', last_name });
    const made = await inviteGuardian();
    expect((await erase()).status).toBe(200);
    expect(await rows(made.id)).toEqual([]);
    expect((await accept(parent, tokenOf(made))).body.code).toBe('invitation_not_found');
    expect(await membershipOf(app, club, parent.id)).toBe(undefined);
  });

  test('at the same moment somebody joins, nothing of it is left', async () => {
    const made = await inviteGuardian();
    const [joined, erased] = await Promise.all([accept(parent, tokenOf(made)), erase()]);
    expect(erased.status).toBe(200);
    expect([200, 404]).toContain(joined.status);
    expect(await rows(made.id)).toEqual([]);
    expect(await asked(parent)).toEqual([]);
  });
});
