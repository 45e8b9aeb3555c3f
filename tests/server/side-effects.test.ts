import { expect, test } from 'vitest';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  testPassword,
} from '#tests/support/actors.ts';
import { invite, newAccount, tokenOf } from '#tests/support/invitations.ts';
import { listOf } from '#tests/support/member-lists.ts';
import { recordSideEffects } from '#tests/support/side-effects.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const { sideEffects, note } = recordSideEffects(app);

type Tokens = { access_token: string; refresh_token: string };
type Made = { id: string };

test('accounts, sessions and roles', async () => {
  sideEffects.length = 0;
  const admin = await createActor(app, ['superuser', 'admin']);
  await createActor(app, ['admin']);
  const [anna, ben] = [await createActor(app), await createActor(app)];
  const [home, away] = [await createClub(app), await createClub(app)];
  const login = { username: ben.username, password: testPassword };
  const anonymous = caller(app.url);
  const account = { username: 'newcomer', email: 'new@example.org', password: testPassword, first_name: 'N' };
  await note('register', () => anonymous('POST', '/auth/register', account));
  const first = await note('sign in', () => anonymous<Tokens>('POST', '/auth/login', login));
  const next = await note('refresh', () => anonymous<Tokens>('POST', '/auth/refresh', first));
  await note('sign out, the access token long gone', () =>
    anonymous('POST', '/auth/logout', { refresh_token: next.refresh_token }),
  );
  await anonymous('POST', '/auth/login', login);
  await note('change the password', () =>
    ben.call('PUT', '/users/change-password', {
      current_password: testPassword,
      new_password: 'a brand new one',
    }),
  );
  await note('profile', () => anna.call('PUT', '/users/profile', { full_name: 'Anna A', email: 'a@b.org' }));
  await note('a few words', () => anna.call('PUT', '/users/profile/bio', { bio: 'Keeper' }));
  const create = (path: string, name: string) => () =>
    admin.call<Made>('POST', path, {
      username: name,
      email: `${name}@example.org`,
      password: testPassword,
      first_name: 'F',
      last_name: 'L',
    });
  await note('create a user', create('/users', 'made'));
  const made = await note('create a photographer', create('/users/photographers', 'quick'));
  await note('change a user', () => admin.call('PUT', `/users/${made.id}`, { first_name: 'G' }));
  await note('change nothing', () => admin.call('PUT', `/users/${made.id}`, { first_name: 'G' }));
  const roles = `/users/${anna.id}/roles`;
  for (const [user, club_id] of [
    [anna, null],
    [anna, away],
    [ben, home],
  ] as const)
    await admin.call('POST', `/users/${user.id}/roles`, { role_name: 'photographer', club_id });
  await note('give a role', () =>
    admin.call('POST', roles, { role_name: 'photographer', club_id: home, user_id: anna.id }),
  );
  await note('take a role in one club', () => admin.call('DELETE', `${roles}/photographer?club_id=${home}`));
  await note('take a role everywhere', () => admin.call('DELETE', `${roles}/photographer`));
  const link = await note('make a link for a new password', () =>
    admin.call<{ url: string }>('POST', `/users/${ben.id}/reset-link`),
  );
  const token = new URL(link.url).hash.slice(1);
  await note('look at the link', () => anonymous('POST', '/auth/reset-password/check', { token }));
  await note('set the password by the link', () =>
    anonymous('POST', '/auth/reset-password', { token, new_password: `new ${testPassword}` }),
  );
  await note('deactivate', () => admin.call('PUT', `/users/${anna.id}`, { is_active: false }));
  await note('activate', () => admin.call('PUT', `/users/${anna.id}`, { is_active: true }));
  await note('delete a user', () => admin.call('DELETE', `/users/${ben.id}`));
  expect(sideEffects).toMatchInlineSnapshot(`
    [
      "register: +1 app_user, +3 notification, +1 refresh_token, +1 session",
      "sign in: ~1 app_user, +1 refresh_token, +1 session",
      "refresh: +1 refresh_token, ~1 refresh_token, ~1 session",
      "sign out, the access token long gone: ~1 session, tells user of session",
      "change the password: ~1 app_user, ~1 session, tells user of session",
      "profile: ~1 app_user",
      "a few words: ~1 app_user",
      "create a user: +1 app_user, +1 audit_entry, +3 notification",
      "create a photographer: +1 app_user, +1 audit_entry, +3 notification, +1 role_assignment",
      "change a user: ~1 app_user, +1 audit_entry",
      "change nothing: nothing",
      "give a role: +1 audit_entry, +1 role_assignment, tells user of session",
      "take a role in one club: +1 audit_entry, +1 ended_belonging, -1 role_assignment, tells user of session",
      "take a role everywhere: +1 audit_entry, -1 role_assignment, tells user of session",
      "make a link for a new password: +1 audit_entry, +1 one_time_token",
      "look at the link: nothing",
      "set the password by the link: ~1 app_user, ~1 one_time_token, +1 refresh_token, +1 session, ~1 session, tells user of session",
      "deactivate: ~1 app_user, +1 audit_entry, ~1 session, tells user of session",
      "activate: ~1 app_user, +1 audit_entry",
      "delete a user: -1 app_user, +1 audit_entry, -3 notification, -1 one_time_token, -4 refresh_token, -1 role_assignment, -4 session, tells user of session",
    ]
  `);
});

