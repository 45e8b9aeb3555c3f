import { expect, test, vi } from 'vitest';
import { type Actor, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { createGuestPhotos } from '#tests/support/guests.ts';
import { invite, tokenOf } from '#tests/support/invitations.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

/** Opens a live stream as a page does: with the cookie, without a header. Answers its messages one by one. */
async function listenTo(actor: Actor, input: object = {}) {
  const abort = new AbortController();
  const response = await fetch(
    `${app.url}/trpc/live.page?input=${encodeURIComponent(JSON.stringify(input))}`,
    {
      headers: { Cookie: `clublens_session=${actor.token}`, Accept: 'text/event-stream' },
      signal: abort.signal,
    },
  );
  const lines = readLines(response);
  const next = async (): Promise<Record<string, unknown>> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the stream ended');
      if (!value.startsWith('data: {')) continue;
      const data = JSON.parse(value.slice('data: '.length));
      if ('about' in data || 'data' in data) return data;
    }
  };
  /** The next message about the gallery or the queue; the first is about the viewer. */
  const nextAbout = async (about: string) => {
    for (;;) {
      const message = await next();
      if (message.about === about || 'data' in message) return message;
    }
  };
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    next,
    nextAbout,
    close: () => abort.abort(),
  };
}

async function* readLines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

test('a notice reaches the open page of the one it concerns', async () => {
  const club = await createClub(app);
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const user = await createActor(app);
  const stream = await listenTo(head);
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream']);
  expect(await stream.next()).toMatchObject({ kind: 'opened', unread: 3 });
  await user.call('POST', `/clubs/${club}/join`);
  expect(await stream.next()).toMatchObject({ kind: 'notification', unread: 4 });
  stream.close();
});

test('who joins by an invitation, leaves or is removed reaches the open pages of those who manage the club', async () => {
  const club = await createClub(app);
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const user = await createActor(app);
  const other = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
  const invitation = await invite(head, club);
  const [stream, elsewhere] = [await listenTo(head), await listenTo(other)];
  expect(await stream.next()).toMatchObject({ kind: 'opened' });
  expect(await elsewhere.next()).toMatchObject({ kind: 'opened' });
  await user.call('POST', '/invitations/accept', { token: tokenOf(invitation) });
  expect(await stream.next()).toMatchObject({ kind: 'members' });
  await user.call('POST', `/clubs/${club}/leave`);
  expect(await stream.next()).toMatchObject({ kind: 'members' });
  app.ctx.bus.publish({ topic: `user:${other.id}`, kind: 'notification' });
  expect(await elsewhere.next()).toMatchObject({ kind: 'notification' });
  stream.close();
  elsewhere.close();
});

test('a changed setting reaches the open pages of everybody', async () => {
  const admin = await createActor(app, ['admin']);
  const stream = await listenTo(await createActor(app));
  expect(await stream.next()).toMatchObject({ kind: 'opened' });
  for (const allow_past_events of [true, false]) {
    await admin.call('PUT', '/settings', { allow_past_events });
    expect(await stream.next()).toMatchObject({ kind: 'settings' });
  }
  stream.close();
});

test('events of a gallery reach its viewers only', async () => {
  const owner = await createActor(app, ['photographer']);
  const stranger = await createActor(app);
  const id = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'private',
    createdBy: owner.id,
  });
  const stream = await listenTo(owner, { gallery_id: id });
  expect(await stream.nextAbout('gallery')).toMatchObject({
    changed: 'progress',
    summary: { processing: false },
  });
  app.ctx.bus.publish({ topic: `gallery:${id}`, kind: 'people' });
  expect(await stream.nextAbout('gallery')).toMatchObject({ changed: 'people' });
  stream.close();
  const refused = await listenTo(stranger, { gallery_id: id });
  expect(await refused.nextAbout('gallery')).toEqual({ about: 'gallery', gallery_id: id, changed: 'closed' });
  refused.close();
});

