import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember, createActor, createClub, createEvent } from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Club = { id: string; slug: string; user_membership_status: string; member_count: number };
type Notices = { notifications: { kind: string; params: Record<string, string> }[] };

describe('clubs', () => {
  test('two clubs of one name get different slugs, also at once', async () => {
    const admin = await createActor(app, ['admin']);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        admin.call<Club>('POST', '/clubs/', { name: 'TSV Grün-Weiß', sport_type: ' Handball ' }),
      ),
    );
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((a) => a.body.data.slug)).size).toBe(5);
  });

  test('only global administrators create, rename and delete', async () => {
    const club = await createClub(app);
    const own = await createActor(app, [{ role: 'club_admin', club }]);
    const stranger = await createActor(app);
    expect((await own.call('POST', '/clubs', { name: 'Mine', sport_type: 'Chess' })).status).toBe(403);
    expect((await own.call('PUT', `/clubs/${club}`, { name: 'Renamed' })).status).toBe(403);
    expect(
      (await own.call<{ description: string }>('PUT', `/clubs/${club}`, { description: 'New words' })).body
        .data.description,
    ).toBe('New words');
    expect((await stranger.call('PUT', `/clubs/${club}`, { description: 'Mine now' })).body.message).toBe(
      'You do not have permission to manage this club.',
    );
    expect((await own.call('DELETE', `/clubs/${club}`)).status).toBe(403);
  });

  test('membership goes none, pending, member, none, and each step tells who it concerns', async () => {
    const club = await createClub(app, 'SV Weg');
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    const user = await createActor(app);
    const status = async () =>
      (await user.call<Club>('GET', `/clubs/${club}`)).body.data.user_membership_status;
    expect(await status()).toBe('none');
    expect((await user.call('POST', `/clubs/${club}/join`)).status).toBe(200);
    expect(await status()).toBe('pending');
    expect((await user.call('POST', `/clubs/${club}/join`)).body.code).toBe('club_request_pending');
    expect((await head.call<Notices>('GET', '/notifications')).body.data.notifications[0]).toMatchObject({
      kind: 'membership_requested',
      params: { club: 'SV Weg' },
    });
    const waiting = async () =>
      (await head.call<Notices>('GET', '/notifications?unread=true')).body.data.notifications.filter(
        (notice) => notice.kind === 'membership_requested',
      ).length;
    expect(await waiting()).toBe(1);
    expect((await user.call('POST', `/clubs/${club}/cancel-request`)).status).toBe(200);
    expect([await status(), await waiting()]).toEqual(['none', 0]);
    await user.call('POST', `/clubs/${club}/join`);
    expect((await user.call('POST', `/clubs/${club}/members/${user.id}/approve`)).status).toBe(403);
    expect((await head.call('POST', `/clubs/${club}/members/${user.id}/approve`)).status).toBe(200);
    expect(await status()).toBe('approved');
    expect((await user.call<Notices>('GET', '/notifications')).body.data.notifications[0]?.kind).toBe(
      'membership_approved',
    );
    expect((await user.call('POST', `/clubs/${club}/join`)).body.code).toBe('club_already_member');
    expect((await user.call('POST', `/clubs/${club}/leave`)).status).toBe(200);
    expect(await status()).toBe('none');
    expect((await user.call('POST', `/clubs/${club}/leave`)).body.code).toBe('club_not_member');
    await user.call('POST', `/clubs/${club}/join`);
    expect((await head.call('POST', `/clubs/${club}/members/${user.id}/reject`)).status).toBe(200);
    expect(await status()).toBe('none');
  });

  test('of two people approving and rejecting at once, one is right', async () => {
    const club = await createClub(app);
    const [a, b] = [
      await createActor(app, [{ role: 'club_admin', club }]),
      await createActor(app, ['admin']),
    ];
    const user = await createActor(app);
    await addMember(app, club, user.id, 'pending');
    const answers = await Promise.all([
      a.call('POST', `/clubs/${club}/members/${user.id}/approve`),
      b.call('POST', `/clubs/${club}/members/${user.id}/reject`),
      b.call('POST', `/clubs/${club}/members/${user.id}/approve`),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 404)).toHaveLength(2);
  });

  test('members, requests and admins are shown to those who manage', async () => {
    const club = await createClub(app);
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    const admin = await createActor(app, ['admin']);
    const member = await createActor(app);
    await addMember(app, club, member.id);
    expect(
      (
        await head.call<{ members: { id: string; role: string; approved_at: string }[] }>(
          'GET',
          `/clubs/${club}/members`,
        )
      ).body.data.members,
    ).toEqual([expect.objectContaining({ id: member.id, role: 'member', approved_at: expect.any(String) })]);
    expect((await member.call('GET', `/clubs/${club}/members`)).status).toBe(403);
    expect((await head.call('GET', `/clubs/${club}/admins`)).status).toBe(403);
    expect(
      (
        await admin.call<{ admins: { user_id: string }[] }>('GET', `/clubs/${club}/admins`)
      ).body.data.admins.map((x) => x.user_id),
    ).toEqual([head.id]);
    expect((await head.call('POST', `/clubs/${club}/admins/${member.id}`)).status).toBe(403);
    expect((await admin.call('POST', `/clubs/${club}/admins/${member.id}`)).status).toBe(201);
    expect((await admin.call('POST', `/clubs/${club}/admins/${member.id}`)).status).toBe(409);
    expect((await member.call('GET', `/clubs/${club}/members`)).status).toBe(200);
    expect((await member.call('DELETE', `/clubs/${club}/admins/${head.id}`)).status).toBe(403);
    expect((await member.call('DELETE', `/clubs/${club}/admins/${member.id}`)).status).toBe(200);
    expect((await member.call('GET', `/clubs/${club}/members`)).status).toBe(403);
  });

  test('search is literal and "mine" lists what I belong to', async () => {
    const user = await createActor(app);
    const club = await createClub(app, 'Klub 100% Fair_Play');
    await addMember(app, club, user.id);
    const find = async (query: string) =>
      (await user.call<{ clubs: Club[]; total: number }>('GET', `/clubs/?${query}`)).body.data;
    expect((await find(`search=${encodeURIComponent('100% fair_p')}`)).clubs.map((c) => c.id)).toEqual([
      club,
    ]);
    expect((await find(`search=${encodeURIComponent('%')}&limit=500`)).clubs.map((c) => c.id)).toEqual([
      club,
    ]);
    expect((await find('my_clubs=true')).total).toBe(1);
  });

  test('ids that name nothing are 404, and foreign ones are never acted on', async () => {
    const admin = await createActor(app, ['admin']);
    for (const id of ['abc', '00000000-0000-7000-8000-000000000000', "'; drop table club; --", '%00'])
      expect((await admin.call('GET', `/clubs/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  test('deleting a club keeps its events', async () => {
    const admin = await createActor(app, ['admin']);
    const [a, b] = [await createClub(app), await createClub(app)];
    const event = await createEvent(app, [a, b]);
    expect((await admin.call('DELETE', `/clubs/${a}`)).status).toBe(200);
    expect(
      (await admin.call<{ clubs: Club[] }>('GET', `/events/${event}`)).body.data.clubs.map((c) => c.id),
    ).toEqual([b]);
    expect((await admin.call('GET', `/clubs/${a}`)).status).toBe(404);
  });

  test('hostile text is stored and read back as text, or refused', async () => {
    const admin = await createActor(app, ['admin']);
    for (const name of [
      '<script>alert(1)</script>',
      "Robert'); DROP TABLE club;--",
      '‮abc',
      '👩‍👩‍👧‍👦 FC',
      'a​b',
      'İstanbul ß',
    ]) {
      const made = await admin.call<{ name: string }>('POST', '/clubs', { name, sport_type: 'x' });
      expect([made.status, made.body.data.name]).toEqual([201, name.normalize('NFC')]);
    }
    for (const name of [
      'a\u0000b',
      'line\r\nbreak',
      'x'.repeat(10_000),
      '   ',
      5,
      null,
      ['a'],
      { a: 1 },
      '\ud800',
    ])
      expect((await admin.call('POST', '/clubs', { name, sport_type: 'x' })).status).toBe(422);
  });
});
