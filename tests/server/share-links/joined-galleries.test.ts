/**
 * One link over several galleries of an event: who adds, changes and ends what, and what visitors see of it then.
 * @module-tag long
 */
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
let gerda: Actor;
let ben: Actor;
let admin: Actor;
let club: string;
let event: string;
/** Two of Gerda and one of Ben, a photo each. */
let first: string;
let second: string;
let bens: string;

beforeAll(async () => {
  gerda = await createActor(app, ['photographer'], 'Gerda');
  ben = await createActor(app, ['photographer'], 'Ben');
  admin = await createActor(app, ['admin']);
  club = await createClub(app, 'TSV Waldau');
  await addMember(app, club, gerda.id);
});
beforeEach(async () => {
  event = await createEvent(app, [club]);
  first = await make('Morning', gerda);
  second = await make('Evening', gerda);
  bens = await make('From the stand', ben);
});

async function make(name: string, { id }: Actor): Promise<string> {
  const gallery = await createGallery(app, { event, name, visibility: 'club_restricted', createdBy: id });
  await createPhoto(app, gallery);
  return gallery;
}

type Link = {
  id: string;
  token: string;
  url: string;
  status: string;
  has_password: boolean;
  expires_at: string | null;
};
type Opened = { name: string; photo_count: number; galleries: Shown[]; unlock_token: string };
type Shown = { token: string; name: string | null; unlock_token: string | null; is_open: boolean };
const create = async (gallery = first, fields: object = {}, by = gerda) =>
  (await by.call<Link>('POST', `/galleries/${gallery}/links`, fields)).body.data;
const listed = async (gallery: string, by = gerda) =>
  (
    await by.call<{ links: Link[]; asked: { link_id: string; asked_by: string }[] }>(
      'GET',
      `/galleries/${gallery}/links`,
    )
  ).body.data;
const linkIn = async (gallery: string, by = gerda) => (await listed(gallery, by)).links[0]!;
const join = (link: { id: string }, gallery: string, by = gerda, joins = true) =>
  by.call<{ links: Link[] }>('POST', `/galleries/${gallery}/joined-links`, { link_id: link.id, joins });
const ask = (link: { id: string }, gallery: string, by = gerda) =>
  by.call('POST', `/galleries/links/${link.id}/asked-galleries`, { gallery_id: gallery });
const put = (link: { id: string }, fields: object, by = gerda) =>
  by.call('PUT', `/galleries/links/${link.id}`, fields);
const open = (token: string, headers = {}) =>
  caller(app.url)<Opened>('GET', `/galleries/shared/${token}`, undefined, headers);
