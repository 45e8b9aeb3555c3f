/**
 * A deleted gallery is away at once for everybody, and waits for some days to be restored: contract 10, "A deleted gallery".
 * @module-tag long
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binDays, dayMs } from '#server/contract/lifetimes.ts';
import type { DeletedGallery } from '#server/contract/schemas/galleries.ts';
import { refreshPersonMeans } from '#server/features/faces/gallery-people/mean-embeddings.ts';
import { deletePhotosLeftOver } from '#server/features/galleries/galleries/delete-gallery.ts';
import { purgeEndedGalleries } from '#server/features/galleries/galleries/purge-deleted-galleries.ts';
import { newId } from '#server/ids.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import { auditDatabase } from '#server/scripts/support/audit-database.ts';
import { auditFiles } from '#server/scripts/support/audit-files.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/club-people.ts';
import { groupByHand, personOf } from '#tests/support/faces.ts';
import { type StripedPhoto, uploadStriped } from '#tests/support/faces-in-stripes.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { world } from '#tests/support/world.ts';

let app: PhotoApp;
let admin: Actor;
let owner: Actor;
let member: Actor;
let club: string;
let event: string;
let gallery: string;
let photos: StripedPhoto[];
let token: string;

beforeAll(async () => {
  app = await startPhotoApp();
  admin = await createActor(app, ['admin']);
});
afterAll(() => app.close());

/** Anna is in two photos, Ben in one. */
world(async () => {
  club = await createClub(app);
  owner = await createActor(app, [{ role: 'photographer', club }]);
  member = await createActor(app);
  for (const { id } of [owner, member]) await addMember(app, club, id);
  event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, photographer: app.photographer.id, createdBy: owner.id });
  photos = [];
  for (const people of [['anna', 'ben'], ['anna']]) photos.push(await uploadStriped(app, gallery, people));
  await groupByHand(
    app,
    gallery,
    ['anna', 'ben'].map((name) => photos.flatMap(({ faces }) => faces[name] ?? [])),
  );
  const link = await owner.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {
    name: 'For all',
  });
  token = link.body.data.token;
  return app;
});

const remove = async (who = owner) =>
  expect((await who.call('DELETE', `/galleries/${gallery}`)).status).toBe(200);
const open = (of = token) => caller(app.url)('GET', `/galleries/shared/${of}`);
const bin = async (who = owner) =>
  (await who.call<{ galleries: DeletedGallery[] }>('GET', '/deleted-galleries')).body.data.galleries;
const restore = async (who = owner) => (await who.call('POST', `/galleries/${gallery}/restore`, {})).status;
const filesLeft = async () => {
  await app.removeLeftovers();
  return (await app.stock()).files.filter((file) => photos.some(({ id }) => file.includes(id)));
};
const isStored = async () =>
  (await app.ctx.db.selectFrom('stored_gallery').select('id').where('id', '=', gallery).execute()).length;

/** Rows of what people said and made, without what is computed from faces. */
async function rows() {
  const computed =
    /^(job|audit_entry|person_mean|person_mean_stale|person_suggestion|photo_analysis|notification) /;
  return Object.fromEntries(
    [...(await readRows(app))]
      .filter(([key]) => !computed.test(key))
      .map(([key, row]) => {
        const columns = JSON.parse(row) as Record<string, unknown>;
        for (const name of ['awaits_grouping_since', 'awaits_comparison', 'embedding', 'clustering_stamp'])
          delete columns[name];
        delete columns.metadata_revision; // restored files are read again: photo-words.test.ts
        return [key, columns];
      }),
  );
}

