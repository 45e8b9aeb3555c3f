import { describe, expect, test } from 'vitest';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
import { type Actor, addMember, createActor, createClub, createEvent } from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

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
    const slugs = new Set(answers.map((a) => a.body.data.slug));
    expect(slugs.size).toBe(5);
    expect(slugs).toContain('tsv-gruen-weiss');
  });

  test('the contact is read by members and administrators alone, and not kept in the log', async () => {
    const club = await createClub(app);
    const [head, member, asking] = [
      await createActor(app, [{ role: 'club_admin', club }]),
      await createActor(app),
      await createActor(app),
    ];
    await addMember(app, club, member.id);
    await asking.call('POST', `/clubs/${club}/join`);
    const contact = 'Office, Mondays\n07331 123456';
    expect((await head.call('PUT', `/clubs/${club}`, { contact })).status).toBe(200);
    expect((await asking.call('PUT', `/clubs/${club}`, { contact: 'Me' })).status).toBe(403);
    const readBy = async (reader: Actor) => {
      const one = await reader.call<{ contact: string }>('GET', `/clubs/${club}`);
      const list = await reader.call<{ clubs: { id: string; contact: string }[] }>('GET', '/clubs');
      return [one.body.data.contact, list.body.data.clubs.find(({ id }) => id === club)?.contact];
    };
    expect(await readBy(member)).toEqual([contact, contact]);
    expect(await readBy(head)).toEqual([contact, contact]);
    expect(await readBy(asking)).toEqual(['', '']);
    const logged = await app.ctx.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('target_id', '=', club)
      .execute();
    expect(JSON.stringify(logged)).not.toContain('07331');
  });

  test('only global administrators create, rename and delete', async () => {
    const club = await createClub(app);
    const own = await createActor(app, [{ role: 'club_admin', club }]);
    const stranger = await createActor(app);
    expect((await own.call('POST', '/clubs', { name: 'Mine', sport_type: 'Chess' })).status).toBe(403);
    expect((await own.call('PUT', `/clubs/${club}`, { name: 'Renamed' })).status).toBe(403);
    expect((await own.call('PUT', `/clubs/${club}`, { sport_type: 'Chess' })).status).toBe(403);
    expect(
      (await own.call('PUT', `/clubs/${club}`, { name: 'FC Test', sport_type: 'Football' })).status,
    ).toBe(200);
    expect(
      (await own.call<{ description: string }>('PUT', `/clubs/${club}`, { description: 'New words' })).body
        .data.description,
    ).toBe('New words');
    expect((await stranger.call('PUT', `/clubs/${club}`, { description: 'Mine now' })).body.message).toBe(
      'You do not have permission to manage this club.',
    );
    expect((await own.call('DELETE', `/clubs/${club}`)).status).toBe(403);
  });

  test('a member may remove themselves from the list of members, and no other member', async () => {
    const club = await createClub(app);
    const [leaving, staying] = [await createActor(app), await createActor(app)];
    for (const { id } of [leaving, staying]) await addMember(app, club, id);
    const remove = async (id: string) => {
      const { status, body } = await leaving.call('DELETE', `/clubs/${club}/members/${id}`);
      return [status, body.code];
    };
    expect(await remove(staying.id)).toEqual([403, 'club_forbidden']);
    expect(await remove(leaving.id)).toEqual([200, undefined]);
    expect(await remove(leaving.id)).toEqual([404, 'club_member_not_found']);
    const { body } = await leaving.call<Club>('GET', `/clubs/${club}`);
    expect([body.data.user_membership_status, body.data.member_count]).toEqual(['none', 1]);
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

  test('asking to join, and taking it back, is limited for each account', async () => {
    const club = await createClub(app);
    const [user, other] = [await createActor(app), await createActor(app)];
    const ask = (by = user) => by.call('POST', `/clubs/${club}/join`);
    for (let i = 0; i < rateLimitValues.membershipRequestsPerAccount.points; i += 1) {
      expect((await ask()).status).toBe(200);
      await user.call('POST', `/clubs/${club}/cancel-request`);
    }
    expect([(await ask()).status, (await ask(other)).status]).toEqual([429, 200]);
  });

  test('whom the club removes is told, whoever leaves is not', async () => {
    const club = await createClub(app, 'SV Weg');
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    const [removed, leaving] = [await createActor(app), await createActor(app)];
    for (const { id } of [removed, leaving]) await addMember(app, club, id);
    const events: string[] = [];
    const unsubscribe = app.ctx.bus.subscribe(`user:${removed.id}`, ({ kind }) => events.push(kind));
    expect((await head.call('DELETE', `/clubs/${club}/members/${removed.id}`)).status).toBe(200);
    expect((await leaving.call('DELETE', `/clubs/${club}/members/${leaving.id}`)).status).toBe(200);
    unsubscribe();
    const told = async (actor: Actor) =>
      (await actor.call<Notices>('GET', '/notifications')).body.data.notifications.filter(
        ({ kind }) => kind === 'membership_ended',
      );
    expect(await told(removed)).toMatchObject([{ params: { club: 'SV Weg' } }]);
    expect(events).toContain('notification');
    for (const other of [leaving, head]) expect(await told(other)).toEqual([]);
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

  test('a club without an administrator has its requests decided by the global ones', async () => {
    const club = await createClub(app);
    const admin = await createActor(app, ['admin']);
    const retired = await createActor(app, [{ role: 'club_admin', club }]);
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', retired.id).execute();
    const user = await createActor(app);
    await user.call('POST', `/clubs/${club}/join`);
    const [notice] = (await admin.call<Notices>('GET', '/notifications')).body.data.notifications;
    expect(notice).toMatchObject({ kind: 'membership_requested', params: { user_id: user.id } });
  });

  test('members and requests are listed separately, counted, searched and paged', async () => {
    const [club, other] = [await createClub(app), await createClub(app)];
    const admin = await createActor(app, ['admin']);
    const [carl, cora, dora, dirk] = [
      await createActor(app, [], 'carl'),
      await createActor(app, [{ role: 'club_admin', club }], 'cora'),
      await createActor(app, [], 'dora'),
      await createActor(app, [], 'dirk'),
    ];
    for (const [user, status] of [
      [carl, 'approved'],
      [cora, 'approved'],
      [dora, 'pending'],
      [dirk, 'pending'],
    ] as const)
      await addMember(app, club, user.id, status);
    await addMember(app, other, dora.id);
    type People = { members?: { id: string; role: string }[]; requests?: { id: string }[]; total: number };
    const list = async (query: string) =>
      (await admin.call<People>('GET', `/clubs/${club}/${query}`)).body.data;
    const members = await list('members');
    expect([members.members!.map(({ id, role }) => [id, role]), members.total]).toEqual([
      [
        [carl.id, 'member'],
        [cora.id, 'club_admin'],
      ],
      2,
    ]);
    const requests = await list('requests');
    expect([requests.requests!.map(({ id }) => id), requests.total]).toEqual([[dora.id, dirk.id], 2]);
    expect(await list('members?search=CORA')).toMatchObject({ members: [{ id: cora.id }], total: 1 });
    expect(await list('members?search=example%20cora')).toMatchObject({
      members: [{ id: cora.id }],
      total: 1,
    });
    expect(await list('members?limit=1&offset=1')).toMatchObject({ members: [{ id: cora.id }], total: 2 });
    expect(await list('requests?limit=1&offset=1')).toMatchObject({ requests: [{ id: dirk.id }], total: 2 });
    expect((await admin.call<Club>('GET', `/clubs/${club}`)).body.data.member_count).toBe(2);
    const mine = async (user: typeof carl) =>
      (await user.call<{ clubs: Club[] }>('GET', '/clubs?my_clubs=true')).body.data.clubs.map(({ id }) => id);
    expect([await mine(dirk), await mine(admin)]).toEqual([[club], []]);
    expect(await mine(await createActor(app, [{ role: 'club_admin', club: other }]))).toEqual([other]);
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
    const [club, other] = [await createClub(app), await createClub(app)];
    const words = { id: other, description: 'The address says which' };
    expect((await admin.call<Club>('PUT', `/clubs/${club}?id=${other}`, words)).body.data.id).toBe(club);
    expect((await admin.call('GET', `/clubs/${other}?id=${club}`)).body.data).toMatchObject({
      id: other,
      description: '',
    });
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
      '👩‍👩‍👧‍👦 FC',
      'a​b',
      'İstanbul ß',
      'Cafe\u0301',
    ]) {
      const made = await admin.call<{ name: string }>('POST', '/clubs', { name, sport_type: 'x' });
      expect([made.status, made.body.data.name]).toEqual([201, name.normalize('NFC')]);
    }
    const turned = await admin.call<{ name: string }>('POST', '/clubs', {
      name: '\u202eabc',
      sport_type: 'x',
    });
    expect([turned.status, turned.body.data.name]).toEqual([201, 'abc']);
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
