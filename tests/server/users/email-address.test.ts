/** @module-tag long */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#server/contract/schemas/users.ts';
import { createRateLimits } from '#server/features/platform/rate-limits/rate-limits.ts';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { type MailApp, startMailApp, tokenIn } from '#tests/support/mail-app.ts';
import { startTestApp } from '#tests/support/test-app.ts';

let club: MailApp;
let user: Actor;
beforeAll(async () => {
  club = await startMailApp();
});
afterAll(() => club.close());
beforeEach(async () => {
  club.app.clock.set(null);
  Object.assign(club.app.ctx.rateLimits, createRateLimits());
  user = await createActor(club.app, [], 'mover');
  await club.deliver();
});

const anonymous: ReturnType<typeof caller> = (...args) => caller(club.app.url)(...args);
const check = (token: string) => anonymous('POST', '/auth/confirm-email/check', { token });
const confirm = (token: string) => anonymous<{ email: string }>('POST', '/auth/confirm-email', { token });
const me = async (of = user) => (await of.call<User>('GET', '/auth/me')).body.data;
const change = (email: string) => user.call<User>('PUT', '/users/profile', { email });
const page = 'https://photos.club.example/confirm-email';
let serial = 0;
const address = () => {
  serial += 1;
  return `new${serial}@example.org`;
};

describe('a new account', () => {
  test('gets a mail in its language, and is confirmed by the button behind its link, once', async () => {
    const account = { username: `fresh${address()}`, email: address(), password: testPassword };
    const { body } = await anonymous<{ access_token: string; user: User }>('POST', '/auth/register', {
      ...account,
      first_name: 'Neu',
      language: 'de',
    });
    expect(body.data.user).toMatchObject({ email_verified: false, language: 'de' });
    const [received, ...more] = await club.deliver();
    expect(more).toEqual([]);
    expect([received!.to, received!.mail.subject]).toEqual([
      [account.email],
      'Bestätigen Sie Ihre Adresse für Clublens',
    ]);
    const token = tokenIn(received, page);
    for (let i = 0; i < 10; i += 1)
      expect((await check(token)).body.data).toEqual({
        username: account.username,
        email: account.email,
        is_change: false,
      });
    expect((await confirm(token)).status).toBe(200);
    const again = caller(club.app.url, body.data.access_token);
    expect((await again<User>('GET', '/auth/me')).body.data.email_verified).toBe(true);
    expect((await confirm(token)).body.code).toBe('token_used');
  });

  test('can ask for the mail again, a limited number of times, and not once it is confirmed', async () => {
    const ask = () => user.call('POST', '/users/profile/verify-email');
    expect((await ask()).status).toBe(202);
    await confirm(tokenIn((await club.deliver())[0], page));
    expect((await ask()).status).toBe(202);
    expect(await club.deliver()).toEqual([]);
    const codes: number[] = [];
    for (let i = 0; i < 10; i += 1) codes.push((await ask()).status);
    expect(codes).toContain(429);
  });
});

