import { expect, test } from 'vitest';
import { caller, createActor, createClub, testPassword } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

test('every account begins with the same notifications, but one that joins a club need not find it', async () => {
  const admin = await createActor(app, ['admin']);
  const club = await createClub(app);
  const invitation = await admin.call<{ url: string }>('POST', `/clubs/${club}/invitations`, {
    role: 'member',
    max_uses: 1,
    expires_in_days: 7,
  });
  const token = new URL(invitation.body.data.url).hash.slice(1).replace(/^token=/, '');
  const account = (username: string) => ({
    username,
    email: `${username}@example.org`,
    password: testPassword,
    first_name: 'A',
    last_name: 'B',
  });
  const made = [
    await caller(app.url)('POST', '/auth/register', account('registered')),
    await caller(app.url)('POST', '/invitations/register', { ...account('invited'), token }),
    await admin.call('POST', '/users', account('made')),
    await admin.call('POST', '/users/photographers', account('photographer')),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const rows = await app.ctx.db
    .selectFrom('notification')
    .innerJoin('app_user', 'app_user.id', 'notification.user_id')
    .select(['app_user.username', 'notification.kind'])
    .where('app_user.username', 'in', ['registered', 'invited', 'made', 'photographer'])
    .orderBy('notification.kind')
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.username);
  expect(byUser.size).toBe(4);
  for (const [username, notices] of byUser)
    expect([username, ...notices.map(({ kind }) => kind)]).toEqual([
      username,
      ...(username === 'invited' ? [] : ['getting_started_clubs']),
      'getting_started_galleries',
      'welcome',
    ]);
});
