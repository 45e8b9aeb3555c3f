/** What a club sees and ends of rights held in it by others, and galleries that nobody manages any more. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let other: string;
let head: Actor;
let otherHead: Actor;
let admin: Actor;
let me: Actor;
beforeEach(async () => {
  club = await createClub(app);
  other = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club }]);
  otherHead = await createActor(app, [{ role: 'club_admin', club: other }]);
  admin = await createActor(app, ['admin']);
  me = await createActor(app);
});

const status = async (who: Actor, ...[method, path, body]: Parameters<Actor['call']>): Promise<number> =>
  (await who.call(method, path, body)).status;
type Right = { id: string; roles: string[]; galleries: number; events: number; access: number };
const rights = async (who = head) => {
  const answer = await who.call<{ rights: Right[]; total: number }>('GET', `/clubs/${club}/rights`);
  expect(answer.body.data.total).toBe(answer.body.data.rights.length);
  return answer.body.data.rights.filter(({ id }) => id === me.id);
};
const give = {
  roles: () =>
    app.ctx.db
      .insertInto('role_assignment')
      .values({ id: crypto.randomUUID(), user_id: me.id, role_name: 'photographer', club_id: club })
      .execute(),
  galleries: async () =>
    createGallery(app, { event: await createEvent(app, [club]), visibility: 'private', createdBy: me.id }),
  events: () => createEvent(app, [club], me.id),
  access: async () => {
    const gallery_id = await createGallery(app, {
      event: await createEvent(app, [club]),
      visibility: 'private',
    });
    await app.ctx.db.insertInto('gallery_user').values({ gallery_id, user_id: me.id }).execute();
    return gallery_id;
  },
};

describe('rights of who is no member', () => {
  test.each(['roles', 'galleries', 'events', 'access'] as const)('%s are listed and ended', async (what) => {
    await give[what]();
    expect(await rights()).toMatchObject([
      {
        roles: what === 'roles' ? ['photographer'] : [],
        galleries: what === 'galleries' ? 1 : 0,
        events: what === 'events' ? 1 : 0,
        access: what === 'access' ? 1 : 0,
      },
    ]);
    expect(await status(otherHead, 'GET', `/clubs/${club}/rights`)).toBe(403);
    expect(await status(otherHead, 'DELETE', `/clubs/${club}/rights/${me.id}`)).toBe(403);
    const kind = what === 'events' ? 'galleries' : what;
    expect(await status(head, 'DELETE', `/clubs/${club}/rights/${me.id}?kind=${kind}`)).toBe(200);
    expect(await rights()).toEqual([]);
  });

  test('all of them end at once, and what reaches beyond the club stays', async () => {
    const gallery = await give.galleries();
    const named = await give.access();
    await give.roles();
    const elsewhere = await createGallery(app, {
      event: await createEvent(app, [other]),
      visibility: 'private',
      createdBy: me.id,
    });
    await status(head, 'DELETE', `/clubs/${club}/rights/${me.id}`);
    const after = [gallery, named, elsewhere].map((id) => status(me, 'GET', `/galleries/${id}`));
    expect(await Promise.all(after)).toEqual([403, 403, 200]);
  });

  test('members are not among them', async () => {
    await give.galleries();
    await addMember(app, club, me.id);
    expect(await rights()).toEqual([]);
    expect(await status(head, 'DELETE', `/clubs/${club}/rights/${me.id}`)).toBe(404);
  });

  test('the only administrator, who is no member, stays', async () => {
    const answer = await head.call('DELETE', `/clubs/${club}/rights/${head.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'club_last_admin']);
  });
});

describe('a gallery whose creator has gone', () => {
  const left = async (visibility: 'club_restricted' | 'private' = 'club_restricted') => {
    await addMember(app, club, me.id);
    const event = await createEvent(app, [club, other]);
    const id = await createGallery(app, { event, visibility, createdBy: me.id, photographer: me.id });
    await status(me, 'POST', `/clubs/${club}/leave`);
    return id;
  };
  const told = async (who: Actor) =>
    (
      await app.ctx.db
        .selectFrom('notification')
        .select('kind')
        .where('user_id', '=', who.id)
        .where('kind', '=', 'gallery_taken_over')
        .execute()
    ).length;

  test('is taken over by the first; the others and its earlier creator are told, its photographer stays', async () => {
    const id = await left();
    const before = await head.call<{ can_take_over: boolean }>('GET', `/galleries/${id}`);
    expect(before.body.data.can_take_over).toBe(true);
    const both = [head, otherHead].map((who) => status(who, 'POST', `/galleries/${id}/take-over`, {}));
    expect((await Promise.all(both)).sort()).toEqual([200, 409]);
    const { photographer_id } = await app.ctx.db
      .selectFrom('gallery')
      .select('photographer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(photographer_id).toBe(me.id);
    expect(await told(me)).toBe(1);
    expect((await told(head)) + (await told(otherHead))).toBe(1);
    expect(await status(me, 'GET', `/galleries/${id}`)).toBe(403);
  });

  test('goes back when another club objects within 7 days, and then an administrator gives it to somebody', async () => {
    const id = await left();
    expect(await status(head, 'POST', `/galleries/${id}/take-over`, {})).toBe(200);
    expect(await status(head, 'PUT', `/galleries/${id}`, { visibility: 'private' })).toBe(200);
    expect(await status(head, 'POST', `/galleries/${id}/take-over/object`)).toBe(404);
    expect(await status(otherHead, 'POST', `/galleries/${id}/take-over/object`)).toBe(200);
    expect(await status(head, 'PUT', `/galleries/${id}`, { name: 'Mine' })).toBe(403);
    expect(await status(admin, 'PUT', `/galleries/${id}`, { visibility: 'public' })).toBe(200);
    expect(await status(otherHead, 'POST', `/galleries/${id}/take-over`, {})).toBe(409);
    expect(await status(admin, 'POST', `/galleries/${id}/take-over`, { user_id: head.id })).toBe(200);
    expect(await status(head, 'PUT', `/galleries/${id}`, { name: 'Mine' })).toBe(200);
  });

  test('cannot be objected to after 7 days', async () => {
    const id = await left();
    await status(head, 'POST', `/galleries/${id}/take-over`, {});
    await app.ctx.db
      .updateTable('gallery_takeover')
      .set({ taken_at: new Date(Date.now() - 7 * 86_400_000 - 1_000) })
      .execute();
    expect(await status(otherHead, 'POST', `/galleries/${id}/take-over/object`)).toBe(404);
  });

  test('where it is private, is given by administrators of the server alone; its links end without seeing it', async () => {
    const id = await left('private');
    const link = await admin.call<{ id: string }>('POST', `/galleries/${id}/links`, {});
    expect(await status(head, 'POST', `/galleries/${id}/take-over`, {})).toBe(403);
    expect(await status(head, 'GET', `/galleries/${id}`)).toBe(403);
    const links = await head.call<{ links: { url: string; token: string }[] }>(
      'GET',
      `/galleries/${id}/links`,
    );
    expect(links.body.data.links).toMatchObject([{ url: '', token: '' }]);
    const path = `/galleries/links/${link.body.data.id}`;
    expect(await status(head, 'PUT', path, { allow_download: true })).toBe(403);
    expect(await status(head, 'PUT', path, { is_active: false })).toBe(200);
    expect(await status(head, 'PUT', path, { is_active: true })).toBe(403);
    expect(await status(head, 'DELETE', path)).toBe(200);
  });

  test('stays with a creator who never belonged, or whose account is switched off', async () => {
    const event = await createEvent(app, [club]);
    for (const creator of [me, await createActor(app)]) {
      const id = await createGallery(app, { event, createdBy: creator.id });
      if (creator !== me) await status(admin, 'PUT', `/users/${creator.id}`, { is_active: false });
      expect(await status(head, 'POST', `/galleries/${id}/take-over`, {})).toBe(409);
    }
  });

  test('is taken over when the account is gone', async () => {
    const id = await createGallery(app, { event: await createEvent(app, [club]), createdBy: me.id });
    expect(await status(admin, 'DELETE', `/users/${me.id}`)).toBe(200);
    expect(await status(head, 'POST', `/galleries/${id}/take-over`, {})).toBe(200);
  });
});
