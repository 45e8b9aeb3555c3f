import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  testPassword,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
beforeAll(async () => {
  admin = await createActor(app, ['admin'], 'chief');
});

type User = {
  id: string;
  username: string;
  email: string;
  full_name: string;
  bio: string;
  role: string;
  roles: string[];
  is_active: boolean;
  role_assignments: { role_name: string; club_id: string | null }[];
};
type Page = { items: User[]; total: number; page: number; per_page: number; pages: number };
let count = 0;
const newUser = (fields: object = {}) => ({
  username: `new${++count}`,
  email: `new${count}@example.org`,
  password: testPassword,
  ...fields,
});

describe('administration of users', () => {
  test('list has pages and search; photographers search without seeing what is not theirs', async () => {
    const photographer = await createActor(app, ['photographer'], 'pia');
    const member = await createActor(app);
    const page = await admin.call<Page>('GET', '/users?page=1&per_page=25&query=pia');
    expect(page.body.data).toMatchObject({ total: 1, page: 1, per_page: 25, pages: 1 });
    expect(page.body.data.items[0]).toMatchObject({ is_active: true, roles: ['photographer'] });
    const found = await photographer.call<Page>('GET', '/users?query=pia');
    expect(Object.keys(found.body.data.items[0]!).sort()).toEqual([
      'email',
      'first_name',
      'full_name',
      'id',
      'last_name',
      'roles',
      'username',
    ]);
    expect((await photographer.call('GET', '/users')).status).toBe(403);
    expect((await photographer.call('GET', '/users?query=p')).status).toBe(422);
    expect((await photographer.call<Page>('GET', '/users?query=pi')).body.data.total).toBe(1);
    const left = await createActor(app, [], 'pilar');
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', left.id).execute();
    expect((await photographer.call<Page>('GET', '/users?query=pi')).body.data.total).toBe(1);
    expect((await admin.call<Page>('GET', '/users?query=pi')).body.data.total).toBe(2);
    expect((await member.call('GET', '/users?query=pia')).status).toBe(403);
    for (const query of ['page=0', 'per_page=0', 'per_page=501', 'page=x'])
      expect((await admin.call('GET', `/users?${query}`)).status).toBe(422);
  });

  test('create, change what differs, delete; things they made stay', async () => {
    const made = await admin.call<User>('POST', '/users', newUser({ first_name: 'Uwe', last_name: 'Neu' }));
    expect([made.status, made.body.data.roles, made.body.data.is_active, made.body.data.full_name]).toEqual([
      201,
      [],
      true,
      'Uwe Neu',
    ]);
    const { id } = made.body.data;
    expect((await admin.call<User>('PUT', `/users/${id}`, { first_name: 'Udo' })).body.data.full_name).toBe(
      'Udo Neu',
    );
    expect(
      (await admin.call('PUT', `/users/${id}`, { username: admin.username.toUpperCase() })).body.code,
    ).toBe('username_taken');
    const club = await createClub(app);
    await app.ctx.db.updateTable('club').set({ created_by: id }).where('id', '=', club).execute();
    expect((await admin.call('DELETE', `/users/${id}`)).status).toBe(200);
    expect(
      (await admin.call<{ created_by_username: null }>('GET', `/clubs/${club}`)).body.data
        .created_by_username,
    ).toBeNull();
    expect((await admin.call('GET', `/users/${id}`)).status).toBe(404);
  });

  test('fields that no request may set are ignored', async () => {
    const made = await admin.call<User>(
      'POST',
      '/users',
      newUser({ role: 'admin', roles: ['superuser'], id: admin.id, is_superuser: true }),
    );
    expect([made.status, made.body.data.roles, made.body.data.id === admin.id]).toEqual([201, [], false]);
    const user = await createActor(app);
    const kept = await user.call<User>('PUT', '/users/profile', {
      full_name: 'New Name',
      bio: 'dropped',
      is_active: false,
      roles: ['admin'],
      id: admin.id,
    });
    expect(kept.body.data).toMatchObject({
      id: user.id,
      full_name: 'New Name',
      bio: '',
      is_active: true,
      roles: [],
    });
    expect((await user.call<User>('PUT', '/users/profile/bio', { bio: 'Keeper' })).body.data.bio).toBe(
      'Keeper',
    );
  });

  test('users read themselves; foreign ids tell nothing', async () => {
    const [a, b] = [await createActor(app), await createActor(app)];
    expect((await a.call('GET', `/users/${a.id}`)).status).toBe(200);
    const foreign = await a.call('GET', `/users/${b.id}`);
    const unknown = await a.call('GET', '/users/00000000-0000-7000-8000-000000000000');
    expect([foreign.status, foreign.body.code]).toEqual([unknown.status, unknown.body.code]);
    expect((await a.call('GET', `/users/${a.id}/roles`)).status).toBe(200);
    expect((await a.call('GET', `/users/${b.id}/roles`)).status).toBe(403);
  });
});

