import { expect, test } from 'vitest';
import { StartError } from '#server/config/start-error.ts';
import { announceFirstAdmin, ensureFirstAdmin } from '#server/features/accounts/auth/first-admin.ts';
import { caller, createActor } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

const wanted = { username: 'chief', email: undefined, password: undefined };
type Session = {
  access_token: string;
  user: { roles: string[]; must_change_password: boolean; first_name: string; full_name: string };
};
const login = (username: string, password: string) =>
  caller(app.url)<Session>('POST', '/auth/login', { username, password });

test('the first administrator is made once, also by two servers at once, and never takes an account over', async () => {
  const member = await createActor(app);
  await expect(ensureFirstAdmin(app.ctx, { ...wanted, username: member.username })).rejects.toMatchObject({
    code: 'username_taken',
  });
  const both = await Promise.all([ensureFirstAdmin(app.ctx, wanted), ensureFirstAdmin(app.ctx, wanted)]);
  const [made, ...others] = both.filter((one) => one !== null);
  expect([made!.username, made!.generated, others]).toEqual(['chief', true, []]);
  expect((await login('chief', made!.password)).body.data.user).toMatchObject({
    roles: ['superuser', 'admin'],
    must_change_password: true,
  });
  expect(await ensureFirstAdmin(app.ctx, { ...wanted, username: 'another' })).toBeNull();
});

test('a weak password in the settings is a start error with its reason', async () => {
  await app.ctx.db.deleteFrom('app_user').execute();
  for (const [password, reason] of [
    ['Password1', /^Wrong settings\. ADMIN_PASSWORD: .*guess/],
    ['chief of all', /^Wrong settings\. ADMIN_PASSWORD: .*username/],
  ] as const) {
    const refused = ensureFirstAdmin(app.ctx, { ...wanted, password });
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(reason);
  }
});

test('the first administrator has a name to be greeted by, and notices about the first steps', async () => {
  await app.ctx.db.deleteFrom('app_user').execute();
  const made = await ensureFirstAdmin(app.ctx, wanted);
  const { access_token, user } = (await login('chief', made!.password)).body.data;
  expect([user.first_name, user.full_name]).toEqual(['Admin', 'Admin']);
  const { body } = await caller(app.url, access_token)<{ notifications: { kind: string }[] }>(
    'GET',
    '/notifications',
  );
  expect(body.data.notifications.map(({ kind }) => kind)).toEqual([
    'welcome',
    'getting_started_first_club',
    'getting_started_photographer',
  ]);
});

test('a password of the settings is taken as it is and need not be changed', async () => {
  await app.ctx.db.deleteFrom('app_user').execute();
  const made = await ensureFirstAdmin(app.ctx, {
    ...wanted,
    email: 'a@example.org',
    password: 'of the settings',
  });
  expect(made).toEqual({ username: 'chief', password: 'of the settings', generated: false });
  expect((await login('a@example.org', 'of the settings')).body.data.user.must_change_password).toBe(false);
});

test('later starts say how to get in until an administrator has signed in, and not with a password of the settings', async () => {
  await app.ctx.db.deleteFrom('app_user').execute();
  const start = async (more: Partial<typeof wanted> | { password: string } = {}) => {
    const lines: string[] = [];
    await announceFirstAdmin(app.ctx, { ...wanted, ...more }, (line) => lines.push(line));
    return lines.join('\n');
  };
  const shown = await start();
  const password = /^First administrator: chief, password (\w+) /.exec(shown)?.[1] ?? '';
  expect(await start()).toContain('npm run admin -- reset chief');
  expect(await start({ password: 'of the settings' })).toBe('');
  expect((await login('chief', password)).status).toBe(200);
  expect(await start()).toBe('');
});
