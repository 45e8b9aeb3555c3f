import { beforeEach, expect, test } from 'vitest';
import { type Actor, caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

/** Usernames in the form of an address: nobody else's address may be one, and nobody else's username. */
const app = startTestAppBeforeAll();
const anonymous: ReturnType<typeof caller> = (...args) => caller(app.url)(...args);
let serial = 0;
const fresh = () => {
  serial += 1;
  return `login${serial}@example.org`;
};
const register = (username: string, email: string) =>
  anonymous('POST', '/auth/register', { username, email, password: testPassword, first_name: 'New' });
const signIn = async (username: string) =>
  (await anonymous('POST', '/auth/login', { username, password: testPassword })).status;

let admin: Actor;
beforeEach(async () => {
  admin = await createActor(app, ['admin']);
});

/** A photographer whose username is the address the account was made with, and who has another one now. */
async function movedPhotographer(): Promise<{ id: string; username: string }> {
  const username = fresh();
  const form = { email: username, password: testPassword, first_name: 'Photo', last_name: 'Grapher' };
  const made = await admin.call<{ id: string; username: string }>('POST', '/users/photographers', form);
  expect([made.status, made.body.data.username]).toEqual([201, username]);
  const { id } = made.body.data;
  expect((await admin.call('PUT', `/users/${id}`, { email: fresh() })).status).toBe(200);
  return { id, username };
}

test('an address that is another account’s username is taken, in every way to write it', async () => {
  const { id, username } = await movedPhotographer();
  const taken = username.toUpperCase();
  const member = await createActor(app);
  const answers = [
    await register('a stranger', taken),
    await admin.call('POST', '/users', {
      username: 'another stranger',
      email: taken,
      password: testPassword,
      first_name: 'A',
      last_name: 'B',
    }),
    await admin.call('PUT', `/users/${member.id}`, { email: taken }),
    await member.call('PUT', '/users/profile', { email: taken }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [409, 'email_taken']),
  );
  expect(await signIn(username)).toBe(200);
  expect((await admin.call('PUT', `/users/${id}`, { email: username })).status).toBe(200);
});

test('a username that is another account’s address is taken', async () => {
  const email = fresh();
  expect((await register('owner of it', email)).status).toBe(201);
  const member = await createActor(app);
  for (const answer of [
    await register(email.toUpperCase(), fresh()),
    await admin.call('PUT', `/users/${member.id}`, { username: email }),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'username_taken']);
});

test('of a username and an address that are written at once, one stays', async () => {
  for (let i = 0; i < 5; i += 1) {
    const name = fresh();
    const answers = await Promise.all([register(name, fresh()), register(`address ${i}`, name)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
});
