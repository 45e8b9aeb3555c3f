/** @module-tag long */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#tests/support/actors.ts';
import { caller, createActor, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const SIGN_INS = 40;
const newPassword = 'a brand new secret';
const app = startTestAppBeforeAll();
let admin: Actor;

beforeAll(async () => {
  // Checking takes differently long, so that acts fall between the check and the session.
  app.ctx.passwords = {
    hash,
    matches: async (known, password) => {
      await delay(Math.random() * 150);
      return known === (await hash(password));
    },
  };
  app.ctx.rateLimits = {
    ...app.ctx.rateLimits,
    limitWrongGuesses: (_kind, _target, _from, check) => check(),
  };
  admin = await createActor(app, ['superuser', 'admin']);
});

const hash = async (password: string) => `hash of ${password}`;
async function createUser(): Promise<Actor> {
  const user = await createActor(app);
  const password_hash = await hash(testPassword);
  await app.ctx.db.updateTable('app_user').set({ password_hash }).where('id', '=', user.id).execute();
  return user;
}

type Opened = { access_token: string };
const signIn = (user: Actor, password: string) =>
  caller(app.url)<Opened>('POST', '/auth/login', { username: user.username, password });

async function prepareReset(user: Actor) {
  const link = await admin.call<{ url: string }>('POST', `/users/${user.id}/reset-link`);
  const token = new URL(link.body.data.url).hash.slice(1);
  return () => caller(app.url)('POST', '/auth/reset-password', { token, new_password: newPassword });
}
const change = { current_password: testPassword, new_password: newPassword };

test.each<[string, (user: Actor) => Promise<() => Promise<{ status: number }>>]>([
  ['reset', prepareReset],
  ['change', async (user) => () => user.call('PUT', '/users/change-password', change)],
  [
    'deactivation',
    async ({ id }) =>
      () =>
        admin.call('PUT', `/users/${id}`, { is_active: false }),
  ],
  [
    'deletion',
    async ({ id }) =>
      () =>
        admin.call('DELETE', `/users/${id}`),
  ],
  [
    'own deletion',
    async (user) => () => user.call('POST', '/users/profile/delete', { password: testPassword }),
  ],
])('after %s no session works that was opened with what it ended', async (_act, prepare) => {
  for (let round = 0; round < 2; round += 1) {
    const user = await createUser();
    const act = await prepare(user);
    const signIns = Array.from({ length: SIGN_INS }, async (_, n) => {
      await delay(n * 6);
      return signIn(user, testPassword);
    });
    await delay(SIGN_INS * 3);
    expect((await act()).status).toBe(200);
    const answers = await Promise.all(signIns);
    const opened = answers.filter(({ status }) => status === 200);
    const refusals = new Set(answers.flatMap(({ body }) => body.code ?? []));
    expect(new Set([...refusals, 'login_failed', 'account_inactive']).size).toBe(2);
    const stillIn = await Promise.all(
      opened.map(({ body }) => caller(app.url, body.data.access_token)('GET', '/auth/me')),
    );
    expect(stillIn.filter(({ status }) => status !== 401)).toEqual([]);
  }
});

test('a change that was checked before a reset does not undo it', async () => {
  const user = await createUser();
  const reset = await prepareReset(user);
  const changes = Array.from({ length: 10 }, async (_, n) => {
    await delay(n * 10);
    return user.call('PUT', '/users/change-password', {
      ...change,
      new_password: 'somebody else knows this',
    });
  });
  const [resetAnswer] = await Promise.all([delay(20).then(reset), ...changes]);
  if (resetAnswer.status === 200) expect((await signIn(user, newPassword)).status).toBe(200);
});