test('no route answers for it, no list has it, and its link is unknown; nothing is kept that a face can be compared with', async () => {
  const person = await personOf(app, photos[0]!.faces.anna!);
  const before = await member.call<{ total: number }>('GET', '/galleries');
  await remove();
  const after = await member.call<{ total: number }>('GET', '/galleries');
  expect(after.body.data.total).toBe(before.body.data.total - 1);
  const ofGallery = routes.filter(
    ({ path }) => path.startsWith('/galleries/{id}') && !/\/(restore|purge)$/.test(path),
  );
  expect(ofGallery.length).toBeGreaterThan(20);
  for (const { method, path } of ofGallery)
    for (const who of [owner, admin, member]) {
      const address = path.replace('{id}', gallery).replaceAll(/\{\w+\}/g, newId());
      const { status } = await who.call(method.toUpperCase(), address, method === 'get' ? undefined : {});
      expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([404, 422])]);
    }
  for (const path of [
    `/photos/gallery/${gallery}`,
    `/photos/${photos[0]!.id}`,
    `/facerecognition/faces/${person}`,
  ])
    expect([path, (await owner.call('GET', path)).status]).toEqual([path, 404]);
  const unknown = await open('x'.repeat(token.length));
  const opened = await open();
  expect([opened.status, opened.body.code]).toEqual([unknown.status, unknown.body.code]);

  await clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
  await refreshPersonMeans(app.ctx.db);
  const { rows: vectors } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and format_type(a.atttypid, null) like 'vector%'
      and not a.attisdropped`.execute(app.ctx.db);
  expect(vectors.length).toBeGreaterThan(2);
  for (const { table, column } of vectors) {
    const { rows: left } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(app.ctx.db);
    expect([table, left]).toEqual([table, []]);
  }
  for (const { what, items } of [
    ...(await auditDatabase(app.ctx.db)),
    ...(await auditFiles(app.ctx.db, app.store, true)),
  ])
    expect([what, items]).toEqual([what, []]);
});

test('is restored with all that was said in it; links stay switched off', async () => {
  const first = photos[0]!;
  await owner.call('PUT', `/facerecognition/faces/${await personOf(app, first.faces.anna!)}`, {
    name: 'Anna',
  });
  await owner.call('PUT', `/galleries/${gallery}`, { cover_photo_id: first.id });
  // Deleted before: stays deleted.
  await app.photographer.call('POST', '/photos/bulk-delete', { photo_ids: [photos[1]!.id] });
  const before = await rows();
  await remove();
  expect(await bin()).toEqual([
    {
      id: gallery,
      name: expect.any(String),
      event_name: expect.any(String),
      photo_count: 1,
      deleted_at: expect.any(String),
      deleted_by: expect.stringContaining('user'),
      days_left: binDays.standard,
    },
  ]);
  expect(await restore()).toBe(200);
  const after = await rows();
  for (const [key, row] of Object.entries(before))
    if (key.startsWith('share_link ')) before[key] = { ...row, is_active: false };
  expect(after).toEqual(before);
  expect(await bin()).toEqual([]);
  expect((await open()).body.code).toBe('link_inactive');
  expect(await restore()).toBe(404);
});

test('who may restore it is who may delete it then', async () => {
  await remove();
  const added = await createActor(app, [{ role: 'club_admin', club }]);
  for (const who of [member, added]) {
    expect(await bin(who)).toEqual([]);
    for (const act of ['restore', 'purge'])
      expect((await who.call('POST', `/galleries/${gallery}/${act}`, {})).body.code).toBe(
        'gallery_not_found',
      );
  }
  expect((await caller(app.url)('GET', '/deleted-galleries')).status).toBe(401);
  expect(await bin(admin)).toHaveLength(1);
  // The club takes the role and membership that its creator had.
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  expect((await head.call('DELETE', `/clubs/${club}/members/${owner.id}`)).status).toBe(200);
  expect(await bin()).toEqual([]);
  expect(await restore()).toBe(404);
  expect(await restore(admin)).toBe(200);
  expect((await owner.call('GET', `/galleries/${gallery}`)).status).toBe(403);
});

describe('what reaches into it', () => {
  test('a photo that somebody asked to hide goes at once', async () => {
    await member.call('POST', `/photos/${photos[0]!.id}/takedown`, {});
    await remove();
    expect((await bin())[0]).toMatchObject({ photo_count: 1 });
    expect((await filesLeft()).filter((file) => file.includes(photos[0]!.id))).toEqual([]);
  });

  test('erasure: the photos of the person cannot be restored', async () => {
    const anna = await createClubPerson(app, club);
    const person_id = await personOf(app, photos[0]!.faces.ben!);
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id, club_id: club, club_person_id: anna })
      .execute();
    await remove();
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    expect((await head.call('DELETE', `/clubs/${club}/people/${anna}`)).status).toBe(200);
    expect((await bin())[0]).toMatchObject({ photo_count: 1 });
    expect(await restore()).toBe(200);
    const { photos: shown } = (
      await owner.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${gallery}`)
    ).body.data;
    expect(shown.map(({ id }) => id)).toEqual([photos[1]!.id]);
  });

  test('quotas: its photos count until they are gone', async () => {
    await admin.call('PUT', `/clubs/${club}/storage`, { quota_bytes: 5_000_000_000 });
    const used = async () =>
      (await admin.call<{ bytes: number }>('GET', `/clubs/${club}/storage`)).body.data.bytes;
    const before = await used();
    await remove();
    expect([before > 0, await used()]).toEqual([true, before]);
    expect((await owner.call('POST', `/galleries/${gallery}/purge`, {})).status).toBe(200);
    expect(await used()).toBe(0);
    expect(await filesLeft()).toEqual([]);
  });
});

