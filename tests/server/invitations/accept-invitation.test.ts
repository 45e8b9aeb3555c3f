import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenInvitation } from '#server/contract/schemas/invitations.ts';
import { unnamedAdmin } from '#server/features/accounts/users/unnamed-admin.ts';
import { type Actor, addMember, caller, createActor, createClub } from '#tests/support/actors.ts';
import { invite, membershipOf, rolesOf, tokenOf } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let head: Actor;
let member: Actor;
beforeEach(async () => {
  club = await createClub(app, 'TSV Nord');
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
  member = await createActor(app);
});

const anonymous: ReturnType<typeof caller> = (...args) => caller(app.url)(...args);
const check = (token: string, call = anonymous) =>
  call<OpenInvitation>('POST', '/invitations/check', { token });
const accept = (as: Actor, token: string) => as.call('POST', '/invitations/accept', { token });
const isMember = async (who: Actor) => (await membershipOf(app, club, who.id))?.status;
const usesOf = async (id: string) =>
  (
    await app.ctx.db
      .selectFrom('invitation_acceptance')
      .select('user_id')
      .where('invitation_id', '=', id)
      .execute()
  ).length;

describe('reading an invitation', () => {
  test('says club, role and who invites, and nothing about others; ten times spend nothing', async () => {
    const made = await invite(head, club, { first_name: 'Ada', email: 'ada@example.org' });
    for (let time = 0; time < 10; time += 1) {
      const { status, body } = await check(tokenOf(made));
      expect([status, body.data]).toEqual([
        200,
        {
          club: { id: club, name: 'TSV Nord', sport_type: 'Football' },
          role: 'member',
          inviter_name: expect.stringMatching(/^head No\d+$/),
          expires_at: made.expires_at,
          first_name: 'Ada',
          last_name: '',
          email: null,
          for_guardian: false,
          accepted: false,
        },
      ]);
    }
    expect(await usesOf(made.id)).toBe(0);
    expect((await accept(member, tokenOf(made))).status).toBe(200);
    expect((await check(tokenOf(made))).body.code).toBe('invitation_used');
  });

  test('takes what people type from paper: capitals and spaces around it', async () => {
    const token = tokenOf(await invite(head, club));
    expect((await check(` ${token.toUpperCase()} `)).status).toBe(200);
  });

  test('says when it is unknown, expired, revoked or used up, each in its own words', async () => {
    const [expired, revoked, used] = [
      await invite(head, club),
      await invite(head, club),
      await invite(head, club, { max_uses: 1 }),
    ];
    await app.ctx.db
      .updateTable('invitation')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', expired.id)
      .execute();
    await head.call('DELETE', `/clubs/${club}/invitations/${revoked.id}`);
    await accept(await createActor(app), tokenOf(used));
    for (const [token, code] of [
      ['no-such-token', 'invitation_not_found'],
      [tokenOf(expired), 'invitation_expired'],
      [tokenOf(revoked), 'invitation_revoked'],
      [tokenOf(used), 'invitation_used'],
    ] as const) {
      expect((await check(token)).body.code).toBe(code);
      expect((await accept(member, token)).body.code).toBe(code);
    }
    expect(await isMember(member)).toBe(undefined);
  });

  test('needs a session to be accepted', async () => {
    const token = tokenOf(await invite(head, club));
    expect((await anonymous('POST', '/invitations/accept', { token })).body.code).toBe('not_signed_in');
  });
});

