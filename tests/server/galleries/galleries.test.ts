import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import {
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();

type Gallery = {
  id: string;
  name: string;
  club_ids: string[];
  visibility: string;
  photo_count: number;
  cover_photo_id: string | null;
  preview_photo_id: string | null;
  permissions: Record<string, boolean>;
};

describe('galleries', () => {
  test('creating needs the right, an event, a photographer and a club', async () => {
    const club = await createClub(app);
    const event = await createEvent(app, [club]);
    const bare = await createEvent(app);
    const photographer = await createActor(app, ['photographer']);
    const member = await createActor(app);
    const valid = { name: 'Final', event_id: event, photographer_id: photographer.id };
    const made = await photographer.call<Gallery>('POST', '/galleries/', valid);
    expect([made.status, made.body.data.visibility]).toEqual([201, 'club_restricted']);
    expect((await member.call('POST', '/galleries', valid)).body.message).toBe(
      'Only photographers and administrators can create galleries',
    );
    expect((await photographer.call('POST', '/galleries', {})).body.detail).toEqual([
      { field: 'name', msg: 'Name is required' },
      { field: 'event_id', msg: 'Event is required' },
      { field: 'photographer_id', msg: 'Photographer is required' },
    ]);
    expect((await photographer.call('POST', '/galleries', { ...valid, event_id: bare })).body.code).toBe(
      'gallery_needs_club',
    );
    expect(
      (await photographer.call('POST', '/galleries', { ...valid, event_id: bare, visibility: 'public' }))
        .status,
    ).toBe(201);
    expect(
      (await photographer.call('POST', '/galleries', { ...valid, event_id: bare, club_ids: [club] })).status,
    ).toBe(201);
    expect(
      (await photographer.call('POST', '/galleries', { ...valid, photographer_id: member.id })).body.code,
    ).toBe('gallery_photographer_invalid');
    expect((await photographer.call('POST', '/galleries', { ...valid, event_id: 'nope' })).status).toBe(404);
  });

  test('a photographer of one club works in that club only', async () => {
    const [home, away] = [await createClub(app), await createClub(app)];
    const scoped = await createActor(app, [{ role: 'photographer', club: home }]);
    const create = async (club: string) =>
      (
        await scoped.call('POST', '/galleries', {
          name: 'G',
          event_id: await createEvent(app, [club]),
          photographer_id: scoped.id,
        })
      ).status;
    expect(await create(home)).toBe(201);
    expect(await create(away)).toBe(403);
  });

  test('a gallery moves only to an event in which it could have been made', async () => {
    const [home, away] = [await createClub(app), await createClub(app)];
    const scoped = await createActor(app, [{ role: 'photographer', club: home }]);
    const gallery = await createGallery(app, {
      event: await createEvent(app, [home]),
      createdBy: scoped.id,
      photographer: scoped.id,
    });
    const move = async (club: string) =>
      (await scoped.call('PUT', `/galleries/${gallery}`, { event_id: await createEvent(app, [club]) }))
        .status;
    expect([await move(home), await move(away)]).toEqual([200, 403]);
    expect((await scoped.call('PUT', `/galleries/${gallery}`, { event_id: 'nope' })).status).toBe(404);
  });

  test('a photo that arrives while its gallery is deleted leaves no file behind', async () => {
    const admin = await createActor(app, ['admin']);
    const gallery = await createGallery(app, { event: await createEvent(app) });
    const arriving = Promise.withResolvers<void>();
    const upload = app.ctx.db.transaction().execute(async (trx) => {
      await trx.selectFrom('gallery').select('id').where('id', '=', gallery).forShare().execute();
      await arriving.promise;
      await trx
        .insertInto('photo')
        .values({
          id: newId(),
          gallery_id: gallery,
          filename: 'late.jpg',
          sha256: Buffer.from('late'),
          mime: 'image/jpeg',
          bytes: 1,
          width: 1,
          height: 1,
          original_key: 'originals/aa/late.jpg',
        })
        .execute();
    });
    const deletion = admin.call('DELETE', `/galleries/${gallery}`);
    await delay(200); // on a database server the deletion has begun by now
    arriving.resolve();
    await upload;
    expect((await deletion).status).toBe(200);
    await admin.call('POST', `/galleries/${gallery}/purge`, {});
    expect(JSON.stringify(app.jobs)).toContain('originals/aa/late.jpg');
  });

  test('members are notified of a new gallery in their club, by its names of now', async () => {
    const club = await createClub(app);
    const member = await createActor(app);
    const waiting = await createActor(app);
    await addMember(app, club, member.id);
    await addMember(app, club, waiting.id, 'pending');
    const photographer = await createActor(app, ['photographer']);
    const event = await createEvent(app, [club]);
    const { id } = (
      await photographer.call<Gallery>('POST', '/galleries', {
        ...{ name: 'News', event_id: event, photographer_id: photographer.id },
      })
    ).body.data;
    type Told = { notifications: { kind: string; params: object }[] };
    const told = async (actor: typeof member) =>
      (await actor.call<Told>('GET', '/notifications')).body.data.notifications
        .filter(({ kind }) => kind === 'gallery_created')
        .map(({ params }) => params);
    expect(await told(member)).toHaveLength(1);
    expect(await told(waiting)).toEqual([]);
    await photographer.call('PUT', `/galleries/${id}`, { name: 'U13 at home' });
    await app.ctx.db.updateTable('event').set({ name: 'Cup of Waldau' }).where('id', '=', event).execute();
    expect(await told(member)).toEqual([{ gallery: 'U13 at home', event: 'Cup of Waldau' }]);
  });

  test('choosing another visibility clears the additional clubs', async () => {
    const [a, b] = [await createClub(app), await createClub(app)];
    const owner = await createActor(app, ['photographer']);
    const event = await createEvent(app, [a]);
    const { id } = (
      await owner.call<Gallery>('POST', '/galleries', {
        name: 'G',
        event_id: event,
        photographer_id: owner.id,
        club_ids: [a, b],
      })
    ).body.data;
    expect((await owner.call<Gallery>('GET', `/galleries/${id}`)).body.data.club_ids).toEqual([b]);
    expect(
      (await owner.call<Gallery>('PUT', `/galleries/${id}`, { visibility: 'private' })).body.data.club_ids,
    ).toEqual([]);
  });

  test('the assigned photographer sets the cover and nothing else', async () => {
    const owner = await createActor(app, ['admin']);
    const photographer = await createActor(app, ['photographer']);
    const event = await createEvent(app, [await createClub(app)]);
    const id = await createGallery(app, { event, photographer: photographer.id, createdBy: owner.id });
    const other = await createGallery(app, { event, createdBy: owner.id });
    const photo = await createPhoto(app, id);
    const foreign = await createPhoto(app, other);
    const put = (body: object) => photographer.call<Gallery>('PUT', `/galleries/${id}`, body);
    expect((await put({ cover_photo_id: photo })).body.data).toMatchObject({
      cover_photo_id: photo,
      preview_photo_id: photo,
    });
    expect((await put({ cover_photo_id: photo, name: 'Mine' })).status).toBe(403);
    expect((await put({ cover_photo_id: foreign })).body.code).toBe('gallery_cover_invalid');
    expect((await put({ cover_photo_id: null })).body.data.cover_photo_id).toBeNull();
  });

  test('filters: event, club, photographer, mine, text; previews; pages', async () => {
    const [home, away] = [await createClub(app), await createClub(app)];
    const [pia, paul] = [await createActor(app, ['photographer']), await createActor(app, ['photographer'])];
    const [cup, camp] = [await createEvent(app, [home]), await createEvent(app)];
    await app.ctx.db.updateTable('event').set({ name: 'Summer_camp' }).where('id', '=', camp).execute();
    const make = (event: string, createdBy: string, photographer: string, name: string) =>
      createGallery(app, { event, visibility: 'public', createdBy, photographer, name });
    const first = await make(cup, pia.id, paul.id, 'Warm up');
    const second = await make(camp, paul.id, pia.id, 'Tents');
    const third = await make(camp, paul.id, paul.id, 'Lake');
    await app.ctx.db.insertInto('gallery_club').values({ gallery_id: third, club_id: away }).execute();
    const list = async (query: string, path = '/galleries/') =>
      (await pia.call<{ galleries: Gallery[]; total: number }>('GET', `${path}?${query}`)).body.data;
    const ids = async (query: string) => (await list(query)).galleries.map(({ id }) => id);
    expect(await ids(`event_id=${camp}`)).toEqual([third, second]);
    expect((await list('', `/galleries/event/${camp}`)).total).toBe(2);
    expect([await ids(`club_id=${home}`), await ids(`club_id=${away}`)]).toEqual([[first], [third]]);
    expect(await ids(`photographer_id=${pia.id}`)).toEqual([second]);
    await app.ctx.db.updateTable('gallery').set({ created_at: new Date() }).execute(); // what came later stays first
    expect(await ids('mine=true')).toEqual([second, first]);
    expect(await ids(`event_id=${cup}&photographer_id=&search=`)).toEqual([first]);
    expect([await ids('search=LAKE'), await ids('search=summer_camp%20tents')]).toEqual([[third], [second]]);
    expect(await ids('search=summer%25')).toEqual([]);
    expect(await list(`event_id=${camp}&limit=1&offset=1`)).toMatchObject({
      galleries: [{ id: second }],
      total: 2,
      limit: 1,
      offset: 1,
    });
    const early = { filename: 'z.jpg', taken_at: new Date('2026-01-01') };
    await createPhoto(app, second, { filename: 'a.jpg' });
    const shown = await createPhoto(app, second, early);
    const [withPhotos] = (await list(`photographer_id=${pia.id}`)).galleries;
    expect(withPhotos).toMatchObject({ photo_count: 2, preview_photo_id: shown, cover_photo_id: null });
  });

  test('photos are sorted by capture time, then name; deletion obeys the table', async () => {
    const owner = await createActor(app, ['photographer']);
    const photographer = await createActor(app, ['photographer']);
    const id = await createGallery(app, {
      event: await createEvent(app),
      visibility: 'public',
      createdBy: owner.id,
      photographer: photographer.id,
    });
    const noTime = await createPhoto(app, id, { filename: 'a.jpg' });
    const late = await createPhoto(app, id, { filename: 'b.jpg', taken_at: new Date('2026-05-02') });
    const early = await createPhoto(app, id, { filename: 'c.jpg', taken_at: new Date('2026-05-01') });
    const list = async () =>
      (await owner.call<{ photos: { id: string }[]; total: number }>('GET', `/photos/gallery/${id}`)).body
        .data;
    expect((await list()).photos.map((p) => p.id)).toEqual([early, late, noTime]);
    expect((await owner.call('DELETE', `/photos/${early}`)).status).toBe(403);
    type Deleted = {
      deleted_ids: string[];
      deleted: number;
      skipped: { forbidden: string[]; missing: string[] };
    };
    const bulk = await photographer.call<Deleted>('POST', '/photos/bulk-delete', {
      photo_ids: [early, 'nonsense'],
    });
    expect(bulk.body.data).toEqual({
      deleted_ids: [early],
      deleted: 1,
      skipped: { forbidden: [], missing: ['nonsense'] },
    });
    expect(
      (await owner.call<Deleted>('POST', '/photos/bulk-delete', { photo_ids: [late] })).body.data.skipped
        .forbidden,
    ).toEqual([late]);
    expect((await list()).total).toBe(2);
    // Its files stay as long as it can be restored.
    expect(app.jobs.map(({ name }) => name)).toContain('cluster-gallery');
    expect(JSON.stringify(app.jobs)).not.toContain(`${early}.jpg`);
  });

  test('deleting a gallery for good removes rows now and hands its files to the background', async () => {
    const owner = await createActor(app, ['photographer']);
    const id = await createGallery(app, {
      event: await createEvent(app),
      visibility: 'private',
      createdBy: owner.id,
    });
    const photo = await createPhoto(app, id);
    expect((await owner.call('DELETE', `/galleries/${id}`)).status).toBe(200);
    expect((await owner.call('GET', `/photos/${photo}`)).status).toBe(404);
    expect((await owner.call('POST', `/galleries/${id}/purge`, {})).status).toBe(200);
    expect(
      app.jobs.some(
        (job) => job.name === 'remove-files' && job.payload.keys.some((key) => key.includes(photo)),
      ),
    ).toBe(true);
  });
});