test('clubs, events and notices', async () => {
  sideEffects.length = 0;
  const admin = await createActor(app, ['admin']);
  const club = await createClub(app, 'Home');
  const other = await createClub(app, 'Away');
  const head = await createActor(
    app,
    [club, other].map((each) => ({ role: 'club_admin' as const, club: each })),
  );
  const users: Actor[] = [];
  for (let i = 0; i < 6; i += 1) {
    users.push(await createActor(app));
    for (const each of [club, other])
      await addMember(app, each, users[i]!.id, i < 3 ? 'approved' : 'pending');
  }
  const [leaver, removed, , approved, rejected] = users as [Actor, Actor, Actor, Actor, Actor];
  const [asker, neighbour] = [await createActor(app), await createActor(app)];
  const at = `/clubs/${club}`;
  await neighbour.call('POST', `${at}/join`);
  await asker.call('POST', `/clubs/${other}/join`);
  await note('ask to join', () => asker.call('POST', `${at}/join`));
  await note('take it back', () => asker.call('POST', `${at}/cancel-request`));
  await note('leave', () => leaver.call('POST', `${at}/leave`));
  await note('approve', () => head.call('POST', `${at}/members/${approved.id}/approve`));
  await note('reject', () => head.call('POST', `${at}/members/${rejected.id}/reject`));
  await note('remove a member', () => head.call('DELETE', `${at}/members/${removed.id}`));
  await note('appoint', () => admin.call('POST', `${at}/admins/${approved.id}`));
  await admin.call('POST', `/clubs/${other}/admins/${approved.id}`);
  await note('give up the office', () =>
    caller(app.url, approved.token)('DELETE', `${at}/admins/${approved.id}`),
  );
  await note('new words', () => head.call('PUT', at, { description: 'Words' }));
  await note('limit its storage', () => admin.call('PUT', `${at}/storage`, { quota_bytes: 1_000_000 }));
  await note('create a club', () => admin.call('POST', '/clubs', { name: 'New', sport_type: 'Chess' }));

  const invitation = await note('invite a photographer', () =>
    head.call<Invitation>('POST', `${at}/invitations`, { role: 'photographer' }),
  );
  const poster = await invite(head, club);
  await note('look at an invitation', () =>
    neighbour.call('POST', '/invitations/check', { token: tokenOf(invitation) }),
  );
  await note('accept it while a request waits', () =>
    neighbour.call('POST', '/invitations/accept', { token: tokenOf(invitation) }),
  );
  await note('accept it again', () =>
    neighbour.call('POST', '/invitations/accept', { token: tokenOf(invitation) }),
  );
  await note('register with an invitation', () =>
    caller(app.url)('POST', '/invitations/register', { ...newAccount(), token: tokenOf(poster) }),
  );
  await note('replace an invitation', () => head.call('POST', `${at}/invitations/${poster.id}/replace`));
  await note('replace links that cannot be shown', () =>
    head.call('POST', `${at}/invitations/replace-unknown`),
  );
  await note('revoke an invitation', () => head.call('DELETE', `${at}/invitations/${poster.id}`));

  const list = { file: listOf('Ada;Import;;', 'Ben;Import;ben@import.example;') };
  const imports = `${at}/member-imports`;
  await note('look at a list of members', () => head.call('POST', `${imports}/preview`, list));
  const made = await note('import a list of members', () =>
    head.call<{ import: Made }>('POST', imports, list),
  );
  await note('import it again', () => head.call('POST', imports, list));
  await note('undo the import', () => head.call('POST', `${imports}/${made.import.id}/undo`));

  const day = '2031-05-04';
  const event = await note('create an event', () =>
    head.call<Made>('POST', '/events', { name: 'Cup', slug: 'footprint-cup', event_date: day }),
  );
  await createEvent(app, [club, other], head.id);
  await note('change an event', () => head.call('PUT', `/events/${event.id}`, { location: 'Hall' }));
  await note('clubs of an event', () =>
    head.call('POST', `/events/${event.id}/clubs`, { club_ids: [club, other] }),
  );
  const setClubs = (club_ids: string[]) => () => head.call('POST', `/events/${event.id}/clubs`, { club_ids });
  await note('fewer clubs of an event', setClubs([club]));
  await setClubs([club, other])();
  await note('one club less', () => head.call('DELETE', `/events/${event.id}/clubs/${other}`));
  await note('delete an event', () => head.call('DELETE', `/events/${event.id}`));

  const { notifications } = (await head.call<{ notifications: Made[] }>('GET', '/notifications')).body.data;
  await note('read one notice', () => head.call('POST', `/notifications/${notifications[0]!.id}/read`));
  await note('read all notices', () => head.call('POST', '/notifications/read-all'));
  expect((await asker.call('POST', `/notifications/${notifications[1]!.id}/read`)).status).toBe(404);
  await note('delete a club', () => admin.call('DELETE', `/clubs/${club}`));
  expect(sideEffects).toMatchInlineSnapshot(`
    [
      "ask to join: +1 club_membership, +1 notification, tells user of notification, tells user of session",
      "take it back: -1 club_membership, -1 notification, tells user of notification, tells user of session",
      "leave: -1 club_membership, +1 ended_belonging, tells user of session, tells user of members x4",
      "approve: +1 audit_entry, ~1 club_membership, +1 notification, ~1 notification, tells user of notification, tells user of session, tells user of members x4",
      "reject: +1 audit_entry, -1 club_membership, +1 notification, tells user of notification, tells user of session, tells user of members x4",
      "remove a member: +1 audit_entry, -1 club_membership, +1 ended_belonging, +1 notification, tells user of notification, tells user of session, tells user of members x4",
      "appoint: +1 audit_entry, +1 role_assignment, tells user of session",
      "give up the office: +1 audit_entry, -1 role_assignment, tells user of session",
      "new words: +1 audit_entry, ~1 club",
      "limit its storage: +1 audit_entry, ~1 club",
      "create a club: +1 audit_entry, +1 club, +1 club_membership, ~1 notification, tells user of notification, tells user of session",
      "invite a photographer: +1 audit_entry, +1 invitation",
      "look at an invitation: nothing",
      "accept it while a request waits: +1 audit_entry, ~1 club_membership, +1 invitation_acceptance, ~1 notification, +1 role_assignment, tells user of notification, tells user of session, tells user of members x4",
      "accept it again: tells user of session, tells user of members x4",
      "register with an invitation: +1 app_user, +1 audit_entry, +1 club_membership, +1 invitation_acceptance, +2 notification, +1 refresh_token, +1 session, tells user of members x4",
      "replace an invitation: +1 audit_entry, ~1 invitation, +1 invitation_replaced_token",
      "replace links that cannot be shown: nothing",
      "revoke an invitation: +1 audit_entry, ~1 invitation",
      "look at a list of members: nothing",
      "import a list of members: +1 audit_entry, +2 invitation, +1 member_import",
      "import it again: nothing",
      "undo the import: +1 audit_entry, -2 invitation, ~1 member_import",
      "create an event: +1 event",
      "change an event: ~1 event",
      "clubs of an event: +2 event_club",
      "fewer clubs of an event: -1 event_club",
      "one club less: -1 event_club",
      "delete an event: +1 audit_entry, -1 event, -1 event_club",
      "read one notice: ~1 notification, tells user of notification",
      "read all notices: ~4 notification, tells user of notification",
      "delete a club: +1 audit_entry, -1 club, -5 club_membership, -2 ended_belonging, -1 event_club, -2 invitation, -2 invitation_acceptance, -1 invitation_replaced_token, -1 member_import, -2 role_assignment, tells user of session x6",
    ]
  `);
});