const photosBy = async (token: string) =>
  (await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${token}/photos`)).body.data
    .photos;
const namesBy = async (token: string) => (await open(token)).body.data.galleries.map(({ name }) => name);
/** Of those who are asked whether a gallery may be shown. */
const notices = async (by: Actor) =>
  (
    await by.call<{ notifications: { kind: string; href: string; settled: boolean }[] }>(
      'GET',
      '/notifications',
    )
  ).body.data.notifications.filter(({ kind }) => kind === 'gallery_asked');

describe('adding a gallery', () => {
  test('by whoever shares both: one address opens both, each with its own photos', async () => {
    const link = await create();
    expect((await open(link.token)).body.data.galleries).toEqual([]);
    const joined = await join(link, second);
    expect(joined.body.data.links).toMatchObject([{ gallery_id: second, token: link.token, url: link.url }]);
    expect(await linkIn(first)).toMatchObject({ id: link.id, token: link.token, url: link.url });
    const { galleries, name } = (await open(link.token)).body.data;
    expect(name).toBe('Morning');
    expect(galleries).toMatchObject([
      { name: 'Morning', is_open: true },
      { name: 'Evening', is_open: false },
    ]);
    const [morning, evening] = [await photosBy(galleries[0]!.token), await photosBy(galleries[1]!.token)];
    expect([morning.length, evening.length, morning[0]!.id === evening[0]!.id]).toEqual([1, 1, false]);
    expect(await photosBy(link.token)).toMatchObject([{ id: morning[0]!.id }]);
    expect(await namesBy(galleries[1]!.token)).toEqual(['Morning', 'Evening']);
  });

  test('is not done by whoever does not share it, nor into an unasked link of somebody else', async () => {
    const link = await create();
    expect((await join(link, bens)).status).toBe(403);
    expect((await join(link, bens, ben)).body).toMatchObject({ code: 'link_not_found' });
    expect(await namesBy(link.token)).toEqual([]);
  });

  test('of another event, or by a link that is off or shows a part, is refused', async () => {
    const away = await createGallery(app, { event: await createEvent(app, [club]), createdBy: gerda.id });
    expect((await join(await create(), away)).status).toBe(404);
    expect((await ask(await create(), away)).status).toBe(404);
    expect((await join(await create(first, { is_active: false }), second)).status).toBe(404);
    expect((await join(await create(first, { collects: true }), second)).status).toBe(404);
  });

  test('whoever shares it is asked once, and adds it or declines', async () => {
    const link = await create();
    await ask(link, bens);
    await ask(link, bens);
    expect(await notices(ben)).toMatchObject([{ href: `/gallery/${bens}?share=1` }]);
    expect(await notices(gerda)).toEqual([]);
    await ask(await create(second), bens);
    expect(await notices(ben)).toHaveLength(1);
    await join(await linkIn(second), bens, ben, false);
    expect((await listed(bens, ben)).asked).toMatchObject([
      { link_id: link.id, asked_by: expect.stringMatching('Gerda') },
    ]);
    expect(await namesBy(link.token)).toEqual([]);
    await join(link, bens, ben, false);
    expect((await listed(bens, ben)).asked).toEqual([]);
    expect((await join(link, bens, ben)).status).toBe(404);
    await ask(link, bens);
    expect((await join(link, bens, ben)).status).toBe(200);
    expect(await namesBy(link.token)).toEqual(['Morning', 'From the stand']);
    const settled = await app.ctx.db
      .selectFrom('notification')
      .select('settled_at')
      .where('href', '=', `/gallery/${bens}?share=1`)
      .execute();
    expect(settled.every(({ settled_at }) => settled_at !== null)).toBe(true);
  });

  test('the galleries beside are those that the viewer sees', async () => {
    const hidden = await createGallery(app, {
      event,
      name: 'Hidden',
      visibility: 'private',
      createdBy: ben.id,
    });
    const link = await create();
    await join(link, second);
    await ask(link, bens);
    const beside = () => gerda.call<{ galleries: object[] }>('GET', `/galleries/links/${link.id}/galleries`);
    expect((await beside()).body.data.galleries).toEqual([
      { id: second, name: 'Evening', is_shown: true, is_asked: false, may_share: true },
      { id: bens, name: 'From the stand', is_shown: false, is_asked: true, may_share: false },
    ]);
    expect((await ask(link, hidden)).body).toMatchObject({ code: 'gallery_not_found' });
  });
});

describe('a gallery leaves without ending the rest', () => {
  /** Gerda's and Ben's by one address. */
  async function shared(fields: object = {}) {
    const link = await create(first, fields);
    await ask(link, bens);
    await join(link, bens, ben);
    return link;
  }

  test('when it is ended there: switched off, deleted or over', async () => {
    const link = await shared();
    const mine = await linkIn(bens, ben);
    await put(mine, { is_active: false }, ben);
    expect(await namesBy(link.token)).toEqual([]);
    expect((await open(link.token)).body.data.name).toBe('Morning');
    await put(mine, { is_active: true }, ben);
    expect(await namesBy(link.token)).toEqual(['Morning', 'From the stand']);
    await put(mine, { expires_at: new Date(Date.now() + 1_000).toISOString() }, ben);
    app.clock.set(new Date(Date.now() + 5_000));
    expect(await namesBy(link.token)).toEqual([]);
    app.clock.set(new Date());
    await ben.call('DELETE', `/galleries/links/${mine.id}`);
    expect(await namesBy(link.token)).toEqual([]);
    expect((await listed(first)).links).toHaveLength(1);
  });

  test('the first one, too: the address then opens the others', async () => {
    const link = await shared();
    await put(link, { is_active: false });
    expect((await open(link.token)).body.data).toMatchObject({ name: 'From the stand', galleries: [] });
    await gerda.call('DELETE', `/galleries/links/${link.id}`);
    expect((await open(link.token)).body.data).toMatchObject({ name: 'From the stand', galleries: [] });
    const mine = await linkIn(bens, ben);
    await put(mine, { is_active: false }, ben);
    expect((await open(link.token)).body).toMatchObject({ code: 'link_inactive' });
    await ben.call('DELETE', `/galleries/links/${mine.id}`);
    expect((await open(link.token)).body).toMatchObject({ code: 'link_not_found' });
  });

  test('when the right of whoever added it ends, and comes back by a press of somebody who has it', async () => {
    const link = await shared();
    const { token } = (await open(link.token)).body.data.galleries[1]!;
    await setCreator(bens, admin);
    expect(await namesBy(link.token)).toEqual([]);
    expect((await open(token)).body).toMatchObject({ code: 'link_inactive' });
    const mine = await linkIn(bens, admin);
    expect(mine).toMatchObject({ status: 'inactive' });
    await put(mine, { is_active: true }, admin);
    expect(await namesBy(link.token)).toEqual(['Morning', 'From the stand']);
    await setCreator(bens, ben);
    const off = { is_active: false };
    await app.ctx.db.updateTable('app_user').set(off).where('id', '=', gerda.id).execute();
    expect((await open(link.token)).body.data).toMatchObject({ name: 'From the stand', galleries: [] });
    await app.ctx.db.updateTable('app_user').set({ is_active: true }).where('id', '=', gerda.id).execute();
  });

  test('when the gallery is deleted, or moved to another event', async () => {
    const link = await shared();
    await join(link, second);
    const other = await createEvent(app, [club]);
    await gerda.call('PUT', `/galleries/${second}`, { event_id: other });
    await app.ctx.db.updateTable('gallery').set({ event_id: other }).where('id', '=', second).execute();
    expect(await namesBy(link.token)).toEqual(['Morning', 'From the stand']);
    expect((await ben.call('DELETE', `/galleries/${bens}`)).status).toBe(200);
    expect(await namesBy(link.token)).toEqual([]);
    expect((await open(link.token)).body.data.name).toBe('Morning');
  });

  const setCreator = (id: string, { id: created_by }: Actor) =>
    app.ctx.db.updateTable('gallery').set({ created_by }).where('id', '=', id).execute();
});

describe('changing it', () => {
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const sooner = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const later = new Date(Date.now() + 30 * 86_400_000).toISOString();

  test('whoever shares all changes all, and switches each on by itself', async () => {
    const link = await create();
    await join(link, second);
    await put(link, { password: 'open sesame', expires_at: end, name: 'Parents' });
    expect(await linkIn(second)).toMatchObject({ has_password: true, expires_at: end, name: 'Parents' });
    await put(link, { is_active: false });
    expect((await linkIn(second)).status).toBe('inactive');
    await put(link, { is_active: true });
    expect([(await linkIn(first)).status, (await linkIn(second)).status]).toEqual(['active', 'inactive']);
    await gerda.call('DELETE', `/galleries/links/${link.id}`);
    expect([(await listed(first)).links, (await listed(second)).links]).toEqual([[], []]);
  });

  test('where links may not last as long any more, a gallery that is added leaves sooner', async () => {
    const link = await create();
    await admin.call('PUT', '/settings', { link_months: 1 });
    await join(link, second);
    expect([(await linkIn(first)).expires_at, (await linkIn(second)).expires_at]).toEqual([
      null,
      expect.any(String),
    ]);
    await admin.call('PUT', '/settings', { link_months: null });
  });

  test('others change what shows theirs, password and end only to stricter ones', async () => {
    const link = await create(first, { password: 'open sesame', expires_at: end });
    await ask(link, bens);
    await join(link, bens, ben);
    const mine = await linkIn(bens, ben);
    expect(mine).toMatchObject({ has_password: true, expires_at: end });
    for (const looser of [{ password: null }, { password: '' }, { expires_at: null }, { expires_at: later }])
      expect([looser, (await put(mine, looser, ben)).status]).toEqual([looser, 422]);
    expect(await linkIn(bens, ben)).toMatchObject({ has_password: true, expires_at: end });
    expect((await put(mine, { expires_at: sooner, password: 'another one' }, ben)).status).toBe(200);
    expect(await linkIn(bens, ben)).toMatchObject({ expires_at: sooner });
    expect(await linkIn(first)).toMatchObject({ expires_at: end });
    // Whoever made the link may loosen it for the own gallery.
    expect((await put(link, { expires_at: later, password: null })).status).toBe(200);
    expect(await linkIn(bens, ben)).toMatchObject({ expires_at: sooner, has_password: true });
    // A global administrator shares all.
    expect((await put(mine, { expires_at: later }, admin)).status).toBe(200);
    expect(await linkIn(first)).toMatchObject({ expires_at: later });
  });

  test('who administers a club ends it in a gallery of the club alone', async () => {
    const head = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
    const theirs = await createClub(app);
    await app.ctx.db.insertInto('gallery_club').values({ gallery_id: second, club_id: theirs }).execute();
    const link = await create();
    await join(link, second);
    const of = await createActor(app, [{ role: 'club_admin', club: theirs }]);
    expect((await head.call('DELETE', `/galleries/links/${(await linkIn(second)).id}`)).status).toBe(403);
    expect((await of.call('DELETE', `/galleries/links/${(await linkIn(second)).id}`)).status).toBe(200);
    expect((await open(link.token)).body.data.name).toBe('Morning');
  });
});

describe('visitors', () => {
  test('who know the password open all that have it; another one is asked for before the name is read', async () => {
    const link = await create(first, { password: 'open sesame' });
    await join(link, second);
    await ask(link, bens);
    await join(link, bens, ben);
    expect((await open(link.token)).body).toMatchObject({ code: 'link_password_required' });
    const known = { 'X-Share-Password': 'open sesame' };
    const { galleries } = (await open(link.token, known)).body.data;
    expect(galleries.map(({ name }) => name)).toEqual(['Morning', 'Evening', 'From the stand']);
    for (const { token, unlock_token } of galleries)
      expect((await open(`${token}?unlock=${unlock_token}`)).status).toBe(200);
    await put(await linkIn(bens, ben), { password: 'another one' }, ben);
    const [, , third] = (await open(link.token, known)).body.data.galleries;
    expect(third).toMatchObject({ name: null, unlock_token: null });
    expect((await open(third!.token, known)).body).toMatchObject({ code: 'link_password_incorrect' });
    expect((await open(third!.token, { 'X-Share-Password': 'another one' })).body.data.name).toBe(
      'From the stand',
    );
    await put(await linkIn(bens, ben), { password: 'open sesame' }, ben);
    expect((await open(link.token, known)).body.data.galleries[2]).toMatchObject({ name: 'From the stand' });
  });

  test('are counted for the gallery that they open', async () => {
    const link = await create();
    await join(link, second);
    const { galleries } = (await open(link.token)).body.data;
    await open(galleries[1]!.token);
    const counts = async (gallery: string) => (await linkIn(gallery)) as Link & { view_count: number };
    expect([(await counts(first)).view_count, (await counts(second)).view_count]).toEqual([1, 1]);
  });
});

const step = fc.record({
  kind: fc.constantFrom(
    'join',
    'leave',
    'off',
    'on',
    'delete',
    'lose the right',
    'get it back',
    'move',
    'move back',
  ),
  at: fc.nat({ max: 2 }),
});

test('after each step of a random history the address opens exactly the galleries that are in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14, size: 'max' }), async (steps) => {
      const [here, there] = [await createEvent(app, [club]), await createEvent(app, [club])];
      const galleries = await Promise.all(
        ['0', '1', '2'].map((name) =>
          createGallery(app, { event: here, name, visibility: 'private', createdBy: gerda.id }),
        ),
      );
      const link = await create(galleries[0]!);
      const world = galleries.map((id, i) => ({
        id,
        has: i === 0,
        on: i === 0,
        right: true,
        here: true,
        made: i,
      }));
      let made = 3;
      let isCommon = false;
      for (const { kind, at } of steps) {
        const one = world[at]!;
        const row = await app.ctx.db
          .selectFrom('share_link')
          .select('id')
          .where('gallery_id', '=', one.id)
          .executeTakeFirst();
        const source = world.find(
          (each) => each !== one && each.has && each.on && each.right && each.here === one.here,
        );
        const set = (values: object) =>
          app.ctx.db.updateTable('gallery').set(values).where('id', '=', one.id).execute();
        const seen = await Promise.all(world.map((each) => listed(each.id, admin)));
        if (kind === 'join' && source) {
          const from = seen[world.indexOf(source)]!.links[0]!;
          // A link that is alone is another one: the history is about the first.
          if (from.token !== link.token) continue;
          expect((await join(from, one.id, admin)).status).toBe(200);
          if (!one.has) one.made = made;
          made += 1;
          [one.has, one.on, one.right] = [true, true, true];
          isCommon = true;
        } else if (kind === 'leave' && row && source && isCommon && one.has) {
          await join(seen[world.indexOf(source)]!.links[0]!, one.id, admin, false);
          one.has = false;
        } else if (kind === 'off' && row) {
          await app.ctx.db
            .updateTable('share_link')
            .set({ is_active: false })
            .where('id', '=', row.id)
            .execute();
          one.on = false;
        } else if (kind === 'on' && row) {
          await put(row, { is_active: true }, admin);
          one.on = true;
          if (isCommon) one.right = true;
        } else if (kind === 'delete' && row) {
          await app.ctx.db.deleteFrom('share_link').where('id', '=', row.id).execute();
          one.has = false;
        } else if (kind === 'lose the right' && row && isCommon) {
          await app.ctx.db
            .updateTable('share_link')
            .set({ created_by: ben.id })
            .where('id', '=', row.id)
            .execute();
          one.right = false;
        } else if (kind === 'get it back' && row) {
          await app.ctx.db
            .updateTable('share_link')
            .set({ created_by: gerda.id })
            .where('id', '=', row.id)
            .execute();
          one.right = true;
        } else if (kind === 'move' || kind === 'move back') {
          one.here = kind === 'move back';
          await set({ event_id: one.here ? here : there });
        }
        const shown = world
          .filter(({ has, on, right }) => has && on && right)
          .sort((a, b) => a.made - b.made);
        const opened = await open(link.token);
        expect([kind, at, opened.status === 200]).toEqual([kind, at, shown.length > 0]);
        if (!shown[0]) continue;
        expect(opened.body.data.name).toBe(String(world.indexOf(shown[0])));
        const together = shown
          .filter((each) => each.here === shown[0]!.here)
          .map((each) => String(world.indexOf(each)));
        expect(opened.body.data.galleries.map(({ name }) => name)).toEqual(
          together.length > 1 ? together : [],
        );
      }
    }),
    { numRuns: runs(12, 200), seed: 20_261_210 },
  );
}, 3_600_000);
