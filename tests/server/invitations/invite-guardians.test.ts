import { beforeEach, describe, expect, test } from 'vitest';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { type Actor, addMember, caller, createActor, createClub } from '#tests/support/actors.ts';
import { birthday, createClubPerson, familyOf } from '#tests/support/families.ts';
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
const kinds = async (who: Actor) =>
  (
    await who.call<{ notifications: { kind: string }[] }>('GET', '/notifications')
  ).body.data.notifications.map(({ kind }) => kind);
const rows = (id: string) =>
  app.ctx.db.selectFrom('invitation').select('guardian_of').where('id', '=', id).execute();
const erase = (id = child) => admin.call('DELETE', `/clubs/${club}/people/${id}`);
const change = (fields: { born_on?: string; user_id?: string }) =>
  app.ctx.db.updateTable('club_person').set(fields).where('id', '=', child).execute();

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
    expect(await asked(parent)).toEqual(['Penny Quastenberg']);
  });
});

describe('joining by it', () => {
  test('asks the new member, who says yes or no as ever', async () => {
    const { body } = await accept(parent, tokenOf(await inviteGuardian()));
    expect(body.data).toMatchObject({ role: 'member', asked: true });
    expect((await membershipOf(app, club, parent.id))?.status).toBe('approved');
    expect(await kinds(parent)).toContain('consent_requested');
    const [question] = (await familyOf(parent)).asked;
    expect((await parent.call('POST', `/family/guardianships/${question?.id}/accept`)).status).toBe(200);
    expect((await familyOf(parent)).people.map(({ id }) => id)).toEqual([child]);
  });

  test('is listed with what became of the question', async () => {
    const listed = async () => {
      const path = `/clubs/${club}/invitations?search=quasten`;
      const { invitations } = (await admin.call<{ invitations: Invitation[] }>('GET', path)).body.data;
      return invitations.map(({ accepted_name, guardian_state }) => [accepted_name, guardian_state]);
    };
    const made = await inviteGuardian();
    expect(await listed()).toEqual([[null, null]]);
    await accept(parent, tokenOf(made));
    const name = expect.stringMatching(/^user No\d+$/);
    expect(await listed()).toEqual([[name, 'asked']]);
    const [question] = (await familyOf(parent)).asked;
    await parent.call('POST', `/family/guardianships/${question?.id}/accept`);
    expect(await listed()).toEqual([[name, 'confirmed']]);
    await parent.call('DELETE', `/family/guardianships/${question?.id}`);
    expect(await listed()).toEqual([[name, 'ended']]);
    await accept(parent, tokenOf(await inviteGuardian()));
    expect(await listed()).toEqual([
      [name, 'asked'],
      [name, 'asked'],
    ]);
  });

  test.each([
    ['who leaves without an answer can join by it again', 'leaves', 'open', undefined],
    ['whom the club removes cannot', 'is removed', 'used', 'invitation_accepted_before'],
  ] as const)('%s; neither has answered or has a notification left', async (_, how, state, code) => {
    const made = await inviteGuardian();
    await accept(parent, tokenOf(made));
    if (how === 'leaves') await parent.call('POST', `/clubs/${club}/leave`);
    else await admin.call('DELETE', `/clubs/${club}/members/${parent.id}`);
    const { invitations } = (
      await admin.call<{ invitations: Invitation[] }>('GET', `/clubs/${club}/invitations?search=quasten`)
    ).body.data;
    expect(invitations).toMatchObject([{ state, guardian_state: null }]);
    const { notifications } = (
      await parent.call<{ notifications: { kind: string; read_at: string | null }[] }>(
        'GET',
        '/notifications',
      )
    ).body.data;
    const question = notifications.find(({ kind }) => kind === 'consent_requested');
    expect(question?.read_at).not.toBeNull();
    expect((await accept(parent, tokenOf(made))).body.code).toBe(code);
    expect(await asked(parent)).toEqual(how === 'leaves' ? ['Penny Quastenberg'] : []);
  });

  test('asks the account that it makes', async () => {
    const account = newAccount();
    const { body } = await caller(app.url)<{ asked: boolean; user: { id: string } }>(
      'POST',
      '/invitations/register',
      { ...account, token: tokenOf(await inviteGuardian()) },
    );
    expect(body.data.asked).toBe(true);
    const guardianships = await app.ctx.db
      .selectFrom('guardianship')
      .select(['user_id', 'club_person_id', 'state', 'decided_by'])
      .execute();
    expect(guardianships).toEqual([
      { user_id: body.data.user.id, club_person_id: child, state: 'asked', decided_by: null },
    ]);
  });

  test('asks who was a member already, and is spent', async () => {
    await addMember(app, club, parent.id);
    const token = tokenOf(await inviteGuardian());
    const { body } = await parent.call<{ accepted: boolean }>('POST', '/invitations/check', { token });
    expect(body.data.accepted).toBe(false);
    expect((await accept(parent, token)).body.data).toMatchObject({ asked: true });
    expect((await accept(parent, token)).body.data).toMatchObject({ asked: false });
    expect(await asked(parent)).toHaveLength(1);
    expect((await accept(await createActor(app), token)).body.code).toBe('invitation_used');
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
  ])('asks nothing where the child %s', async (_, happens) => {
    const token = tokenOf(await inviteGuardian());
    await happens();
    const before = await asked(parent);
    const { status, body } = await accept(parent, token);
    expect([status, body.data]).toMatchObject([200, { asked: false }]);
    expect((await membershipOf(app, club, parent.id))?.status).toBe('approved');
    expect(await asked(parent)).toEqual(before);
  });

  test('of two at once one is asked', async () => {
    const token = tokenOf(await inviteGuardian());
    const both = [parent, await createActor(app)];
    const answers = await Promise.all(both.map((who) => accept(who, token)));
    expect(answers.map(({ body }) => body.code ?? 'joined').sort()).toEqual(['invitation_used', 'joined']);
    expect((await Promise.all(both.map(asked))).flat()).toEqual(['Penny Quastenberg']);
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
