import { afterEach, beforeEach, expect, test } from 'vitest';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { pageHeader } from '#server/contract/page-header.ts';
import { type Actor, type Call, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const page = { [pageHeader]: '1' };
type Opened = { access_token: string; refresh_token: string };

let user: Actor;
beforeEach(async () => {
  user = await createActor(app);
});
afterEach(() => app.clock.set(null));

async function signIn(headers: Record<string, string>): Promise<Opened> {
  const credentials = { username: user.username, password: testPassword };
  const answer = await caller(app.url)<Opened>('POST', '/auth/login', credentials, headers);
  return answer.body.data;
}
const as = ({ access_token }: Opened) => caller(app.url, access_token);
const wait = (minutes: number) => app.clock.set(new Date(Date.now() + minutes * 60_000));
const confirm = (call: Call, password = testPassword) => call('POST', '/auth/confirm-password', { password });
const changeEmail = (call: Call, email = `${user.username}@new.example`) =>
  call<{ full_name: string; email: string }>('PUT', '/users/profile', { full_name: 'Somebody Else', email });
const refused = [403, 'reauthentication_required'];
const said = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('ending sessions needs a password given within ten minutes; one that is refused ends none', async () => {
  const other = await signIn(page);
  const here = as(await signIn(page));
  const [, { id }] = (await here<{ sessions: { id: string }[] }>('GET', '/auth/sessions')).body.data
    .sessions as [unknown, { id: string }];
  const end = () => here('DELETE', `/auth/sessions/${id}`);
  const endOthers = () => here('POST', '/auth/sessions/end-others');
  wait(10.1);
  for (const call of [end, endOthers]) expect(said(await call())).toEqual(refused);
  expect((await as(other)('GET', '/auth/me')).status).toBe(200);
  expect(said(await confirm(here, 'not this one'))).toEqual([400, 'current_password_incorrect']);
  expect(said(await end())).toEqual(refused);
  expect((await confirm(here)).status).toBe(200);
  expect((await end()).status).toBe(200);
  expect((await endOthers()).status).toBe(200);
});

test('a new address needs it by whatever door the session of the page comes; nothing of the call is kept', async () => {
  const admin = await createActor(app, ['admin']);
  user = admin;
  const here = as(await signIn(page));
  wait(10.1);
  expect(said(await changeEmail(here))).toEqual(refused);
  expect(said(await here('PUT', `/users/${admin.id}`, { email: 'a@new.example' }))).toEqual(refused);
  const { full_name, email } = (await here<{ full_name: string; email: string }>('GET', '/auth/me')).body
    .data;
  expect([full_name, email]).toEqual([expect.not.stringContaining('Else'), `${admin.username}@example.org`]);
  // Names, and the address that it has, need none.
  expect((await changeEmail(here, `${admin.username}@example.org`)).status).toBe(200);
  expect((await confirm(here)).status).toBe(200);
  expect((await changeEmail(here)).body.data.email).toBe(`${admin.username}@new.example`);
});

test('the calls of the specification go on as specified for other clients', async () => {
  const here = as(await signIn({}));
  wait(14);
  expect((await changeEmail(here)).status).toBe(200);
  // Calls of our own ask them too.
  expect(said(await here('POST', '/auth/sessions/end-others'))).toEqual(refused);
});

test('a password given in one session says nothing about another', async () => {
  const [open, here] = [as(await signIn(page)), as(await signIn(page))];
  wait(10.1);
  await confirm(here);
  expect(said(await changeEmail(open))).toEqual(refused);
});

test('a session from before is asked once the page has renewed it, and renewing does not count as a password', async () => {
  const opened = await signIn({});
  const refresh = async (refresh_token: string) =>
    (await caller(app.url)<Opened>('POST', '/auth/refresh', { refresh_token }, page)).body.data;
  wait(12);
  const renewed = await refresh(opened.refresh_token);
  expect(said(await changeEmail(as(renewed)))).toEqual(refused);
  await confirm(as(renewed));
  wait(24);
  expect(said(await changeEmail(as(await refresh(renewed.refresh_token))))).toEqual(refused);
});

test('guesses at the password are limited', async () => {
  const here = as(await signIn(page));
  const answers: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) answers.push((await confirm(here, `guess ${guess}`)).status);
  expect(answers[0]).toBe(400);
  expect(answers.at(-1)).toBe(429);
  expect(lifetimes.recentPasswordMs).toBe(600_000);
});