test('a gallery is told of no more once the viewer may not see it', async () => {
  const owner = await createActor(app, ['photographer']);
  const guest = await createActor(app);
  const id = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'private',
    createdBy: owner.id,
  });
  await owner.call('POST', `/galleries/${id}/access`, { club_ids: [], user_ids: [guest.id] });
  const stream = await listenTo(guest, { gallery_id: id });
  expect(await stream.nextAbout('gallery')).toMatchObject({ changed: 'progress' });
  await owner.call('POST', `/galleries/${id}/access`, { club_ids: [], user_ids: [] });
  expect(await stream.nextAbout('gallery')).toEqual({ about: 'gallery', gallery_id: id, changed: 'closed' });
  stream.close();
});

test('a page hears that its session was ended elsewhere', async () => {
  const user = await createActor(app);
  const stream = await listenTo(user);
  expect(await stream.next()).toMatchObject({ kind: 'opened' });
  await user.call('POST', '/auth/logout', {});
  expect(await stream.next()).toMatchObject({ data: { code: 'session_expired' } });
  stream.close();
});

test('the pulse of the queue ends with the office of administrator', async () => {
  const admin = await createActor(app, ['admin']);
  const stream = await listenTo(admin, { analyses: true });
  expect(await stream.nextAbout('analyses')).toEqual({ about: 'analyses' });
  await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', admin.id).execute();
  app.ctx.bus.publish({ topic: 'jobs', kind: 'changed' });
  app.ctx.bus.publish({ topic: 'settings', kind: 'changed' });
  expect(await stream.next()).toMatchObject({ about: 'viewer', kind: 'settings' });
  stream.close();
});

test('the subscription ends with the connection, however it was closed', async () => {
  const admin = await createActor(app, ['admin']);
  let listening = 0;
  const subscribe = app.ctx.bus.subscribe.bind(app.ctx.bus);
  const counted = vi.spyOn(app.ctx.bus, 'subscribe').mockImplementation((topic, listener) => {
    listening += 1;
    const stop = subscribe(topic, listener);
    return () => {
      listening -= 1;
      stop();
    };
  });
  const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(admin, { analyses: true })));
  await Promise.all(streams.map((stream) => stream.nextAbout('analyses')));
  await vi.waitFor(() => expect(listening).toBe(60));
  for (const stream of streams.slice(1)) stream.close();
  await vi.waitFor(() => expect(listening).toBe(3), { timeout: 60_000 });
  await admin.call('POST', '/auth/logout', {});
  app.ctx.bus.publish({ topic: 'jobs', kind: 'changed' });
  await vi.waitFor(() => expect(listening).toBe(0), { timeout: 60_000 });
  counted.mockRestore();
});

test('that photos of guests wait is told to those who decide, and not to other readers of the gallery', async () => {
  const owner = await createActor(app, ['photographer']);
  const reader = await createActor(app);
  const gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: owner.id,
  });
  const made = await owner.call<{ id: string }>('POST', `/galleries/${gallery}/links`, { collects: true });
  const [photo] = await createGuestPhotos(app, { gallery, link: made.body.data.id }, 1);
  const [deciding, reading] = [
    await listenTo(owner, { gallery_id: gallery }),
    await listenTo(reader, { gallery_id: gallery }),
  ];
  for (const stream of [deciding, reading])
    expect(await stream.nextAbout('gallery')).toMatchObject({ changed: 'progress' });
  await owner.call('POST', `/galleries/${gallery}/guest-photos/decline`, { guest_photo_ids: [photo] });
  expect(await deciding.nextAbout('gallery')).toMatchObject({ changed: 'guest_photos' });
  app.ctx.bus.publish({ topic: `gallery:${gallery}`, kind: 'people' });
  expect(await reading.nextAbout('gallery')).toMatchObject({ changed: 'people' });
  deciding.close();
  reading.close();
});