describe('accepting an invitation', () => {
  test('makes an approved member, and tells the viewer’s pages', async () => {
    const made = await invite(head, club);
    const { body } = await accept(member, tokenOf(made));
    expect(body.data).toEqual({
      club: { id: club, name: 'TSV Nord' },
      role: 'member',
      guardian: null,
      child_id: null,
    });
    expect(await membershipOf(app, club, member.id)).toMatchObject({
      status: 'approved',
      approved_by: head.id,
    });
    expect(await rolesOf(app, member.id)).toEqual([]);
  });

  test('approves a request that waits', async () => {
    await addMember(app, club, member.id, 'pending');
    await accept(member, tokenOf(await invite(head, club)));
    expect(await isMember(member)).toBe('approved');
  });

  test('to photograph makes a member and a photographer in this club only', async () => {
    const other = await createClub(app);
    await accept(member, tokenOf(await invite(head, club, { role: 'photographer' })));
    expect(await isMember(member)).toBe('approved');
    expect(await rolesOf(app, member.id)).toEqual([{ role_name: 'photographer', club_id: club }]);
    expect(await membershipOf(app, other, member.id)).toBe(undefined);
  });

  test.each([
    ['member', []],
    ['photographer', ['photographer']],
  ] as const)('as %s lowers nobody and raises no more than its row', async (role, raised) => {
    const other = await createClub(app);
    const photographer = await createActor(app, [{ role: 'photographer', club }]);
    const admin = await createActor(app, ['admin', { role: 'club_admin', club: other }]);
    const clubAdmin = await createActor(app, [{ role: 'club_admin', club }]);
    for (const who of [photographer, admin, clubAdmin]) {
      const before = await rolesOf(app, who.id);
      const { status } = await accept(who, tokenOf(await invite(head, club, { role })));
      expect(status).toBe(200);
      const gained = raised.map((role_name) => ({ role_name, club_id: club }));
      const after = await rolesOf(app, who.id);
      const key = (grant: object) => JSON.stringify(grant);
      expect(after.map(key).sort()).toEqual([...new Set([...before, ...gained].map(key))].sort());
      expect(await isMember(who)).toBe('approved');
    }
  });

  test('spends no use where the viewer has all of it, and keeps the date of an old membership', async () => {
    await addMember(app, club, member.id);
    const before = await membershipOf(app, club, member.id);
    const made = await invite(head, club, { first_name: 'Ada' });
    expect((await check(tokenOf(made), member.call)).body.data.accepted).toBe(true);
    expect((await accept(member, tokenOf(made))).status).toBe(200);
    expect(await membershipOf(app, club, member.id)).toEqual(before);
    expect(await usesOf(made.id)).toBe(0);
  });

  test('twice by the same account is one use, also once it is used up', async () => {
    const made = await invite(head, club, { first_name: 'Ada' });
    for (let time = 0; time < 3; time += 1) expect((await accept(member, tokenOf(made))).status).toBe(200);
    expect(await usesOf(made.id)).toBe(1);
    expect((await check(tokenOf(made), member.call)).body.data.accepted).toBe(true);
  });

  test('of the last use by many at once lets one of them in', async () => {
    const made = await invite(head, club, { max_uses: 2 });
    const crowd = await Promise.all(Array.from({ length: 6 }, () => createActor(app)));
    const answers = await Promise.all(crowd.map((who) => accept(who, tokenOf(made))));
    expect(answers.map(({ body }) => body.code ?? 'ok').sort()).toEqual([
      ...Array(4).fill('invitation_used'),
      'ok',
      'ok',
    ]);
    expect(await usesOf(made.id)).toBe(2);
    const members = await Promise.all(crowd.map(isMember));
    expect(members.filter(Boolean)).toHaveLength(2);
  });

  test('brings nobody back who was removed, nor a role that was taken', async () => {
    const poster = await invite(head, club);
    const personal = await invite(head, club, { role: 'photographer' });
    for (const made of [poster, personal]) {
      const who = await createActor(app);
      await accept(who, tokenOf(made));
      await head.call('DELETE', `/clubs/${club}/members/${who.id}`);
      expect((await accept(who, tokenOf(made))).body.code).toBe('invitation_accepted_before');
      expect((await check(tokenOf(made), who.call)).body.code).toBe('invitation_accepted_before');
      await who.call('POST', `/clubs/${club}/join`);
      expect((await accept(who, tokenOf(made))).body.code).toBe('invitation_accepted_before');
      expect(await isMember(who)).toBe('pending');
    }
    const other = await invite(head, club, { role: 'photographer' });
    await accept(member, tokenOf(other));
    await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', member.id).execute();
    expect((await accept(member, tokenOf(other))).status).toBe(200);
    expect(await rolesOf(app, member.id)).toEqual([]);
  });

  test('stays counted when the account is deleted', async () => {
    const made = await invite(head, club, { first_name: 'Ada' });
    await accept(member, tokenOf(made));
    await app.ctx.db.deleteFrom('app_user').where('id', '=', member.id).execute();
    expect((await check(tokenOf(made))).body.code).toBe('invitation_used');
  });

  test('names no first administrator who has given no name yet', async () => {
    const made = await invite(head, club);
    await app.ctx.db
      .updateTable('app_user')
      .set({ first_name: unnamedAdmin, last_name: '' })
      .where('id', '=', head.id)
      .execute();
    expect((await check(tokenOf(made))).body.data.inviter_name).toBe(null);
  });

  test('goes on when the account that invited is gone', async () => {
    const made = await invite(head, club);
    await app.ctx.db.deleteFrom('app_user').where('id', '=', head.id).execute();
    expect((await check(tokenOf(made))).body.data.inviter_name).toBe(null);
    expect((await accept(member, tokenOf(made))).status).toBe(200);
  });
});