test('who was given an account chooses a password of their own', async () => {
  type Account = { id: string; username: string; roles: string[]; must_change_password: boolean };
  const made = (await admin.call<Account>('POST', '/users', newUser())).body.data;
  const quick = (
    await admin.call<Account>(
      'POST',
      '/users/photographers',
      newUser({ first_name: 'Q', last_name: 'P', username: undefined }),
    )
  ).body.data;
  expect([made.must_change_password, quick.must_change_password]).toEqual([true, true]);
  expect([quick.username, quick.roles]).toEqual([`new${count}@example.org`, ['photographer']]);
  type Session = { access_token: string; user: Account };
  const login = async (password: string) =>
    (await caller(app.url)<Session>('POST', '/auth/login', { username: made.username, password })).body.data;
  const own = caller(app.url, (await login(testPassword)).access_token);
  const change = { current_password: testPassword, new_password: 'one of my own' };
  expect((await own('PUT', '/users/change-password', change)).status).toBe(200);
  expect((await login('one of my own')).user.must_change_password).toBe(false);
});

test('a user shows the clubs they are in, the office they hold there, and the strongest role first', async () => {
  const [home, away, waiting] = [
    await createClub(app, 'A'),
    await createClub(app, 'B'),
    await createClub(app),
  ];
  const user = await createActor(app, ['photographer', { role: 'club_admin', club: away }]);
  await addMember(app, home, user.id);
  await addMember(app, away, user.id);
  await addMember(app, waiting, user.id, 'pending');
  expect((await user.call('GET', '/auth/me')).body.data).toMatchObject({
    role: 'club_admin',
    roles: ['club_admin', 'photographer'],
    clubs: [
      { id: home, name: 'A', role: 'member' },
      { id: away, name: 'B', role: 'club_admin' },
    ],
  });
});

