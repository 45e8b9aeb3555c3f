/** @module-tag long */
import { describe, expect, test } from 'vitest';
import { countLimits } from '#server/contract/count-limits.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
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
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

type Asked = { id: string; receipt: string | null; hides: boolean; photo_count: number };
type Takedown = {
  id: string;
  decided: string | null;
  together: number;
  hides: boolean;
  photo: { id: string };
};
type Told = { notifications: { kind: string; settled_at?: string | null }[] };
type Answer = { status: number; body: { data: Asked; code?: string; detail?: unknown; params?: object } };

const app = startTestAppBeforeAll();
let photographer: Actor;
let member: Actor;
let club: string;
let gallery: string;
let token: string;

world(async () => {
  club = await createClub(app);
  photographer = await createActor(app, ['photographer']);
  member = await createActor(app);
  await addMember(app, club, member.id);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: photographer.id });
  token = await createLink();
  return app;
});

const createLink = async () =>
  (await photographer.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {})).body.data.token;
const photos = async (count: number) => {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) ids.push(await createPhoto(app, gallery));
  return ids;
};
const askers = {
  member: (photo_ids: string[], body: object = {}) =>
    member.call<Asked>('POST', `/galleries/${gallery}/takedowns`, { ...body, photo_ids }),
  visitor: (photo_ids: string[], body: object = {}, by = token) =>
    caller(app.url)<Asked>('POST', `/galleries/shared/${by}/photos/takedown`, { ...body, photo_ids }),
};
const asks = ['member', 'visitor'] as const;
const ask = (who: keyof typeof askers, ids: string[]) => askers[who](ids) as Promise<Answer>;
const askOne = (who: keyof typeof askers, id: string) =>
  (who === 'member'
    ? member.call<Asked>('POST', `/photos/${id}/takedown`, {})
    : caller(app.url)<Asked>(
        'POST',
        `/galleries/shared/${token}/photos/${id}/takedown`,
        {},
      )) as Promise<Answer>;
const listed = async () =>
  (await photographer.call<{ takedowns: Takedown[] }>('GET', `/galleries/${gallery}/takedowns?limit=100`))
    .body.data.takedowns;
const decide = (takedown_id: string, decision: 'granted' | 'declined', together = true) =>
  photographer.call('POST', `/galleries/${gallery}/takedowns/${takedown_id}/decide`, {
    ...{ decision, together },
    answer: 'It shows the team.',
  });
const isSeen = async (id: string) => (await member.call('GET', `/photos/${id}`)).status === 200;
const seen = async (ids: readonly string[]) => (await Promise.all(ids.map(isSeen))).filter(Boolean).length;
const told = async () =>
  (await photographer.call<Told>('GET', '/notifications')).body.data.notifications.filter(
    ({ kind }) => kind === 'takedown_asked',
  ).length;
const withdraw = (receipt: string | null) =>
  caller(app.url)('POST', `/galleries/shared/${token}/takedowns/withdraw`, { receipt });
/** Requests of the last hours, as if they had been made by calls. */
const insertAsked = async (count: number, of: object, at = app.ctx.clock.now()) => {
  const ids = await photos(1);
  await app.ctx.db
    .insertInto('takedown')
    .values(
      Array.from({ length: count }, () => ({
        ...{ id: newId(), gallery_id: gallery, photo_id: ids[0]!, asked_at: at, hides: false },
        ...of,
      })),
    )
    .execute();
};

