import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invitation, OpenInvitation } from '#server/contract/schemas/invitations.ts';
import { createTokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { type Actor, caller, createActor, createClub } from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { invite, newAccount, tokenOf } from '#tests/support/invitations.ts';
import { type MailApp, startMailApp, tokenIn } from '#tests/support/mail-app.ts';

let server: MailApp;
let club: string;
let head: Actor;
beforeAll(async () => {
  server = await startMailApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.mails.refuse = null;
  club = await createClub(server.app, 'TSV Nord');
  head = await createActor(server.app, [{ role: 'club_admin', club }], 'head');
});

const ada = () => ({ first_name: 'Ada', last_name: 'Lovelace', email: newAccount('ada').email });
const at = ({ id }: { id: string }) => `/clubs/${club}/invitations/${id}`;
const mailStateOf = async ({ id }: Invitation) =>
  (
    await head.call<{ invitations: Invitation[] }>('GET', `/clubs/${club}/invitations`)
  ).body.data.invitations.find((one) => one.id === id)?.mail;

describe('the mail of an invitation', () => {
  test('goes once to an address without an account, says who invites, and names no child in its subject', async () => {
    const wanted = ada();
    const made = await invite(head, club, wanted);
    expect(made.mail).toBe('waiting');
    const [received, ...more] = await server.deliver();
    expect(more).toEqual([]);
    expect(received!.to).toEqual([wanted.email]);
    expect(received!.mail.subject).toBe('An invitation from TSV Nord');
    expect(received!.mail.text).toContain('Hello Ada Lovelace,');
    expect(received!.mail.text).toMatch(/head No\d+ invites you to join TSV Nord/);
    expect(received!.mail.headers).not.toHaveProperty('list-unsubscribe');
    expect(await server.deliverAll()).toEqual([]);
    expect(await mailStateOf(made)).toBe('sent');
  });

  test('for a guardian says so, and names no child', async () => {
    const child = await createClubPerson(server.app, club, { first_name: 'Penny', last_name: 'Berg' });
    await invite(head, club, { email: newAccount('ada').email, guardian_of: child });
    const [received] = await server.deliver();
    expect(received!.mail.text).toMatch(/invites you as a child’s guardian to join TSV Nord/);
    expect(JSON.stringify(received)).not.toMatch(/Penny|Berg/);
  });

  test('is in the language of the account that invites', async () => {
    await head.call('PUT', '/users/profile/language', { language: 'de' });
    await invite(head, club, { ...ada(), role: 'photographer' });
    const [received] = await server.deliver();
    expect(received!.mail.subject).toBe('Eine Einladung von TSV Nord');
    expect(received!.mail.text).toMatch(/lädt Sie ein, hier bei TSV Nord zu fotografieren/);
  });

  test('has a link of its own, which alone shows and confirms the address', async () => {
    const wanted = ada();
    const made = await invite(head, club, wanted);
    const [received] = await server.deliver();
    const token = tokenIn(received, '/invitation');
    expect(token).not.toBe(tokenOf(made));
    const anonymous = caller(server.app.url);
    const check = async (each: string) =>
      (await anonymous<OpenInvitation>('POST', '/invitations/check', { token: each })).body.data.email;
    expect([await check(token), await check(tokenOf(made))]).toEqual([wanted.email, null]);
    const account = { ...newAccount(), email: wanted.email };
    const { body } = await anonymous<{ user: { email_verified: boolean } }>('POST', '/invitations/register', {
      ...account,
      token,
    });
    expect(body.data.user.email_verified).toBe(true);
    // Nothing is left to confirm.
    expect(await server.deliverAll()).toEqual([]);
    const again = await anonymous('POST', '/invitations/check', { token: tokenOf(made) });
    expect(again.body.code).toBe('invitation_used');
  });

  test('confirms the address of an account that is there, too', async () => {
    const member = await createActor(server.app);
    await invite(head, club, { email: `${member.username}@example.org` });
    const [received] = await server.deliver();
    await member.call('POST', '/invitations/accept', { token: tokenIn(received, '/invitation') });
    const { body } = await member.call<{ email_verified: boolean }>('GET', '/auth/me');
    expect(body.data.email_verified).toBe(true);
  });

  test('of an account made with the printed link is the usual one, which asks to confirm the address', async () => {
    const made = await invite(head, club);
    const account = newAccount();
    await caller(server.app.url)('POST', '/invitations/register', { ...account, token: tokenOf(made) });
    const mails = await server.deliver();
    expect(mails.map(({ to, mail }) => [to, mail.subject])).toEqual([
      [[account.email], 'Confirm your address for Clublens'],
    ]);
  });

  test('is not sent when the invitation was revoked, used or deleted before', async () => {
    const [revoked, used, deleted] = [
      await invite(head, club, ada()),
      await invite(head, club, ada()),
      await invite(head, club, ada()),
    ];
    await head.call('DELETE', at(revoked));
    await (await createActor(server.app)).call('POST', '/invitations/accept', { token: tokenOf(used) });
    await server.app.ctx.db.deleteFrom('invitation').where('id', '=', deleted.id).execute();
    expect(await server.deliver()).toEqual([]);
  });

  test('is sent with the new link only when the link was replaced before, and again when after', async () => {
    const made = await invite(head, club, ada());
    await head.call('POST', `${at(made)}/replace`);
    const before = await server.deliver();
    expect(before).toHaveLength(1);
    await head.call('POST', `${at(made)}/replace`);
    const after = await server.deliver();
    expect(after).toHaveLength(1);
    const check = async (received: (typeof before)[number]) =>
      (
        await caller(server.app.url)('POST', '/invitations/check', {
          token: tokenIn(received, '/invitation'),
        })
      ).body.code ?? 'open';
    expect([await check(before[0]!), await check(after[0]!)]).toEqual(['invitation_replaced', 'open']);
  });

  test('is sent later where there was no mail when it was made: once, with the link as it is', async () => {
    const { ctx } = server.app;
    const { mail, tokens } = ctx;
    ctx.mail = null;
    const wanted = ada();
    const made = await invite(head, club, wanted);
    const send = (one = made) => head.call<Invitation>('POST', `${at(one)}/mail`);
    ctx.mail = mail;
    expect([made.mail, await server.deliver()]).toEqual([null, []]);
    ctx.tokens = { ...tokens, signInvitation: createTokenSigner('s'.repeat(40)).signInvitation };
    expect((await send()).body.code).toBe('invitation_link_unknown');
    ctx.tokens = tokens;
    const sent = await send();
    expect([sent.status, sent.body.data.mail, sent.body.data.url]).toEqual([200, 'waiting', made.url]);
    await send();
    const mails = await server.deliver();
    expect(mails.map(({ to }) => to)).toEqual([[wanted.email]]);
    const token = tokenIn(mails[0], '/invitation');
    const anonymous = caller(server.app.url);
    for (const each of [token, tokenOf(made)])
      expect((await anonymous('POST', '/invitations/check', { token: each })).status).toBe(200);
    const nameless = await invite(head, club, { first_name: 'Ada' });
    expect((await send(nameless)).body.detail).toEqual([{ field: 'email', msg: 'Email is required' }]);
    await head.call('DELETE', at(made));
    expect((await send()).body.code).toBe('invitation_revoked');
  });

  test('goes to the corrected address, and the link in the wrong mailbox no longer works', async () => {
    const made = await invite(head, club, ada());
    const [stray] = await server.deliver();
    const { email } = ada();
    await head.call('POST', `${at(made)}/replace`, { email });
    const [received] = await server.deliver();
    expect(received?.to).toEqual([email]);
    const check = async (token: string) =>
      (await caller(server.app.url)('POST', '/invitations/check', { token })).body.code ?? 'open';
    expect(await check(tokenIn(stray, '/invitation'))).toBe('invitation_replaced');
    expect(await check(tokenIn(received, '/invitation'))).toBe('open');
  });

  test('is not written where there is no address', async () => {
    expect((await invite(head, club, { first_name: 'Ada' })).mail).toBe(null);
    expect(await server.deliverAll()).toEqual([]);
  });

  test('holds no token in the database', async () => {
    const made = await invite(head, club, ada());
    const rows = JSON.stringify(await server.app.ctx.db.selectFrom('mail_outbox').selectAll().execute());
    const mailed = server.app.ctx.tokens.signInvitation(made.id, 1, 'mailed');
    for (const token of [tokenOf(made), mailed]) expect(rows).not.toContain(token);
  });
});

test('where no mail with a link is sent, an invitation with an address is a link and no mail', async () => {
  const silent = await startMailApp(null);
  try {
    const home = await createClub(silent.app);
    const admin = await createActor(silent.app, [{ role: 'club_admin', club: home }]);
    const made = await invite(admin, home, ada());
    expect([made.mail, made.state, made.email !== null]).toEqual([null, 'open', true]);
    expect(await silent.deliverAll()).toEqual([]);
  } finally {
    await silent.close();
  }
});
