/**
 * Every right that a club gave or that came from belonging to it, against every way in which belonging ends; and what stays for
 * those who never belonged.
 * @module-tag long
 */
import { describe, expect, test } from 'vitest';
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

const app = startTestAppBeforeAll();

type World = { club: string; head: Actor; admin: Actor; me: Actor };
type Try = () => Promise<number>;
type Right = {
  name: string;
  /** Gives the right to `me`; answers how it is used. */
  give(world: World): Promise<Try>;
  /** Belonging to the club some other way is enough to keep it. */
  isOfOwner?: true;
};

const role = async ({ club, me }: World, role_name: 'photographer' | 'club_admin') => {
  await app.ctx.db
    .insertInto('role_assignment')
    .values({ id: crypto.randomUUID(), user_id: me.id, role_name, club_id: club })
    .execute();
};
const gallery = async (
  { club }: World,
  options: Omit<Parameters<typeof createGallery>[1], 'event'> = {},
): Promise<string> =>
  createGallery(app, { event: await createEvent(app, [club]), visibility: 'private', ...options });
const status = async (me: Actor, ...[method, path, body]: Parameters<Actor['call']>): Promise<number> =>
  (await me.call(method, path, body)).status;
const owned = (name: string, use: (id: string, me: Actor) => Promise<number>): Right => ({
  name,
  isOfOwner: true,
  give: async (world) => {
    const id = await gallery(world, { createdBy: world.me.id });
    await createPhoto(app, id);
    return () => use(id, world.me);
  },
});

const rights: Right[] = [
  {
    name: 'reads galleries of its members',
    give: async (world) => {
      const id = await gallery(world, { visibility: 'club_restricted' });
      return () => status(world.me, 'GET', `/galleries/${id}`);
    },
  },
  {
    name: 'access by name',
    give: async (world) => {
      const id = await gallery(world);
      await app.ctx.db.insertInto('gallery_user').values({ gallery_id: id, user_id: world.me.id }).execute();
      return () => status(world.me, 'GET', `/galleries/${id}`);
    },
  },
  {
    name: 'photographer of the club: makes galleries',
    give: async (world) => {
      await role(world, 'photographer');
      const event_id = await createEvent(app, [world.club]);
      const body = { name: 'Cup', event_id, photographer_id: world.me.id, visibility: 'private' };
      return () => status(world.me, 'POST', '/galleries', body);
    },
  },
  {
    name: 'photographer of the club: deletes photos',
    give: async (world) => {
      await role(world, 'photographer');
      const id = await gallery(world, { photographer: world.me.id });
      return async () => status(world.me, 'DELETE', `/photos/${await createPhoto(app, id)}`);
    },
  },
  {
    name: 'photographer of the club: reads names of its people',
    give: async (world) => {
      await role(world, 'photographer');
      const id = await gallery(world, { photographer: world.me.id });
      return () => status(world.me, 'GET', `/facerecognition/galleries/${id}/club-people`);
    },
  },
  ...(['members', 'people', 'requests', 'invitations', 'takedowns', 'storage'] as const).map(
    (what): Right => ({
      name: `administrator of the club: reads ${what}`,
      give: async (world) => {
        await role(world, 'club_admin');
        return () => status(world.me, 'GET', `/clubs/${world.club}/${what}`);
      },
    }),
  ),
  {
    name: 'administrator of the club: removes members',
    give: async (world) => {
      await role(world, 'club_admin');
      return async () => {
        const other = await createActor(app);
        await addMember(app, world.club, other.id);
        return status(world.me, 'DELETE', `/clubs/${world.club}/members/${other.id}`);
      };
    },
  },
  {
    name: 'administrator of the club: invites',
    give: async (world) => {
      await role(world, 'club_admin');
      return () => status(world.me, 'POST', `/clubs/${world.club}/invitations`, { role: 'photographer' });
    },
  },
  {
    name: 'administrator of the club: takes it out of events',
    give: async (world) => {
      await role(world, 'club_admin');
      return async () => {
        const event = await createEvent(app, [world.club]);
        return status(world.me, 'DELETE', `/events/${event}/clubs/${world.club}`);
      };
    },
  },
  {
    name: 'administrator of the club: ends links',
    give: async (world) => {
      await role(world, 'club_admin');
      const id = await gallery(world);
      return () => status(world.me, 'GET', `/galleries/${id}/links`);
    },
  },
  owned('creator: reads', (id, me) => status(me, 'GET', `/galleries/${id}`)),
  owned('creator: edits', (id, me) => status(me, 'PUT', `/galleries/${id}`, { name: 'Mine' })),
  owned('creator: opens it to everybody', (id, me) =>
    status(me, 'PUT', `/galleries/${id}`, { visibility: 'public' }),
  ),
  owned('creator: gives access', (id, me) =>
    status(me, 'POST', `/galleries/${id}/access`, { club_ids: [], user_ids: [] }),
  ),
  owned('creator: makes links', (id, me) => status(me, 'POST', `/galleries/${id}/links`, {})),
  owned('creator: decides requests', (id, me) => status(me, 'GET', `/galleries/${id}/takedowns`)),
  owned('creator: decides photos of guests', (id, me) => status(me, 'GET', `/galleries/${id}/guest-photos`)),
  owned('creator: deletes', (id, me) => status(me, 'DELETE', `/galleries/${id}`)),
  {
    name: 'photographer of a gallery: reads',
    isOfOwner: true,
    give: async (world) => {
      const id = await gallery(world, { photographer: world.me.id });
      return () => status(world.me, 'GET', `/galleries/${id}`);
    },
  },
  {
    name: 'creator of an event: changes it',
    isOfOwner: true,
    give: async (world) => {
      const id = await createEvent(app, [world.club], world.me.id);
      return () => status(world.me, 'PUT', `/events/${id}`, { name: 'Final' });
    },
  },
  {
    name: 'creator of an event: takes clubs out of it',
    isOfOwner: true,
    give: async (world) => {
      const id = await createEvent(app, [world.club], world.me.id);
      return () => status(world.me, 'POST', `/events/${id}/clubs`, { club_ids: [] });
    },
  },
];