describe('a change of address', () => {
  test('waits until the new address confirms it; then the old one is told', async () => {
    const email = address();
    const old = (await me()).email;
    expect((await change(email)).body.data).toMatchObject({ email: old, pending_email: email });
    const [received, ...more] = await club.deliver();
    expect([received!.to, more]).toEqual([[email], []]);
    const token = tokenIn(received, page);
    expect((await check(token)).body.data).toMatchObject({ email, is_change: true });
    expect((await me()).email).toBe(old);
    expect((await confirm(token)).body.data).toEqual({ email });
    expect(await me()).toMatchObject({ email, pending_email: null, email_verified: true });
    const [told, ...none] = await club.deliver();
    expect([told!.to, told!.mail.subject, none]).toEqual([
      [old],
      'Your address for Clublens was changed',
      [],
    ]);
    expect(told!.mail.text).toContain(email);
    const signIn = (username: string) =>
      anonymous('POST', '/auth/login', { username, password: testPassword });
    expect([(await signIn(email)).status, (await signIn(old)).status]).toEqual([200, 401]);
  });

  test('is taken back by writing the old address, and its link ends', async () => {
    await change(address());
    const token = tokenIn((await club.deliver())[0], page);
    const old = (await me()).email;
    expect((await change(old)).body.data).toMatchObject({ email: old, pending_email: null });
    expect((await confirm(token)).body.code).toBe('token_revoked');
    expect((await me()).email).toBe(old);
  });

  test('to the third address ends the link to the second', async () => {
    await change(address());
    const token = tokenIn((await club.deliver())[0], page);
    await change(address());
    expect((await confirm(token)).body.code).toBe('token_revoked');
  });

  test('never takes the address of another account, not even one that came first meanwhile', async () => {
    const other = await createActor(club.app, [], 'neighbour');
    const taken = await change(`${other.username}@example.org`);
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
    const email = address();
    await change(email);
    const token = tokenIn((await club.deliver())[0], page);
    await createActorWith(email);
    expect((await confirm(token)).body.code).toBe('email_taken');
    expect((await me()).email).not.toBe(email);
  });

  test('ends links that were mailed to the old address', async () => {
    await anonymous('POST', '/auth/forgot-password', { login: user.username });
    const reset = tokenIn((await club.deliverAll())[0], '/reset-password');
    await change(address());
    await confirm(tokenIn((await club.deliver())[0], page));
    const spent = await anonymous('POST', '/auth/reset-password', {
      token: reset,
      new_password: 'brand new one',
    });
    expect(spent.body.code).toBe('token_revoked');
  });

  test('dies with a changed password and after a day', async () => {
    await change(address());
    const late = tokenIn((await club.deliver())[0], page);
    club.app.clock.set(new Date(Date.now() + 24 * 3_600_000 + 1_000));
    expect((await check(late)).body.code).toBe('token_expired');
    club.app.clock.set(null);
    await user.call('PUT', '/users/change-password', {
      current_password: testPassword,
      new_password: 'another secret of mine',
    });
    expect((await check(late)).body.code).toBe('token_revoked');
  });

  test('by an administrator happens at once, ends the sessions, and asks for a new confirmation', async () => {
    await user.call('POST', '/users/profile/verify-email');
    await confirm(tokenIn((await club.deliver())[0], page));
    const admin = await createActor(club.app, ['admin']);
    const email = address();
    await admin.call('PUT', `/users/${user.id}`, { first_name: 'Same' });
    expect((await me()).email_verified).toBe(true);
    await admin.call('PUT', `/users/${user.id}`, { email });
    expect((await user.call('GET', '/auth/me')).status).toBe(401);
    const signedIn = await anonymous<{ user: User }>('POST', '/auth/login', {
      username: email,
      password: testPassword,
    });
    expect(signedIn.body.data.user).toMatchObject({ email, email_verified: false });
    const ownAddress = address();
    expect((await admin.call('PUT', `/users/${admin.id}`, { email: ownAddress })).status).toBe(200);
    expect(await me(admin)).toMatchObject({ email: ownAddress });
  });
});

async function createActorWith(email: string): Promise<void> {
  const other = await createActor(club.app, [], 'faster');
  await club.app.ctx.db
    .updateTable('app_user')
    .set({ email, email_key: email })
    .where('id', '=', other.id)
    .execute();
}

test('a token for a new password confirms no address, and the other way round', async () => {
  await user.call('POST', '/users/profile/verify-email');
  const token = tokenIn((await club.deliver())[0], page);
  const crossed = await anonymous('POST', '/auth/reset-password', { token, new_password: 'brand new one' });
  expect(crossed.body.code).toBe('token_not_found');
});

test('the language of mails is the account’s own choice', async () => {
  expect((await me()).language).toBeNull();
  await user.call('PUT', '/users/profile/language', { language: 'de' });
  expect((await me()).language).toBe('de');
  expect((await user.call('PUT', '/users/profile/language', { language: 'tlh' })).status).toBe(422);
});

test('without mail an address changes at once, and nothing is sent', async () => {
  const app = await startTestApp();
  const member = await createActor(app);
  const { body } = await member.call<User>('PUT', '/users/profile', { email: 'moved@example.org' });
  expect(body.data).toMatchObject({ email: 'moved@example.org', pending_email: null });
  const refused = await member.call('POST', '/users/profile/verify-email');
  expect([refused.status, refused.body.code]).toEqual([409, 'mail_not_set_up']);
  expect(await app.ctx.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
  await app.close();
});

test('mails to addresses that are not confirmed hold nothing that somebody typed', async () => {
  const typed = { first_name: 'You won! https://evil.example/win click', last_name: 'Typed' };
  const [email, later] = [address(), address()];
  const account = { username: `typed https://evil.example ${email.slice(0, 6)}`, password: testPassword };
  const { body } = await anonymous<{ access_token: string }>('POST', '/auth/register', {
    ...account,
    ...typed,
    email,
  });
  await anonymous('POST', '/auth/forgot-password', { login: email });
  const own = caller(club.app.url, body.data.access_token);
  await own('PUT', '/users/profile', { email: later });
  const received = await club.deliverAll();
  await confirm(
    tokenIn(
      received.find(({ to }) => to.includes(later)),
      page,
    ),
  );
  received.push(...(await club.deliver()));
  expect(received.flatMap(({ to }) => to).sort()).toEqual([email, email, email, later].sort());
  for (const { mail } of received)
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/evil\.example|You won|Typed/);
});

test('a mail that waits for an address is not sent once another address is wanted', async () => {
  const [second, third] = [address(), address()];
  await change(second);
  await change(third);
  expect((await club.deliver()).flatMap(({ to }) => to)).toEqual([third]);
});
