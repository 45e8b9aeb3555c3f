import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import type { LiveMessage } from '#server/live/bus.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  testPassword,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { type EnqueuedJob, startTestAppBeforeAll } from '#tests/support/test-app.ts';

/**
 * What each act leaves behind in a world where everything has a neighbour of its kind: rows (+ new, ~ changed,
 * - gone), work for the background, and what open pages are told. An act that writes one row too many or forgets
 * the notice, the audit entry or the end of a session shows here.
 */
const app = startTestAppBeforeAll();
const told: LiveMessage[] = [];
beforeAll(async () => {
  const publish = app.ctx.bus.publish.bind(app.ctx.bus);
  vi.spyOn(app.ctx.bus, 'publish').mockImplementation((message) => {
    told.push(message);
    publish(message);
  });
});

type Rows = Map<string, string>;
/** Every row of every table, by table and primary key. */
async function readRows(): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as key
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary and n.nspname = current_schema() and c.relname not like 'kysely%'
    group by 1`.execute(app.ctx.db);
  const each = tables.map(
    ({ name, key }) =>
      sql`select ${sql.lit(name)} || ' ' || (${sql.join(
        key.map((column) => sql`t.${sql.ref(column)}::text`),
        sql` || ' ' || `,
      )}) as key, row_to_json(t)::text as row from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ key: string; row: string }>`${sql.join(each, sql` union all `)}`.execute(
    app.ctx.db,
  );
  return new Map(rows.map(({ key, row }) => [key, row]));
}