const ends: [string, (world: World) => Promise<number>][] = [
  ['leaves', ({ me, club }) => status(me, 'POST', `/clubs/${club}/leave`)],
  [
    'leaves by the list of members',
    ({ me, club }) => status(me, 'DELETE', `/clubs/${club}/members/${me.id}`),
  ],
  ['is removed', ({ head, club, me }) => status(head, 'DELETE', `/clubs/${club}/members/${me.id}`)],
  [
    'is removed by an administrator of the server',
    ({ admin, club, me }) => status(admin, 'DELETE', `/clubs/${club}/members/${me.id}`),
  ],
];

async function createWorld(): Promise<World> {
  const club = await createClub(app);
  const [head, admin, me] = await Promise.all([
    createActor(app, [{ role: 'club_admin', club }]),
    createActor(app, ['admin']),
    createActor(app),
  ]);
  return { club, head, admin, me };
}

describe.each(rights)('$name', ({ give }) => {
  test.each(ends)('not any more for who %s, and a new membership brings back no role', async (_, end) => {
    const world = await createWorld();
    await addMember(app, world.club, world.me.id);
    const use = await give(world);
    expect(await end(world)).toBe(200);
    expect(await use()).toBeGreaterThanOrEqual(403);
    const left = await app.ctx.db
      .selectFrom('role_assignment')
      .select('role_name')
      .where('user_id', '=', world.me.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('is there while one belongs, also after the account was switched off and on', async () => {
    const world = await createWorld();
    await addMember(app, world.club, world.me.id);
    const use = await give(world);
    const set = (is_active: boolean) => status(world.admin, 'PUT', `/users/${world.me.id}`, { is_active });
    expect(await set(false)).toBe(200);
    expect(await set(true)).toBe(200);
    await app.ctx.db
      .updateTable('session')
      .set({ revoked_at: null })
      .where('user_id', '=', world.me.id)
      .execute();
    expect(await use()).toBeLessThan(300);
  });
});

describe.each(rights.filter(({ isOfOwner }) => !isOfOwner))('$name', ({ give }) => {
  test('not any more when the club is deleted', async () => {
    const world = await createWorld();
    await addMember(app, world.club, world.me.id);
    const use = await give(world);
    expect(await status(world.admin, 'DELETE', `/clubs/${world.club}`)).toBe(200);
    // What is tried there may need rows of the club, which are gone too.
    expect(await use().catch(() => 404)).toBeGreaterThanOrEqual(400);
  });
});

describe.each(rights)('$name', ({ give }) => {
  test('not any more when the account is deleted or switched off', async () => {
    for (const end of ['DELETE', 'PUT'] as const) {
      const world = await createWorld();
      await addMember(app, world.club, world.me.id);
      const use = await give(world);
      expect(
        await status(
          world.admin,
          end,
          `/users/${world.me.id}`,
          end === 'PUT' ? { is_active: false } : undefined,
        ),
      ).toBe(200);
      expect(await use()).toBe(401);
    }
  });
});

describe.each(rights.filter(({ isOfOwner }) => isOfOwner))('$name', ({ give }) => {
  test('for photographers of the whole installation, who never belonged', async () => {
    const world = await createWorld();
    const use = await give(world);
    expect(await use()).toBeLessThan(300);
  });

  test.each(['the role that made one belong', 'the club that one left, to a new one'])(
    'ends with %s',
    async (how) => {
      const world = await createWorld();
      await role(world, 'photographer');
      const use = await give(world);
      const revoke = `/users/${world.me.id}/roles/photographer?club_id=${world.club}`;
      expect(await status(world.admin, 'DELETE', revoke)).toBe(200);
      if (how !== 'the role that made one belong')
        expect(await status(world.admin, 'DELETE', `/clubs/${world.club}`)).toBe(200);
      expect(await use()).toBeGreaterThanOrEqual(403);
    },
  );

  test('stays with the role where one is a member, and comes back by joining again', async () => {
    const world = await createWorld();
    await role(world, 'photographer');
    await addMember(app, world.club, world.me.id);
    const use = await give(world);
    await status(world.admin, 'DELETE', `/users/${world.me.id}/roles/photographer?club_id=${world.club}`);
    await status(world.me, 'POST', `/clubs/${world.club}/leave`);
    await addMember(app, world.club, world.me.id);
    expect(await use()).toBeLessThan(300);
  });
});

test('a gallery of two clubs stays its creator’s until they belong to neither', async () => {
  const world = await createWorld();
  const other = await createClub(app);
  for (const club of [world.club, other]) await addMember(app, club, world.me.id);
  const id = await gallery(world, { createdBy: world.me.id });
  await app.ctx.db.insertInto('gallery_club').values({ gallery_id: id, club_id: other }).execute();
  await status(world.me, 'POST', `/clubs/${world.club}/leave`);
  expect(await status(world.me, 'GET', `/galleries/${id}`)).toBe(200);
  await status(world.me, 'POST', `/clubs/${other}/leave`);
  expect(await status(world.me, 'GET', `/galleries/${id}`)).toBe(403);
});

test('who never belonged keeps access by name when others go', async () => {
  const world = await createWorld();
  const id = await gallery(world);
  await app.ctx.db.insertInto('gallery_user').values({ gallery_id: id, user_id: world.me.id }).execute();
  await addMember(app, world.club, world.admin.id);
  await status(world.admin, 'POST', `/clubs/${world.club}/leave`);
  expect(await status(world.me, 'GET', `/galleries/${id}`)).toBe(200);
});

describe('the last administrator', () => {
  const gives: [string, (world: World) => [Actor, string, string]][] = [
    ['leaves', ({ head, club }) => [head, 'POST', `/clubs/${club}/leave`]],
    ['leaves by the list', ({ head, club }) => [head, 'DELETE', `/clubs/${club}/members/${head.id}`]],
    ['gives up the office', ({ head, club }) => [head, 'DELETE', `/clubs/${club}/admins/${head.id}`]],
  ];
  test.each(gives)('is refused: %s', async (_, act) => {
    const world = await createWorld();
    await addMember(app, world.club, world.head.id);
    // Accounts that are switched off administer nothing.
    const off = await createActor(app, [{ role: 'club_admin', club: world.club }]);
    await status(world.admin, 'PUT', `/users/${off.id}`, { is_active: false });
    const [who, method, path] = act(world);
    const answer = await who.call(method, path);
    expect([answer.status, answer.body.code]).toEqual([409, 'club_last_admin']);
    expect(await status(world.head, 'GET', `/clubs/${world.club}/members`)).toBe(200);
  });

  test('two who remove each other at once: one stays', async () => {
    const world = await createWorld();
    const second = await createActor(app, [{ role: 'club_admin', club: world.club }]);
    for (const { id } of [world.head, second]) await addMember(app, world.club, id);
    const both = await Promise.all([
      status(world.head, 'DELETE', `/clubs/${world.club}/members/${second.id}`),
      status(second, 'DELETE', `/clubs/${world.club}/members/${world.head.id}`),
    ]);
    expect(both.filter((answer) => answer === 200)).toHaveLength(1);
  });

  test.each([
    ['is removed', ({ club, head }: World) => ['DELETE', `/clubs/${club}/members/${head.id}`, undefined]],
    [
      'loses the office',
      ({ club, head }: World) => ['DELETE', `/clubs/${club}/admins/${head.id}`, undefined],
    ],
    ['is switched off', ({ head }: World) => ['PUT', `/users/${head.id}`, { is_active: false }]],
    ['is deleted', ({ head }: World) => ['DELETE', `/users/${head.id}`, undefined]],
  ] as const)('%s by an administrator of the server, and the others are told', async (_, act) => {
    const world = await createWorld();
    await addMember(app, world.club, world.head.id);
    const second = await createActor(app, ['admin']);
    const [method, path, body] = act(world) as [string, string, unknown];
    expect(await status(world.admin, method, path, body)).toBe(200);
    const told = await app.ctx.db
      .selectFrom('notification')
      .select('user_id')
      .where('kind', '=', 'club_without_admin')
      .where('href', '=', `/clubs/${world.club}/manage`)
      .execute();
    const ids = told.map(({ user_id }) => user_id);
    expect([ids.includes(second.id), ids.includes(world.admin.id)]).toEqual([true, false]);
  });
});

describe('a removed account does not come back', () => {
  test.each(['member', 'photographer'])('by the link for anybody that it made, as %s', async (as) => {
    const world = await createWorld();
    await addMember(app, world.club, world.me.id);
    await role(world, 'club_admin');
    const made = await world.me.call<{ invitation: { token: string }; url: string; invite_url: string }>(
      'POST',
      `/clubs/${world.club}/invitations`,
      { role: as, max_uses: as === 'member' ? 50 : 1 },
    );
    expect(made.status).toBe(201);
    const token = JSON.stringify(made.body.data).match(/invitation#([\w-]+)/)?.[1];
    expect(token).toBeDefined();
    expect(await status(world.head, 'DELETE', `/clubs/${world.club}/members/${world.me.id}`)).toBe(200);
    const stranger = await createActor(app);
    for (const who of [world.me, stranger])
      expect(await status(who, 'POST', '/invitations/accept', { token })).toBeGreaterThanOrEqual(400);
  });
});