describe('roles', () => {
  test('are given and taken, in one club or everywhere, at once in running sessions', async () => {
    const user = await createActor(app);
    const club = await createClub(app);
    const give = (body: object) =>
      admin.call<{ roles: object[] }>('POST', `/users/${user.id}/roles`, { user_id: user.id, ...body });
    expect((await give({ role_name: 'photographer' })).status).toBe(201);
    expect((await give({ role_name: 'photographer' })).body.code).toBe('role_already_given');
    expect((await user.call('GET', '/users?query=chief')).status).toBe(200);
    expect((await give({ role_name: 'club_admin', club_id: club })).status).toBe(201);
    expect((await user.call('GET', `/clubs/${club}/members`)).status).toBe(200);
    expect(
      (
        await admin.call<{ admin_clubs: { id: string }[] }>('GET', `/users/${user.id}/admin-clubs`)
      ).body.data.admin_clubs.map((c) => c.id),
    ).toEqual([club]);
    expect((await admin.call('DELETE', `/users/${user.id}/roles/club_admin?club_id=${club}`)).status).toBe(
      200,
    );
    expect((await user.call('GET', `/clubs/${club}/members`)).status).toBe(403);
    expect((await admin.call('DELETE', `/users/${user.id}/roles/club_admin?club_id=${club}`)).status).toBe(
      404,
    );
    for (const body of [
      { role_name: 'emperor' },
      { role_name: 'photographer', club_id: 'nowhere' },
      { role_name: 'photographer', club_id: newId() },
    ])
      expect((await give(body)).status).toBe(404);
    expect((await give({ role_name: 'photographer', user_id: admin.id })).body.detail).toEqual([
      { field: 'user_id', msg: 'Must be the user of the address' },
    ]);
    expect((await give({ role_name: 'admin', club_id: club })).status).toBe(422);
    expect((await give({ role_name: 'member' })).status).toBe(201);
  });

  test('no user changes their own rank, and only a superuser appoints or changes a superuser', async () => {
    const boss = await createActor(app, ['superuser', 'admin']);
    expect((await admin.call('POST', `/users/${admin.id}/roles`, { role_name: 'superuser' })).body.code).toBe(
      'own_roles',
    );
    const user = await createActor(app);
    expect((await admin.call('POST', `/users/${user.id}/roles`, { role_name: 'superuser' })).body.code).toBe(
      'role_needs_superuser',
    );
    expect((await boss.call('POST', `/users/${user.id}/roles`, { role_name: 'superuser' })).status).toBe(201);
    expect((await admin.call('PUT', `/users/${user.id}`, { is_active: false })).status).toBe(403);
    expect((await admin.call('DELETE', `/users/${user.id}`)).status).toBe(403);
    expect((await admin.call('DELETE', `/users/${user.id}/roles/superuser`)).body.code).toBe(
      'role_needs_superuser',
    );
    expect((await boss.call('DELETE', `/users/${user.id}/roles/superuser`)).status).toBe(200);
  });

  test('an administrator may give themselves the photographer role and no other', async () => {
    const lone = await createActor(app, ['admin']);
    const own = `/users/${lone.id}/roles`;
    expect((await lone.call('POST', own, { role_name: 'photographer' })).status).toBe(201);
    const me = await lone.call<User>('GET', '/auth/me');
    expect(me.body.data.roles.toSorted()).toEqual(['admin', 'photographer']);
    expect((await lone.call('DELETE', `${own}/photographer`)).status).toBe(200);
    const club = await createClub(app);
    for (const grant of [{ role_name: 'superuser' }, { role_name: 'club_admin', club_id: club }])
      expect((await lone.call('POST', own, grant)).body.code).toBe('own_roles');
    const photographer = await createActor(app, ['photographer']);
    const raised = await photographer.call('POST', `/users/${photographer.id}/roles`, {
      role_name: 'photographer',
    });
    expect(raised.status).toBe(403);
  });

  test('an administrator takes nothing from a superuser', async () => {
    const club = await createClub(app);
    const boss = await createActor(app, ['superuser', 'admin', 'photographer', { role: 'club_admin', club }]);
    for (const path of [
      `/users/${boss.id}/roles/admin`,
      `/users/${boss.id}/roles/photographer`,
      `/users/${boss.id}/roles/club_admin?club_id=${club}`,
      `/clubs/${club}/admins/${boss.id}`,
    ]) {
      const { status, body } = await admin.call('DELETE', path);
      expect([path, status, body.code]).toEqual([path, 403, 'role_needs_superuser']);
    }
    expect((await boss.call('DELETE', `/users/${boss.id}/roles/photographer`)).status).toBe(200);
    expect((await boss.call('DELETE', `/clubs/${club}/admins/${boss.id}`)).status).toBe(200);
  });
});

test('acts of administrators are written down, for administrators only', async () => {
  const { id } = (await admin.call<User>('POST', '/users', newUser())).body.data;
  await admin.call('DELETE', `/users/${id}`);
  const trail = await admin.call<{ entries: { action: string; actor_name: string; target_id: string }[] }>(
    'GET',
    '/audit',
  );
  expect(trail.body.data.entries.slice(0, 2)).toMatchObject([
    { action: 'user.delete', actor_name: admin.username, target_id: id },
    { action: 'user.create', target_id: id },
  ]);
  expect(JSON.stringify(trail.body)).not.toContain(testPassword);
  expect((await (await createActor(app)).call('GET', '/audit')).status).toBe(403);
  expect((await caller(app.url)('GET', '/audit')).status).toBe(401);
});