describe('what does not wait', () => {
  test('where the installation keeps nothing', async () => {
    await admin.call('PUT', '/settings', { bin_days: 0 });
    await remove();
    expect([await isStored(), await filesLeft()]).toEqual([0, []]);
  });

  test('past its days, or its own last day', async () => {
    await remove();
    app.clock.set(new Date(Date.now() + binDays.standard * dayMs - 60_000));
    await purgeEndedGalleries(app.ctx);
    expect(await isStored()).toBe(1);
    app.clock.set(new Date(Date.now() + binDays.standard * dayMs + 60_000));
    expect([await bin(), await restore()]).toEqual([[], 404]);
    await purgeEndedGalleries(app.ctx);
    expect([await isStored(), await filesLeft()]).toEqual([0, []]);
  });

  test('with its own last day before that', async () => {
    await app.ctx.db.updateTable('gallery').set({ kept_until: app.ctx.clock.today() }).execute();
    await remove();
    expect((await bin())[0]).toMatchObject({ days_left: 1 });
    await purgeEndedGalleries(app.ctx);
    expect(await isStored()).toBe(1);
    app.clock.set(new Date(Date.now() + 2 * dayMs));
    expect(await bin()).toEqual([]);
    await purgeEndedGalleries(app.ctx);
    expect([await isStored(), await filesLeft()]).toEqual([0, []]);
  });

  test('with its event, which it does not keep from being deleted', async () => {
    expect((await admin.call('DELETE', `/events/${event}`)).body.code).toBe('event_has_galleries');
    await remove();
    expect((await admin.call('DELETE', `/events/${event}`)).status).toBe(200);
    expect([await isStored(), await filesLeft()]).toEqual([0, []]);
  });

  test('with its only club', async () => {
    const second = await createClub(app, 'TV Zwei');
    await admin.call('PUT', `/galleries/${gallery}`, { club_ids: [second] });
    await remove();
    expect((await admin.call('DELETE', `/clubs/${club}`)).status).toBe(200);
    expect(await isStored()).toBe(1);
    expect((await admin.call('DELETE', `/clubs/${second}`)).status).toBe(200);
    expect([await isStored(), await filesLeft()]).toEqual([0, []]);
  });
});

test('a server that was killed while the photos were being deleted goes on with it', async () => {
  await app.ctx.db
    .updateTable('stored_gallery')
    .set({ deleted_at: app.ctx.clock.now(), deleted_by: owner.id })
    .execute();
  await deletePhotosLeftOver(app.ctx);
  expect((await bin())[0]).toMatchObject({ photo_count: 2, deleted_by: expect.any(String) });
  expect(await app.ctx.db.selectFrom('photo').select('id').execute()).toEqual([]);
});
