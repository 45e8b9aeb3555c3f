import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { type Actor, caller, createActor, createClub } from '#tests/support/actors.ts';
import { invite, tokenOf } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let head: Actor;
beforeEach(async () => {
  app.clock.set(null);
  club = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
});

type Page = { invitations: Invitation[]; total: number };
const list = async (query = '', as = head) =>
  (await as.call<Page>('GET', `/clubs/${club}/invitations${query}`)).body.data;
const check = (token: string, as?: Actor) =>
  (as?.call ?? caller(app.url))('POST', '/invitations/check', { token });
const at = ({ id }: { id: string }) => `/clubs/${club}/invitations/${id}`;

describe('invitations to a club', () => {
  test('are made by its administrators and by global ones, for photographers too, and by nobody else', async () => {
    const otherClub = await createClub(app);
    const admins = [head, await createActor(app, ['admin']), await createActor(app, ['superuser'])];
    const others = [
      await createActor(app),
      await createActor(app, ['photographer']),
      await createActor(app, [{ role: 'photographer', club }]),
      await createActor(app, [{ role: 'club_admin', club: otherClub }]),
    ];
    for (const role of ['member', 'photographer']) {
      for (const admin of admins) expect((await invite(admin, club, { role })).role).toBe(role);
      for (const other of others) {
        const { status, body } = await other.call('POST', `/clubs/${club}/invitations`, { role });
        expect([status, body.code]).toEqual([403, 'club_forbidden']);
      }
    }
    const [first] = (await list()).invitations;
    for (const other of others)
      for (const [method, path] of [
        ['GET', `/clubs/${club}/invitations`],
        ['POST', `${at(first!)}/replace`],
        ['DELETE', at(first!)],
      ] as const)
        expect((await other.call(method, path)).status).toBe(403);
    expect((await list()).total).toBe(6);
  });

  test('end after a month, or after the days that were chosen', async () => {
    const now = new Date();
    app.clock.set(now);
    const days = async (wanted: object) =>
      (Date.parse((await invite(head, club, wanted)).expires_at) - now.getTime()) / dayMs;
    expect([await days({}), await days({ expires_in_days: 7 })]).toEqual([30, 7]);
  });

  test('for one person cannot be made for several', async () => {
    for (const wanted of [{ first_name: 'Ada' }, { email: 'ada@example.org' }, { role: 'photographer' }]) {
      const { status, body } = await head.call('POST', `/clubs/${club}/invitations`, {
        ...wanted,
        max_uses: 5,
      });
      expect([status, body.detail]).toEqual([422, [expect.objectContaining({ field: 'max_uses' })]]);
      expect((await invite(head, club, wanted)).max_uses).toBe(1);
    }
    expect((await invite(head, club)).max_uses).toBe(null);
  });

  test('are listed with their state, searched by name and address, page by page', async () => {
    const made: Invitation[] = [];
    for (const first_name of ['Ada', 'Grace', 'Mary', ''])
      made.push(await invite(head, club, { first_name }));
    const [ada, grace, mary, poster] = made as [Invitation, Invitation, Invitation, Invitation];
    const joiner = await createActor(app);
    for (const one of [ada, poster])
      await (one === ada ? joiner : await createActor(app)).call('POST', '/invitations/accept', {
        token: tokenOf(one),
      });
    await head.call('DELETE', at(grace));
    await app.ctx.db
      .updateTable('invitation')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', mary.id)
      .execute();
    const { invitations, total } = await list();
    expect(total).toBe(4);
    expect(invitations.map((one) => [one.first_name, one.state, one.uses, one.accepted_by])).toEqual([
      ['', 'open', 1, null],
      ['Mary', 'expired', 0, null],
      ['Grace', 'revoked', 0, null],
      ['Ada', 'used', 1, joiner.username],
    ]);
    for (const state of ['open', 'used', 'expired', 'revoked'])
      expect((await list(`?state=${state}`)).invitations.map((one) => one.state)).toEqual([state]);
    expect((await list('?search=gRA')).invitations.map((one) => one.id)).toEqual([grace.id]);
    const page = await list('?limit=1&offset=1');
    expect([page.total, page.invitations.map((one) => one.first_name)]).toEqual([4, ['Mary']]);
  });

  test('belong to one club: another club’s administrator does not reach them', async () => {
    const foreign = await createClub(app);
    const stranger = await createActor(app, [{ role: 'club_admin', club: foreign }]);
    const own = await invite(head, club);
    for (const [method, path] of [
      ['DELETE', `/clubs/${foreign}/invitations/${own.id}`],
      ['POST', `/clubs/${foreign}/invitations/${own.id}/replace`],
      ['DELETE', `/clubs/${foreign}/invitations/nonsense`],
    ] as const) {
      const { status, body } = await stranger.call(method, path);
      expect([status, body.code]).toEqual([404, 'invitation_not_found']);
    }
  });
});

