import { beforeAll, expect, test } from 'vitest';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

/** What is refused because of how things stand, not because of who asks: each with its status and its code. */
const app = startTestAppBeforeAll();
let admin: Actor;
let member: Actor;
let club: string;
let event: string;
let gallery: string;
let photo: string;
const nobody = '01890000-0000-7000-8000-000000000000';
beforeAll(async () => {
  admin = await createActor(app, ['admin']);
  await createActor(app, ['admin']);
  member = await createActor(app);
  club = await createClub(app);
  event = await createEvent(app, [], admin.id);
  gallery = await createGallery(app, { event, visibility: 'public', createdBy: admin.id });
  photo = await createPhoto(app, gallery);
});

const outcome = async (as: Actor, method: string, path: string, body?: object) => {
  const answer = await as.call(method, path, body);
  return [answer.status, answer.body.code];
};

test('users: unknown id, one’s own account, roles that are not held', async () => {
  for (const id of [nobody, 'nonsense']) {
    expect(await outcome(admin, 'GET', `/users/${id}`)).toEqual([404, 'user_not_found']);
    expect(await outcome(admin, 'PUT', `/users/${id}`, { first_name: 'A' })).toEqual([404, 'user_not_found']);
    expect(await outcome(admin, 'DELETE', `/users/${id}`)).toEqual([404, 'user_not_found']);
  }
  expect(await outcome(admin, 'DELETE', `/users/${admin.id}`)).toEqual([409, 'own_account']);
  expect(await outcome(admin, 'PUT', `/users/${admin.id}`, { is_active: false })).toEqual([
    409,
    'own_account',
  ]);
  const roles = `/users/${member.id}/roles`;
  expect(await outcome(admin, 'POST', roles, { user_id: member.id, role_name: 'king' })).toEqual([
    404,
    'role_not_found',
  ]);
  expect(await outcome(admin, 'DELETE', `${roles}/photographer`)).toEqual([404, 'role_not_found']);
});

test('clubs: requests, members and administrators that are not there, or there already', async () => {
  const missing = `/clubs/${nobody}`;
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/join'],
    ['POST', '/leave'],
    ['POST', '/cancel-request'],
    ['GET', '/members'],
    ['GET', '/requests'],
    ['GET', '/admins'],
  ] as const)
    expect(
      await outcome(admin, method, missing + path, method === 'PUT' ? { name: 'A' } : undefined),
    ).toEqual([404, 'club_not_found']);
  const path = `/clubs/${club}`;
  expect(await outcome(member, 'POST', `${path}/leave`)).toEqual([409, 'club_not_member']);
  expect(await outcome(member, 'POST', `${path}/cancel-request`)).toEqual([404, 'club_no_request']);
  for (const verb of ['approve', 'reject'])
    expect(await outcome(admin, 'POST', `${path}/members/${member.id}/${verb}`)).toEqual([
      404,
      'club_no_request',
    ]);
  expect(await outcome(admin, 'DELETE', `${path}/members/${member.id}`)).toEqual([
    404,
    'club_member_not_found',
  ]);
  await addMember(app, club, member.id);
  expect(await outcome(member, 'POST', `${path}/join`)).toEqual([409, 'club_already_member']);
  expect(await outcome(admin, 'POST', `${path}/admins/${nobody}`)).toEqual([404, 'user_not_found']);
  expect(await outcome(admin, 'DELETE', `${path}/admins/${member.id}`)).toEqual([
    404,
    'club_admin_not_found',
  ]);
  expect((await outcome(admin, 'POST', `${path}/admins/${member.id}`))[0]).toBe(201);
  expect(await outcome(admin, 'POST', `${path}/admins/${member.id}`)).toEqual([409, 'club_admin_exists']);
});

test('events: not there, and clubs that are not part of one', async () => {
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', { name: 'Another' }],
    ['DELETE', '', undefined],
    ['GET', '/clubs', undefined],
    ['POST', '/clubs', { club_ids: [] }],
    ['DELETE', `/clubs/${club}`, undefined],
  ] as const)
    expect(await outcome(admin, method, `/events/${nobody}${path}`, body)).toEqual([404, 'event_not_found']);
  expect(await outcome(admin, 'DELETE', `/events/${event}/clubs/${club}`)).toEqual([
    404,
    'event_club_not_found',
  ]);
  expect(await outcome(admin, 'POST', `/events/${event}/clubs`, { club_ids: [nobody] })).toEqual([
    404,
    'club_not_found',
  ]);
});

test('galleries and photos: not there, nor a cover that is no photo of the gallery', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/access'],
    ['GET', '/links'],
    ['POST', '/download'],
  ] as const)
    expect(await outcome(admin, method, `/galleries/${nobody}${path}`)).toEqual([404, 'gallery_not_found']);
  expect(await outcome(admin, 'GET', `/photos/gallery/${nobody}`)).toEqual([404, 'gallery_not_found']);
  expect(await outcome(admin, 'DELETE', `/photos/${nobody}`)).toEqual([404, 'photo_not_found']);
  expect(await outcome(admin, 'PUT', `/galleries/${gallery}`, { cover_photo_id: nobody })).toEqual([
    422,
    'gallery_cover_invalid',
  ]);
  expect(await outcome(admin, 'PUT', `/galleries/links/${nobody}`, { name: 'A' })).toEqual([
    404,
    'link_not_found',
  ]);
});

test('people: faces, persons, decisions and jobs that are not there', async () => {
  const faces = '/facerecognition';
  expect(await outcome(admin, 'GET', `${faces}/galleries/${nobody}/faces`)).toEqual([
    404,
    'gallery_not_found',
  ]);
  expect(await outcome(admin, 'GET', `${faces}/faces/${nobody}/photos`)).toEqual([404, 'person_not_found']);
  expect(await outcome(admin, 'PUT', `${faces}/faces/${nobody}`, { name: 'A' })).toEqual([
    404,
    'person_not_found',
  ]);
  const move = `${faces}/galleries/${gallery}/move-faces`;
  expect(await outcome(admin, 'POST', move, { face_ids: [nobody] })).toEqual([404, 'face_not_found']);
  expect(await outcome(admin, 'POST', `${faces}/decisions/${nobody}/undo`)).toEqual([
    404,
    'decision_not_found',
  ]);
  expect(await outcome(admin, 'POST', `${faces}/admin/jobs/${nobody}/retry`)).toEqual([404, 'job_not_found']);
  expect(await outcome(admin, 'POST', `${faces}/admin/jobs/${photo}/retry`)).toEqual([
    409,
    'job_not_retryable',
  ]);
  expect(await outcome(admin, 'POST', `${faces}/admin/galleries/${nobody}/reprocess`)).toEqual([
    404,
    'gallery_not_found',
  ]);
});

test('notices are one’s own', async () => {
  for (const id of [nobody, 'nonsense'])
    expect(await outcome(member, 'POST', `/notifications/${id}/read`)).toEqual([
      404,
      'notification_not_found',
    ]);
});