describe.each(asks)('a %s', (who) => {
  test('hides 20 photos in one request, which is told once and decided at once', async () => {
    const ids = await photos(20);
    const asked = await ask(who, ids);
    expect([asked.status, asked.body.data.photo_count, asked.body.data.hides]).toEqual([201, 20, true]);
    expect([await seen(ids), await told()]).toEqual([0, 1]);
    expect((await listed()).map(({ together }) => together)).toEqual(Array(20).fill(20));
    const ofClub = await (await createActor(app, [{ role: 'club_admin', club }])).call<{
      takedowns: { photo_count: number }[];
    }>('GET', `/clubs/${club}/takedowns`);
    expect(ofClub.body.data.takedowns.map(({ photo_count }) => photo_count)).toEqual([20]);
    expect((await decide(asked.body.data.id, 'declined')).status).toBe(200);
    expect(await seen(ids)).toBe(20);
  });

  test('names no 21 photos, none of another gallery, and skips those that are hidden', async () => {
    const [first = '', ...rest] = await photos(3);
    expect((await ask(who, Array(21).fill(first))).status).toBe(422);
    const other = await createPhoto(app, await createGallery(app, { event: await createEvent(app, [club]) }));
    expect((await ask(who, [first, other])).body.code).toBe('photo_not_found');
    expect(await isSeen(first)).toBe(true);
    await ask(who, [first]);
    expect((await ask(who, [first, ...rest])).body.data.photo_count).toBe(2);
    expect((await ask(who, [first])).body.code).toBe('takedown_in_force');
  });

  test('asks one by one: from the 21st on they are hidden, told as one and shown again together', async () => {
    const ids = await photos(24);
    for (const id of ids) expect((await askOne(who, id)).status).toBe(201);
    expect([await seen(ids), await told()]).toEqual([0, 21]);
    const list = await listed();
    expect(list.map(({ together }) => together).sort()).toEqual([...Array(20).fill(1), 4, 4, 4, 4]);
    const batch = list.find(({ together }) => together === 4);
    expect((await decide(batch!.id, 'declined')).status).toBe(200);
    expect(await seen(ids)).toBe(4);
  });

  test('asks for 100 photos a day; only those asked successfully count, and hours are said', async () => {
    const now = new Date();
    const earlier = new Date(now.getTime() - serverLifetimes.takedownLimitMs + 4.5 * 3_600_000);
    const [first = '', second = '', third = ''] = await photos(3);
    const { id } = (await askOne(who, first)).body.data;
    const { asked_by, asker_mac, share_link_id } = await app.ctx.db
      .selectFrom('takedown')
      .select(['asked_by', 'asker_mac', 'share_link_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const asker = { asked_by, asker_mac, share_link_id };
    await insertAsked(countLimits.takedownsPerAskerMax - 2, asker, earlier);
    for (let i = 0; i < 5; i++) expect([404, 409]).toContain((await askOne(who, first)).status);
    const refused = await ask(who, [second, third]);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
    expect(refused.body.detail).toBe('Too many attempts. Please try again in 5 hours.');
    const last = await askOne(who, second);
    expect(last.status).toBe(201);
    expect((await askOne(who, third)).status).toBe(429);
    if (who === 'visitor') {
      expect((await withdraw(last.body.data.receipt)).status).toBe(200);
      expect((await askOne(who, third)).status).toBe(201);
      const another = await createLink();
      expect((await askers.visitor([second], {}, another)).status).toBe(201);
    }
  });

  test('who was refused twice asks without hiding, until it is granted', async () => {
    const [first = '', second = '', third = ''] = await photos(3);
    for (const id of [first, second]) await decide((await askOne(who, id)).body.data.id, 'declined');
    const asked = await askOne(who, third);
    expect([asked.status, asked.body.data.hides, await isSeen(third)]).toEqual([201, false, true]);
    expect((await listed())[0]).toMatchObject({ hides: false, photo: { id: third } });
    await decide(asked.body.data.id, 'granted');
    expect(await isSeen(third)).toBe(false);
  });

  test('one refused request for many photos is one refusal', async () => {
    const ids = await photos(5);
    await decide((await ask(who, ids.slice(0, 4))).body.data.id, 'declined');
    expect((await askOne(who, ids[4]!)).body.data.hides).toBe(true);
  });
});

test('of one gallery 300 photos a day are hidden on request; what deletions and deciders hid does not count', async () => {
  const [first = '', second = ''] = await photos(2);
  await insertAsked(100, { cause: 'person' });
  await insertAsked(countLimits.takedownsPerGalleryMax - 1, {});
  expect((await askOne('member', first)).status).toBe(201);
  expect((await askOne('visitor', second)).status).toBe(429);
  expect((await photographer.call('POST', `/photos/${second}/hide`, {})).status).toBe(200);
});

test('of requests at once no more than 100 photos are counted', async () => {
  await insertAsked(countLimits.takedownsPerAskerMax - 2, { asked_by: member.id });
  const answers = await Promise.all((await photos(4)).map((id) => askOne('member', id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
});

test('one receipt answers for all photos of a request, and takes back those that are not decided', async () => {
  const ids = await photos(3);
  const { receipt } = (await ask('visitor', ids)).body.data;
  await decide((await listed())[0]!.id, 'granted', false);
  const states = await caller(app.url)<{ takedowns: { decided: string | null; photo_count: number }[] }>(
    'POST',
    `/galleries/shared/${token}/takedowns`,
    { receipts: [receipt] },
  );
  expect(states.body.data.takedowns.map(({ decided, photo_count }) => [decided, photo_count]).sort()).toEqual(
    [
      ['granted', 1],
      [null, 2],
    ].sort(),
  );
  expect((await withdraw(receipt)).status).toBe(200);
  expect(await seen(ids)).toBe(2);
  expect((await withdraw(receipt)).body).toMatchObject({ code: 'takedown_decided' });
});
