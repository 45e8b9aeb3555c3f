import { beforeEach, describe, expect, test } from 'vitest';
import type { InstallationSettings } from '#server/contract/schemas/installation-settings.ts';
import type { Session } from '#server/contract/schemas/users.ts';
import { type Actor, caller, createActor, createClub } from '#tests/support/actors.ts';
import { invite, membershipOf, newAccount, rolesOf, tokenOf } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let head: Actor;
let admin: Actor;
beforeEach(async () => {
  club = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club }]);
  admin = await createActor(app, ['admin']);
  await setRegistration('open');
});

const setRegistration = (registration: InstallationSettings['registration']) =>
  admin.call('PUT', '/settings', { registration });
type Joined = Session & { club: { id: string } };
const register = (token: string, account: object = newAccount()) =>
  caller(app.url)<Joined>('POST', '/invitations/register', { ...account, token });
const countAccounts = async () => (await app.ctx.db.selectFrom('app_user').select('id').execute()).length;

describe.each([
  ['open', true],
  ['invitation', true],
  ['closed', false],
] as const)('with registration %s', (registration, isAllowed) => {
  beforeEach(() => setRegistration(registration));

  test.each(['member', 'photographer'] as const)('an invitation as %s', async (role) => {
    const made = await invite(head, club, { role });
    const before = await countAccounts();
    const { status, body } = await register(tokenOf(made));
    if (!isAllowed) {
      expect([status, body.code]).toEqual([403, 'registration_closed']);
      expect(await countAccounts()).toBe(before);
      return;
    }
    expect([status, body.data.club.id]).toEqual([201, club]);
    const { user, access_token } = body.data;
    expect((await caller(app.url, access_token)('GET', '/auth/me')).status).toBe(200);
    expect(await membershipOf(app, club, user.id)).toMatchObject({ status: 'approved' });
    const grant = { role_name: 'photographer', club_id: club };
    expect(await rolesOf(app, user.id)).toEqual(role === 'photographer' ? [grant] : []);
    expect(user.clubs.map(({ id }) => id)).toEqual([club]);
    const notices = await app.ctx.db
      .selectFrom('notification')
      .select('kind')
      .where('user_id', '=', user.id)
      .execute();
    expect(notices.map(({ kind }) => kind).sort()).toEqual(['getting_started_galleries', 'welcome']);
  });

  test('an account that is there joins by signing in', async () => {
    const made = await invite(head, club);
    const member = await createActor(app);
    const { status } = await member.call('POST', '/invitations/accept', { token: tokenOf(made) });
    expect(status).toBe(200);
  });
});

describe('an account made with an invitation', () => {
  test('is not made where the invitation does not work', async () => {
    const revoked = await invite(head, club);
    await head.call('DELETE', `/clubs/${club}/invitations/${revoked.id}`);
    const before = await countAccounts();
    expect((await register('unknown')).body.code).toBe('invitation_not_found');
    expect((await register(tokenOf(revoked))).body.code).toBe('invitation_revoked');
    expect(await countAccounts()).toBe(before);
  });

  test('is not made twice when two want the last use at once', async () => {
    const made = await invite(head, club, { first_name: 'Ada' });
    const before = await countAccounts();
    const answers = await Promise.all([1, 2, 3].map(() => register(tokenOf(made))));
    expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
      'invitation_used',
      'invitation_used',
      'ok',
    ]);
    expect(await countAccounts()).toBe(before + 1);
  });

  test('follows the rules of every account, and a refusal spends no use', async () => {
    const made = await invite(head, club, { first_name: 'Ada' });
    const taken = { ...newAccount(), username: head.username };
    expect((await register(tokenOf(made), taken)).body.code).toBe('username_taken');
    const weak = { ...newAccount(), password: 'Password1' };
    expect((await register(tokenOf(made), weak)).body.code).toBe('password_too_common');
    expect((await register(tokenOf(made))).status).toBe(201);
  });

  test('has no confirmed address when the link was printed', async () => {
    const account = newAccount();
    const made = await invite(head, club, { email: account.email });
    const { body } = await register(tokenOf(made), account);
    expect(body.data.user.email_verified).toBe(false);
  });

  test('has its address confirmed by the mailed link, where it is the same address', async () => {
    for (const [isSame, expected] of [
      [true, true],
      [false, false],
    ]) {
      const account = newAccount();
      const email = isSame ? account.email.toUpperCase() : 'somebody.else@example.org';
      const made = await invite(head, club, { email });
      const token = app.ctx.tokens.signInvitation(made.id, 1, 'mailed');
      const { body } = await register(token, account);
      expect(body.data.user.email_verified).toBe(expected);
    }
  });
});