const counted = (names: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

function differences(before: Rows, after: Rows): string[] {
  const marks = [
    ...[...after.keys()].filter((key) => !before.has(key)).map((key) => `+ ${key}`),
    ...[...after]
      .filter(([key, row]) => before.has(key) && before.get(key) !== row)
      .map(([key]) => `~ ${key}`),
    ...[...before.keys()].filter((key) => !after.has(key)).map((key) => `- ${key}`),
  ];
  return [...counted(marks.map((mark) => mark.split(' ', 2).join(' ')))].map(
    ([mark, count]) => `${mark[0]}${count} ${mark.slice(2)}`,
  );
}

/** Files are counted: a neighbour's must not be among them. */
const jobName = (job: EnqueuedJob): string =>
  job.name === 'remove-files' ? `job ${job.name} (${job.payload.keys.length})` : `job ${job.name}`;

const times = (names: string[], count: Map<string, number> = counted(names)): string[] =>
  [...count].map(([name, n]) => (n === 1 ? name : `${name} x${n}`));

const footprints: string[] = [];
/** Does something that has to succeed, and notes what it left behind. */
async function note<T>(name: string, act: () => Promise<{ status: number; body: { data: T } }>): Promise<T> {
  const before = await readRows();
  app.jobs.length = 0;
  told.length = 0;
  const { status, body } = await act();
  expect([name, status < 300, body]).toEqual([name, true, body]);
  const parts = [
    ...differences(before, await readRows()).sort((a, b) => a.slice(2).localeCompare(b.slice(2))),
    ...times(app.jobs.map(jobName)),
    ...times(told.map(({ topic, kind }) => `tells ${topic.split(':')[0]} of ${kind}`)),
  ];
  footprints.push(`${name}: ${parts.join(', ') || 'nothing'}`);
  return body.data;
}

type Tokens = { access_token: string; refresh_token: string };
type Made = { id: string };
type Decided = { person_id: string; decision_id: string };

test('accounts, sessions and roles', async () => {
  footprints.length = 0;
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
  expect(footprints).toMatchInlineSnapshot(`
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
      "take a role in one club: +1 audit_entry, -1 role_assignment, tells user of session",
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
  footprints.length = 0;
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
  await note('create a club', () => admin.call('POST', '/clubs', { name: 'New', sport_type: 'Chess' }));

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
  expect(footprints).toMatchInlineSnapshot(`
    [
      "ask to join: +1 club_membership, +1 notification, tells user of notification",
      "take it back: -1 club_membership, -1 notification, tells user of notification",
      "leave: -1 club_membership",
      "approve: +1 audit_entry, ~1 club_membership, +1 notification, tells user of notification",
      "reject: +1 audit_entry, -1 club_membership, +1 notification, tells user of notification",
      "remove a member: +1 audit_entry, -1 club_membership",
      "appoint: +1 audit_entry, +1 role_assignment, tells user of session",
      "give up the office: +1 audit_entry, -1 role_assignment, tells user of session",
      "new words: +1 audit_entry, ~1 club",
      "create a club: +1 audit_entry, +1 club",
      "create an event: +1 event",
      "change an event: ~1 event",
      "clubs of an event: +2 event_club",
      "fewer clubs of an event: -1 event_club",
      "one club less: -1 event_club",
      "delete an event: +1 audit_entry, -1 event, -1 event_club",
      "read one notice: ~1 notification, tells user of notification",
      "read all notices: ~4 notification, tells user of notification",
      "delete a club: +1 audit_entry, -1 club, -4 club_membership, -1 event_club, -1 role_assignment",
    ]
  `);
});

test('galleries, photos, links and people', async () => {
  footprints.length = 0;
  const admin = await createActor(app, ['admin']);
  const owner = await createActor(app, ['photographer']);
  const [guest, friend, gone] = [await createActor(app), await createActor(app), await createActor(app)];
  const [home, away] = [await createClub(app), await createClub(app)];
  for (const actor of [owner, guest, friend, gone]) await addMember(app, home, actor.id);
  await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.id).execute();
  const event = await createEvent(app, [home]);
  const create = (fields: object = {}) =>
    owner.call<Made>('POST', '/galleries', {
      name: 'G',
      event_id: event,
      photographer_id: owner.id,
      club_ids: [away],
      ...fields,
    });
  const beside = (await create()).body.data.id;
  const { id } = await note('create a gallery', () => create());
  await note('create a private one', () => create({ visibility: 'private' }));
  const at = `/galleries/${id}`;
  const users = [guest.id, friend.id];
  await owner.call('POST', `/galleries/${beside}/access`, { club_ids: [away], user_ids: users });
  await note('let users in', () => owner.call('POST', `${at}/access`, { club_ids: [away], user_ids: users }));
  await note('name the clubs only', () => owner.call('POST', `${at}/access`, { club_ids: [] }));
  await note('rename a gallery', () => owner.call('PUT', at, { name: 'H' }));
  await note('change a gallery', () => owner.call('PUT', at, { name: 'H', club_ids: [away] }));

  const photos = [
    await createPhotoOf(app, id, ['anna', 'ben']),
    await createPhotoOf(app, id, ['anna']),
    await createPhotoOf(app, id, ['ben', 'zoe']),
    await createPhotoOf(app, id, ['anna']),
  ];
  const strange = await createPhotoOf(app, beside, ['anna', 'ben']);
  await groupByHand(app, beside, [[strange.faces.anna!], [strange.faces.ben!]]);
  await groupByHand(
    app,
    id,
    ['anna', 'ben', 'zoe'].map((name) => photos.flatMap(({ faces }) => faces[name] ?? [])),
  );
  await note('set the cover', () => owner.call('PUT', at, { cover_photo_id: photos[0]!.photo }));
  await note('make the pictures anew', () =>
    owner.call('POST', `/photos/gallery/${id}/regenerate-thumbnails`),
  );
  await note('choose photos to save', () =>
    guest.call('POST', `${at}/download`, { photo_ids: [photos[0]!.photo, strange.photo] }),
  );

  await owner.call('POST', `/galleries/${beside}/links`, {});
  await owner.call('POST', `${at}/links`, {});
  const link = await note('create a link', () =>
    owner.call<Made & { token: string }>('POST', `${at}/links`, {}),
  );
  await note('open a link', () => caller(app.url)('GET', `/galleries/shared/${link.token}`));
  await note('look through it', () => caller(app.url)('GET', `/galleries/shared/${link.token}/photos`));
  await note('change a link', () => owner.call('PUT', `/galleries/links/${link.id}`, { is_active: false }));
  await note('delete a link', () => owner.call('DELETE', `/galleries/links/${link.id}`));

  const people = async (gallery = id) =>
    (await owner.call<{ faces: Made[] }>('GET', `/facerecognition/galleries/${gallery}/faces`)).body.data
      .faces;
  const [anna, ben, zoe] = (await people()) as [Made, Made, Made];
  const [stranger] = (await people(beside)) as [Made];
  const decide = (name: string, path: string, body: object, method = 'POST') =>
    note(name, () => owner.call<Decided>(method, `/facerecognition/${path}`, body));
  await decide('name', `faces/${anna.id}`, { name: 'Anna' }, 'PUT');
  await decide('hide', `faces/${zoe.id}/hide`, { hidden: true });
  await decide('choose the picture', `faces/${anna.id}/representative`, { face_id: photos[1]!.faces.anna });
  await decide('keep apart', `faces/${anna.id}/keep-apart`, { second_id: ben.id });
  await decide('not this person', `faces/${anna.id}/reject`, { face_ids: [photos[3]!.faces.anna] });
  await decide('move', `galleries/${id}/move-faces`, {
    face_ids: [photos[3]!.faces.anna],
    person_id: ben.id,
  });
  await decide('split off', `galleries/${id}/move-faces`, { face_ids: [photos[0]!.faces.ben] });
  const merge = await decide('merge', `faces/${anna.id}/merge`, { person_ids: [ben.id] });
  await decide('undo the merge', `decisions/${merge.decision_id}/undo`, {});
  for (const [path, body] of [
    [`faces/${anna.id}/merge`, { person_ids: [stranger.id] }],
    [`faces/${anna.id}/keep-apart`, { second_id: stranger.id }],
    [`faces/${anna.id}/reject`, { face_ids: [strange.faces.anna] }],
    [`galleries/${id}/move-faces`, { face_ids: [photos[0]!.faces.anna], person_id: stranger.id }],
  ] as const)
    expect((await owner.call('POST', `/facerecognition/${path}`, body)).body.code).toBe(
      'people_other_gallery',
    );
  expect(
    (
      await owner.call('POST', `/facerecognition/faces/${anna.id}/representative`, {
        face_id: photos[2]!.faces.ben,
      })
    ).body.code,
  ).toBe('face_not_found');

  expect((await owner.call('GET', `/facerecognition/galleries/${beside}/history`)).body.data).toEqual({
    decisions: [],
    total: 0,
  });

  const console = '/facerecognition/admin';
  await app.ctx.db.updateTable('gallery').set({ clustering_stamp: 'grouped' }).execute();
  await note('recognise a gallery again', () => admin.call('POST', `${console}/galleries/${id}/reprocess`));
  const failed = [photos[0]!.photo, strange.photo];
  await app.ctx.db
    .updateTable('face_job')
    .set({ status: 'failed' })
    .where('photo_id', 'in', failed)
    .execute();
  await note('try a photo again', () => admin.call('POST', `${console}/jobs/${failed[0]}/retry`));
  await note('another threshold', () => admin.call('PUT', `${console}/settings`, { match_threshold: 0.05 }));

  await note('delete a photo', () => owner.call('DELETE', `/photos/${photos[0]!.photo}`));
  await note('delete photos', () =>
    owner.call('POST', '/photos/bulk-delete', { photo_ids: [photos[1]!.photo, photos[2]!.photo] }),
  );
  await note('delete a gallery', () => owner.call('DELETE', at));
  expect(footprints).toMatchInlineSnapshot(`
    [
      "create a gallery: +1 gallery, +1 gallery_club, +2 notification, tells user of notification x2",
      "create a private one: +1 gallery",
      "let users in: +2 gallery_user, tells gallery of photos",
      "name the clubs only: -1 gallery_club, tells gallery of photos",
      "rename a gallery: ~1 gallery, tells gallery of photos",
      "change a gallery: ~1 gallery, +1 gallery_club, tells gallery of photos",
      "set the cover: ~1 gallery, tells gallery of photos",
      "make the pictures anew: job regenerate-renditions x4",
      "choose photos to save: +1 download_selection",
      "create a link: +1 share_link",
      "open a link: ~1 share_link",
      "look through it: nothing",
      "change a link: ~1 share_link",
      "delete a link: -1 share_link",
      "name: +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "hide: +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "choose the picture: ~1 assignment, +1 people_decision, ~1 person, job cluster-gallery, tells gallery of people",
      "keep apart: +1 kept_apart, +1 people_decision, job cluster-gallery, tells gallery of people",
      "not this person: -1 assignment, +1 people_decision, +1 rejection, job cluster-gallery, tells gallery of people",
      "move: +1 assignment, +1 people_decision, job cluster-gallery, tells gallery of people",
      "split off: ~1 assignment, +1 kept_apart, +1 people_decision, +1 person, ~1 person, job cluster-gallery, tells gallery of people",
      "merge: ~2 assignment, +1 kept_apart, -2 kept_apart, +1 people_decision, -1 person, -1 rejection, job cluster-gallery, tells gallery of people",
      "undo the merge: ~2 assignment, +2 kept_apart, -1 kept_apart, ~1 people_decision, +1 person, +1 rejection, job cluster-gallery, tells gallery of people",
      "recognise a gallery again: +1 audit_entry, ~4 face_job, ~1 gallery, job analyse-photo x4, tells gallery of progress",
      "try a photo again: ~1 face_job, job analyse-photo",
      "another threshold: +1 audit_entry, +1 face_setting, job cluster-gallery x3",
      "delete a photo: -2 assignment, -2 face, -1 face_job, ~1 gallery, ~1 person, -1 photo, job remove-files (5), job cluster-gallery, tells gallery of photos",
      "delete photos: -3 assignment, -3 face, -2 face_job, ~3 person, -2 photo, job remove-files (10), job cluster-gallery, tells gallery of photos",
      "delete a gallery: -1 assignment, +1 audit_entry, -1 download_selection, -1 face, -1 face_job, -1 gallery, -1 gallery_club, -2 gallery_user, -2 kept_apart, -8 people_decision, -4 person, -1 photo, -1 rejection, -1 share_link, job remove-files (5), tells gallery of photos",
    ]
  `);
});