describe('the link of an invitation', () => {
  test('stands behind the # of its address and is the same whenever it is shown', async () => {
    const made = await invite(head, club);
    expect(made.url).toBe(`${app.url}/invitation#${tokenOf(made)}`);
    expect((await list()).invitations[0]!.url).toBe(made.url);
  });

  test('is replaced in one step: the old one says that there is a newer one', async () => {
    const old = await invite(head, club);
    const { status, body } = await head.call<Invitation>('POST', `${at(old)}/replace`);
    expect([status, body.data.id, body.data.expires_at]).toEqual([200, old.id, old.expires_at]);
    expect(body.data.url).not.toBe(old.url);
    expect((await check(tokenOf(old))).body.code).toBe('invitation_replaced');
    expect((await check(tokenOf(body.data))).status).toBe(200);
    await head.call('POST', `${at(old)}/replace`);
    for (const each of [old, body.data])
      expect((await check(tokenOf(each))).body.code).toBe('invitation_replaced');
  });

  test('lasts as long again when it is replaced after it has expired', async () => {
    const made = new Date();
    app.clock.set(made);
    const old = await invite(head, club, { expires_in_days: 7 });
    const later = new Date(made.getTime() + 10 * dayMs);
    app.clock.set(later);
    expect((await check(tokenOf(old))).body.code).toBe('invitation_expired');
    const { body } = await head.call<Invitation>('POST', `${at(old)}/replace`);
    expect(body.data).toMatchObject({
      state: 'open',
      expires_at: new Date(later.getTime() + 7 * dayMs).toISOString(),
    });
  });

  test('cannot be replaced once it was used or revoked', async () => {
    const used = await invite(head, club, { first_name: 'Ada' });
    await (await createActor(app)).call('POST', '/invitations/accept', { token: tokenOf(used) });
    const revoked = await invite(head, club);
    expect((await head.call('DELETE', at(revoked))).status).toBe(200);
    const codes = [];
    for (const one of [used, revoked]) codes.push((await head.call('POST', `${at(one)}/replace`)).body.code);
    expect(codes).toEqual(['invitation_used', 'invitation_revoked']);
    expect((await head.call('DELETE', at(revoked))).body.code).toBe('invitation_revoked');
  });

  test('made with another secret is replaced together with all like it, for one person each', async () => {
    const replaceUnknown = (as = head) =>
      as.call<{ replaced: number }>('POST', `/clubs/${club}/invitations/replace-unknown`);
    const poster = await invite(head, club);
    const made = [
      await invite(head, club, { first_name: 'Ada' }),
      await invite(head, club, { email: 'grace@example.org' }),
    ];
    const revoked = await invite(head, club, { first_name: 'Mary' });
    await head.call('DELETE', at(revoked));
    expect((await replaceUnknown()).body.data).toEqual({ replaced: 0 });
    const { tokens } = app.ctx;
    app.ctx.tokens = { ...tokens, signInvitation: createTokenSigner('s'.repeat(40)).signInvitation };
    try {
      expect((await list()).invitations.map(({ url }) => url)).toEqual([null, null, null, null]);
      expect((await replaceUnknown(await createActor(app))).body.code).toBe('club_forbidden');
      expect((await replaceUnknown()).body.data).toEqual({ replaced: 2 });
      expect((await replaceUnknown()).body.data).toEqual({ replaced: 0 });
      const shown = (await list()).invitations.filter(({ url }) => url !== null);
      expect(shown.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
      for (const one of shown) expect((await check(tokenOf(one))).status).toBe(200);
    } finally {
      app.ctx.tokens = tokens;
    }
    for (const one of made) expect((await check(tokenOf(one))).body.code).toBe('invitation_replaced');
    // A poster hangs somewhere and goes on working.
    expect((await check(tokenOf(poster))).status).toBe(200);
  });

  test('is replaced together with the address, which only an invitation for one person has', async () => {
    const mistyped = await invite(head, club, { first_name: 'Ada', email: 'ada@exmaple.org' });
    const correct = (one: Invitation, email: string) =>
      head.call<Invitation>('POST', `${at(one)}/replace`, { email });
    const { body } = await correct(mistyped, 'ada@example.org');
    expect(body.data).toMatchObject({ id: mistyped.id, first_name: 'Ada', email: 'ada@example.org' });
    expect((await check(tokenOf(mistyped))).body.code).toBe('invitation_replaced');
    expect((await check(tokenOf(body.data))).status).toBe(200);
    expect((await correct(mistyped, 'ada@example')).body.detail).toEqual([
      { field: 'email', msg: 'Please enter a valid email address' },
    ]);
    expect((await correct(await invite(head, club), 'ada@example.org')).body.detail).toEqual([
      { field: 'email', msg: 'Only an invitation for one person has an address' },
    ]);
  });

  test('is not mailed by a server that sends no mails', async () => {
    const made = await invite(head, club, { email: 'ada@example.org' });
    expect((await head.call('POST', `${at(made)}/mail`)).body.code).toBe('mail_not_set_up');
  });

  test('made with another secret is not shown, and replaced', async () => {
    const made = await invite(head, club);
    const { tokens } = app.ctx;
    app.ctx.tokens = { ...tokens, signInvitation: createTokenSigner('s'.repeat(40)).signInvitation };
    try {
      expect((await list()).invitations[0]!.url).toBe(null);
      const { body } = await head.call<Invitation>('POST', `${at(made)}/replace`);
      expect((await check(tokenOf(body.data))).status).toBe(200);
    } finally {
      app.ctx.tokens = tokens;
    }
    expect((await check(tokenOf(made))).body.code).toBe('invitation_replaced');
  });
});

test('the activity log says who invited, replaced and revoked, without any token', async () => {
  const admin = await createActor(app, ['admin']);
  const made = await invite(head, club, { role: 'photographer', email: 'ada@example.org' });
  const { body } = await head.call<Invitation>('POST', `${at(made)}/replace`);
  const joiner = await createActor(app);
  await joiner.call('POST', '/invitations/accept', { token: tokenOf(body.data) });
  await head.call('DELETE', at(made));
  type Entry = { action: string; actor_name: string; target_id: string; params: object };
  const { entries } = (await admin.call<{ entries: Entry[] }>('GET', '/audit')).body.data;
  expect(
    entries.slice(0, 4).map((entry) => [entry.action, entry.actor_name, entry.target_id, entry.params]),
  ).toEqual([
    ['invitation.revoke', head.username, club, { invitation_id: made.id, role: 'photographer' }],
    ['invitation.accept', joiner.username, club, { invitation_id: made.id, role: 'photographer' }],
    ['invitation.replace', head.username, club, { invitation_id: made.id, role: 'photographer' }],
    ['invitation.create', head.username, club, { invitation_id: made.id, role: 'photographer' }],
  ]);
  const everything = JSON.stringify(await app.ctx.db.selectFrom('audit_entry').selectAll().execute());
  for (const one of [made, body.data]) expect(everything).not.toContain(tokenOf(one));
});
