import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
  testPassword,
} from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/club-people.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { unzip } from '#tests/support/zip.ts';

const app = startTestAppBeforeAll();
let user: Actor;
let other: Actor;
let gallery: string;
beforeEach(async () => {
  await createActor(app, ['admin']);
  user = await createActor(app, ['photographer'], 'leaver');
  other = await createActor(app, [], 'stays');
  const club = await createClub(app, 'TSV Nord');
  await addMember(app, club, user.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club], user.id),
    createdBy: user.id,
    photographer: user.id,
  });
  const mine = await createPhoto(app, gallery, { filename: 'mine.jpg', uploadedBy: user.id });
  const taken = { taken_at: new Date('2026-06-13T13:00:00Z'), taken_at_local: '2026-06-13T15:00:00.000' };
  await app.ctx.db
    .updateTable('photo')
    .set({ ...taken, camera: 'X-T5 4711' })
    .where('id', '=', mine)
    .execute();
  // Its clock was an hour late.
  await app.ctx.db
    .insertInto('camera_clock')
    .values({
      ...{ gallery_id: gallery, camera: 'X-T5 4711', late_by_s: 3_600, is_applied: true },
      answered_at: new Date(),
    })
    .execute();
  await createPhoto(app, gallery, { filename: 'theirs.jpg', uploadedBy: other.id });
  const deleted = await createPhoto(app, gallery, { filename: 'deleted.jpg', uploadedBy: user.id });
  await user.call('DELETE', `/photos/${deleted}`);
  await app.ctx.db
    .insertInto('passkey')
    .values({
      id: newId(),
      user_id: user.id,
      credential_id: user.id,
      rp_id: 'photos.club.example',
      public_key: Buffer.of(1),
      counter: 0,
      transports: [],
      name: 'Chrome, Android',
      is_backed_up: true,
      created_at: new Date(),
    })
    .execute();
  await app.ctx.db
    .insertInto('external_identity')
    .values({
      id: newId(),
      user_id: user.id,
      issuer: 'https://login.example/',
      subject: `person ${user.id}`,
      created_at: new Date(),
    })
    .execute();
});

const exportOf = (token?: string) =>
  fetch(`${app.url}/api/users/profile/export`, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });

describe('the export of one’s own data', () => {
  test('holds everything of the viewer and nothing of others', async () => {
    const response = await exportOf(user.token);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain(`clublens-${user.username}.zip`);
    const archive = unzip(Buffer.from(await response.arrayBuffer()));
    const files = new Map(archive.map(({ name, bytes }) => [name, bytes]));
    const read = (name: string) => JSON.parse(files.get(name)!.toString());
    expect([...files.keys()].sort()).toEqual(
      [
        'activity',
        'answers_about_photos',
        'calendar_feed',
        'club_people',
        'connected_accounts',
        'consents',
        'deleted_uploads',
        'delivered_files',
        'erasure_requests',
        'events',
        'galleries',
        'guardian_claims',
        'guardianships',
        'invitations',
        'keys_for_programs',
        'memberships',
        'notification_preferences',
        'notifications',
        'passkeys',
        'photos_seen',
        'photos_waiting_for_an_answer',
        'pictures_to_be_found_by',
        'pictures_to_keep_photos_inside_by',
        'profile',
        'questions_to_clubs',
        'removal_of_second_factor',
        'roles',
        'sessions',
        'share_links',
        'takedowns',
        'two_factor_authentication',
        'uploads',
      ].map((name) => `${name}.json`),
    );
    expect(read('profile.json')).toMatchObject({ username: user.username });
    expect(read('memberships.json')).toEqual([
      expect.objectContaining({ club: 'TSV Nord', status: 'approved' }),
    ]);
    expect(read('roles.json')).toEqual([expect.objectContaining({ role: 'photographer', club: null })]);
    expect(read('uploads.json')).toEqual([
      expect.objectContaining({
        filename: 'mine.jpg',
        camera: 'X-T5 4711',
        taken_at_local: '2026-06-13T16:00:00.000',
        clock_corrected_by_s: 3_600,
      }),
    ]);
    expect(read('deleted_uploads.json')).toEqual([
      expect.objectContaining({ filename: 'deleted.jpg', gallery: 'Match photos' }),
    ]);
    expect(read('passkeys.json')).toEqual([
      {
        name: 'Chrome, Android',
        address: 'photos.club.example',
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    expect(read('connected_accounts.json')).toEqual([
      expect.objectContaining({ issuer: 'https://login.example/', subject: `person ${user.id}` }),
    ]);
    expect(read('galleries.json')).toHaveLength(1);
    expect(read('notifications.json')).toHaveLength(3);
    const everything = [...files.values()].join('\n');
    expect(everything).not.toContain(other.username);
    expect(everything).not.toMatch(/argon2|password|token|embedding/i);
  });

  test('needs a session', async () => {
    expect((await exportOf()).status).toBe(401);
  });
});

describe('deleting one’s own account', () => {
  const remove = (who: Actor, password = testPassword) =>
    who.call('POST', '/users/profile/delete', { password });

  test('says beforehand what stays, and keeps that', async () => {
    const { body } = await user.call('GET', '/users/profile/contributions');
    expect(body.data).toEqual({ photos: 1, galleries: 1, events: 1, clubs: 0, people: 0 });
    await createClubPerson(app, await createClub(app), { user_id: user.id });
    const again = await user.call('GET', '/users/profile/contributions');
    expect(again.body.data).toMatchObject({ people: 1 });
    expect((await remove(user)).status).toBe(200);
    expect((await user.call('GET', '/auth/me')).status).toBe(401);
    const signIn = { username: user.username, password: testPassword };
    expect((await caller(app.url)('POST', '/auth/login', signIn)).status).toBe(401);
    const photos = await app.ctx.db
      .selectFrom('photo')
      .select(['filename', 'uploaded_by'])
      .where('gallery_id', '=', gallery)
      .orderBy('filename')
      .execute();
    expect(photos).toEqual([
      { filename: 'mine.jpg', uploaded_by: null },
      { filename: 'theirs.jpg', uploaded_by: other.id },
    ]);
  });

  test('is written into the activity log without a link to the account', async () => {
    await remove(user);
    const entry = await app.ctx.db
      .selectFrom('audit_entry')
      .select(['actor_id', 'actor_name', 'action'])
      .where('target_id', '=', user.id)
      .execute();
    expect(entry).toEqual([{ actor_id: null, actor_name: user.username, action: 'user.delete_own' }]);
  });

  test('asks for the password, a limited number of times', async () => {
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 11; i += 1) codes.push((await remove(user, 'wrong')).body.code);
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'current_password_incorrect'));
    expect(codes[10]).toBe('too_many_attempts');
    expect((await user.call('GET', '/auth/me')).status).toBe(200);
  });

  test('is refused to the last active administrator', async () => {
    await app.ctx.db.deleteFrom('role_assignment').where('role_name', 'in', ['admin', 'superuser']).execute();
    const last = await createActor(app, ['admin']);
    const refused = await remove(last);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
    expect((await last.call('GET', '/auth/me')).status).toBe(200);
    await createActor(app, ['admin']);
    expect((await remove(last)).status).toBe(200);
  });
});
