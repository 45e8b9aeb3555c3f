/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BackupFolder } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { runBackup } from '#server/backup/run-backup.ts';
import { binDays, dayMs } from '#server/contract/lifetimes.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { DeletedPhoto, Photo } from '#server/contract/schemas/photos.ts';
import { replayErasures } from '#server/features/administration/erasure/replay-erasures.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { removeEndedPhotos } from '#server/features/galleries/photos/purge-deleted-photos.ts';
import { restorePhotos } from '#server/features/galleries/photos/restore-photos.ts';
import { newId } from '#server/ids.ts';
import { analysePhoto } from '#server/jobs/handlers/analyse-photo.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { auditDatabase } from '#server/scripts/support/audit-database.ts';
import { auditFiles } from '#server/scripts/support/audit-files.ts';
import { DiskStore } from '#server/storage/disk-store.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { emptyTestDatabase } from '#tests/support/database.ts';
import { foundFace, groupByHand, personOf, testRecogniser } from '#tests/support/faces.ts';
import { type StripedPhoto, uploadStriped } from '#tests/support/faces-in-stripes.ts';
import { installationOfApp, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { quarters } from '#tests/support/test-images.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';
import { world } from '#tests/support/world.ts';

type Deleted = { photos: DeletedPhoto[]; total: number };
type Restored = { restored: number; already_there: number };

let app: PhotoApp;
let admin: Actor;
let owner: Actor;
let club: string;
let gallery: string;
let photos: StripedPhoto[];

beforeAll(async () => {
  app = await startPhotoApp();
  admin = await createActor(app, ['admin']);
  owner = app.photographer;
});
afterAll(() => app.close());

/** Anna is in three photos, Ben in two, Zoe in the first alone. */
world(async () => {
  club = await createClub(app);
  await addMember(app, club, owner.id);
  const event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, photographer: owner.id, createdBy: owner.id });
  photos = [];
  for (const people of [['anna', 'ben', 'zoe'], ['anna', 'ben'], ['anna']])
    photos.push(await uploadStriped(app, gallery, people));
  await groupByHand(
    app,
    gallery,
    ['anna', 'ben', 'zoe'].map((name) => photos.flatMap(({ faces }) => faces[name] ?? [])),
  );
  return app;
});

const at = (path = '') => `/galleries/${gallery}/deleted-photos${path}`;
const remove = async (...chosen: StripedPhoto[]) => {
  const photo_ids = chosen.map(({ id }) => id);
  const { status, body } = await owner.call('POST', '/photos/bulk-delete', { photo_ids });
  expect([status, body.data]).toEqual([
    200,
    {
      deleted_ids: expect.arrayContaining(photo_ids),
      deleted: chosen.length,
      skipped: { forbidden: [], missing: [] },
    },
  ]);
};
const bin = async (who = owner) => (await who.call<Deleted>('GET', at())).body.data;
const restore = (ids?: string[]) =>
  owner.call<Restored>('POST', at('/restore'), ids ? { photo_ids: ids } : {});
const listed = async () =>
  (await owner.call<{ photos: Photo[] }>('GET', `/photos/gallery/${gallery}`)).body.data.photos.map(
    ({ id }) => id,
  );
const galleryAs = async (who: Actor) => (await who.call<Gallery>('GET', `/galleries/${gallery}`)).body.data;
const group = () => clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
const filesOf = async (photo: StripedPhoto) =>
  (await app.stock()).files.filter((file) => file.includes(photo.id));
const picture = (path: string, who: Actor | null = owner) =>
  fetch(`${app.url}/api${path}`, who ? { headers: { Authorization: `Bearer ${who.token}` } } : {});
const setDays = (bin_days: number) => admin.call('PUT', '/settings', { bin_days });
const decide = (person: string, act: string, body: object, method = 'POST') =>
  owner.call(method, `/facerecognition/faces/${person}${act}`, body);

/** What the machine finds again: the same faces. */
async function analyseAgain(photo: StripedPhoto) {
  const known = await app.ctx.db.selectFrom('face').selectAll().where('photo_id', '=', photo.id).execute();
  const found = photo.people.flatMap((like) => {
    const face = known.find(({ id }) => id === photo.faces[like]);
    return face
      ? [foundFace(like, { matches: face.id, box: { x: face.x, y: face.y, w: face.w, h: face.h } })]
      : [];
  });
  await app.ctx.db.transaction().execute(async (trx) => {
    await saveFaces(trx, { id: photo.id, gallery_id: gallery }, found, {
      recogniser: testRecogniser,
      pipelineVersion: 'test 1',
    });
    await trx
      .updateTable('photo_analysis')
      .set({ status: 'completed' })
      .where('photo_id', '=', photo.id)
      .execute();
  });
}

/** Rows that matter to a photo, as they are: without work that is to be done, and what is computed from faces. */
async function rows() {
  const computed = /^(job|person_mean|person_mean_stale|person_suggestion|photo_analysis) /;
  const found = [...(await readRows(app))].filter(([key]) => !computed.test(key));
  return Object.fromEntries(
    found.map(([key, row]) => {
      const columns = JSON.parse(row) as Record<string, unknown>;
      for (const name of ['awaits_grouping_since', 'embedding', 'clustering_stamp', 'people_settled_at'])
        delete columns[name];
      delete columns.metadata_revision; // a restored file is read again: photo-words.test.ts
      return [key, columns];
    }),
  );
}

describe('a deleted photo', () => {
  test('is gone everywhere but among the deleted photos, and nothing is kept that a face can be compared with', async () => {
    const [photo] = photos as [StripedPhoto];
    await remove(photo);
    expect(await listed()).not.toContain(photo.id);
    for (const path of ['', '/faces'])
      expect((await owner.call('GET', `/photos/${photo.id}${path}`)).status).toBe(404);
    for (const size of ['small', 'medium', 'large', 'original'])
      expect((await picture(`/photos/${photo.id}/download?size=${size}`)).status).toBe(404);
    expect((await owner.call('DELETE', `/photos/${photo.id}`)).body.code).toBe('photo_not_found');
    expect(await bin()).toEqual({
      total: 1,
      photos: [
        {
          id: photo.id,
          filename: photo.filename,
          width: 960,
          height: 720,
          thumbhash: expect.any(String),
          thumbnail_urls: {
            small: `/api/deleted-photos/${photo.id}/picture?size=small&v=1`,
            medium: `/api/deleted-photos/${photo.id}/picture?size=medium&v=1`,
            large: `/api/deleted-photos/${photo.id}/picture?size=large&v=1`,
          },
          deleted_at: expect.any(String),
          kept_until: expect.any(String),
          deleted_by: expect.stringContaining('user'),
        },
      ],
    });
    const { deleted_at, kept_until } = (await bin()).photos[0]!;
    expect(Date.parse(kept_until) - Date.parse(deleted_at)).toBe(30 * dayMs);
    const [row] = [...(await readRows(app))].filter(([key]) => key === `deleted_photo ${photo.id}`);
    expect(row![1]).not.toContain('embedding');
    await group();
    const people = await owner.call<{ faces: { photo_count: number }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/faces`,
    );
    expect(people.body.data.faces.map(({ photo_count }) => photo_count)).toEqual([2, 1]);
    expect(await galleryAs(owner)).toMatchObject({ photo_count: 2, people_count: 2, deleted_photos: 1 });
  });

  test('is seen, restored and deleted for good by those who may delete photos alone', async () => {
    const [photo] = photos as [StripedPhoto];
    await remove(photo);
    const member = await createActor(app);
    const clubAdmin = await createActor(app, [{ role: 'club_admin', club }]);
    for (const who of [member, clubAdmin]) {
      await addMember(app, club, who.id);
      expect((await galleryAs(who)).deleted_photos).toBe(0);
    }
    const { url } = app;
    for (const [call, status] of [
      [caller(url), 401],
      [member.call, 403],
      [clubAdmin.call, 403],
    ] as const) {
      expect((await call('GET', at())).status).toBe(status);
      expect((await call('POST', at('/restore'), {})).status).toBe(status);
      expect((await call('POST', at('/purge'), {})).status).toBe(status);
    }
    const path = `/deleted-photos/${photo.id}/picture?size=small`;
    expect((await picture(path, null)).status).toBe(401);
    for (const who of [member, clubAdmin]) expect((await picture(path, who)).status).toBe(403);
    for (const who of [owner, admin]) {
      const shown = await picture(path, who);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect((await bin(who)).total).toBe(1);
    }
    expect((await picture(`/deleted-photos/${newId()}/picture`)).status).toBe(404);
    expect((await picture(`${path.replace('small', 'original')}`)).status).toBe(422);
    const elsewhere = await createGallery(app, { event: await createEvent(app), photographer: owner.id });
    const wrong = { photo_ids: [photo.id] };
    for (const act of ['restore', 'purge'])
      expect(
        (await owner.call('POST', `/galleries/${elsewhere}/deleted-photos/${act}`, wrong)).body.code,
      ).toBe('photo_not_found');
    expect((await bin()).total).toBe(1);
  });

  test('counts towards quotas until it is deleted for good', async () => {
    await admin.call('PUT', `/clubs/${club}/storage`, { quota_bytes: 5_000_000_000 });
    const used = async () =>
      (await admin.call<{ bytes: number }>('GET', `/clubs/${club}/storage`)).body.data.bytes;
    const before = await used();
    expect(before).toBeGreaterThan(0);
    await remove(...photos);
    expect(await used()).toBe(before);
    const { bytes } = await app.ctx.db
      .selectFrom('deleted_photo')
      .select('bytes')
      .where('id', '=', photos[0]!.id)
      .executeTakeFirstOrThrow();
    await owner.call('POST', at('/purge'), { photo_ids: [photos[0]!.id] });
    expect(await used()).toBe(before - bytes);
    await owner.call('POST', at('/purge'), {});
    expect(await used()).toBe(0);
  });

  test('keeps its files until its days are over; they are known to the audit of the store', async () => {
    const [photo] = photos as [StripedPhoto];
    const files = await filesOf(photo);
    await remove(photo);
    app.clock.set(new Date(Date.now() + binDays.standard * dayMs - 60_000));
    await removeEndedPhotos(app.ctx);
    await app.removeLeftovers();
    expect(await filesOf(photo)).toEqual(files);
    expect((await bin()).total).toBe(1);
    for (const { what, items } of await auditFiles(app.ctx.db, app.store, true))
      expect([what, items]).toEqual([what, []]);
    app.clock.set(new Date(Date.now() + binDays.standard * dayMs + 60_000));
    expect((await bin()).total).toBe(0);
    expect((await picture(`/deleted-photos/${photo.id}/picture`)).status).toBe(404);
    expect((await restore([photo.id])).body.code).toBe('photo_not_found');
    await removeEndedPhotos(app.ctx);
    await app.removeLeftovers();
    expect(await filesOf(photo)).toEqual([]);
    await group();
    for (const { what, items } of await auditDatabase(app.ctx.db)) expect([what, items]).toEqual([what, []]);
    const zoe = await app.ctx.db
      .selectFrom('person')
      .select('id')
      .where('gallery_id', '=', gallery)
      .execute();
    expect(zoe).toHaveLength(2);
  });

  test('is deleted at once where the installation keeps none, and where somebody asked to take it down', async () => {
    const [first, second] = photos as [StripedPhoto, StripedPhoto];
    const member = await createActor(app);
    await addMember(app, club, member.id);
    await member.call('POST', `/photos/${first.id}/takedown`, {});
    await remove(first, second);
    expect((await bin()).photos.map(({ id }) => id)).toEqual([second.id]);
    expect((await setDays(0)).body.data).toMatchObject({ bin_days: 0 });
    expect((await bin()).total).toBe(0);
    await remove(photos[2]!);
    expect((await bin()).total).toBe(0);
    await removeEndedPhotos(app.ctx);
    await app.removeLeftovers();
    for (const photo of photos) expect(await filesOf(photo)).toEqual([]);
    for (const wrong of [-1, 366, 1.5, null])
      expect((await admin.call('PUT', '/settings', { bin_days: wrong })).status).toBe(422);
  });

  test.runIf(NIGHTLY)(
    'is in a backup with its original, can be restored from it, and has its pictures made anew',
    async () => {
      const [photo] = photos as [StripedPhoto];
      await remove(photo);
      const root = await mkdtemp(join(tmpdir(), 'clublens-deleted-'));
      const empty = await emptyTestDatabase();
      try {
        await runBackup(installationOfApp(app), { folder: join(root, 'backup') });
        const store = await DiskStore.open(join(root, 'photos'));
        await restoreBackup(await BackupFolder.open(join(root, 'backup')), { ...empty, store });
        const outcome = await restorePhotos({ ...app.ctx, db: empty.db }, gallery, [photo.id]);
        expect(outcome).toEqual({ restored: 1, already_there: 0 });
        const row = await empty.db
          .selectFrom('photo')
          .select(['original_key', 'bytes'])
          .where('id', '=', photo.id)
          .executeTakeFirstOrThrow();
        expect((await store.stat(row.original_key))?.bytes).toBe(row.bytes);
      } finally {
        await empty.remove();
        await rm(root, { recursive: true });
      }
      for (const file of await filesOf(photo))
        if (file.startsWith('renditions')) await rm(join(app.folder, file));
      expect((await picture(`/deleted-photos/${photo.id}/picture?size=medium`)).status).toBe(200);
    },
  );

  test('goes with its gallery', async () => {
    await remove(photos[0]!);
    await owner.call('DELETE', `/galleries/${gallery}`);
    await owner.call('POST', `/galleries/${gallery}/purge`, {});
    await app.removeLeftovers();
    for (const photo of photos) expect(await filesOf(photo)).toEqual([]);
    expect(await app.ctx.db.selectFrom('deleted_photo').select('id').execute()).toEqual([]);
  });
});

describe('restoring', () => {
  test('brings everything back under its ids: faces, people, decisions, links, cover, requests', async () => {
    const [first, second, third] = photos as [StripedPhoto, StripedPhoto, StripedPhoto];
    const [anna, ben, zoe] = [
      await personOf(app, first.faces.anna!),
      await personOf(app, first.faces.ben!),
      await personOf(app, first.faces.zoe!),
    ];
    await decide(anna, '', { name: 'Anna' }, 'PUT');
    await decide(ben, '/reject', { face_ids: [second.faces.ben] });
    await decide(anna, '/representative', { face_id: first.faces.anna });
    await decide(zoe, '/keep-apart', { second_id: ben });
    await owner.call('PUT', `/galleries/${gallery}`, { cover_photo_id: first.id });
    for (const body of [{ photo_ids: [first.id, third.id] }, { person_ids: [zoe] }])
      await owner.call('POST', `/galleries/${gallery}/links`, body);
    const member = await createActor(app);
    await addMember(app, club, member.id);
    const asked = await member.call<{ id: string }>('POST', `/photos/${first.id}/takedown`, {});
    const [request] = (
      await owner.call<{ takedowns: { id: string }[] }>('GET', `/galleries/${gallery}/takedowns`)
    ).body.data.takedowns;
    expect(asked.status).toBe(201);
    const decided = await owner.call('POST', `/galleries/${gallery}/takedowns/${request!.id}/decide`, {
      decision: 'declined',
      answer: 'It is hardly seen',
    });
    expect(decided.status).toBe(200);

    await group();
    const before = await rows();
    await remove(first, second);
    await group();
    expect((await restore()).body.data).toEqual({ restored: 2, already_there: 0 });
    expect(await rows()).toEqual(before);
    expect((await bin()).total).toBe(0);
    const open = await app.ctx.db
      .selectFrom('photo_analysis')
      .select(['photo_id', 'status'])
      .where('gallery_id', '=', gallery)
      .where('status', '=', 'queued')
      .execute();
    expect(open.map(({ photo_id }) => photo_id).sort()).toEqual([first.id, second.id].sort());

    for (const photo of [first, second]) await analyseAgain(photo);
    await group();
    expect(await rows()).toEqual(before);
    expect((await picture(`/photos/${first.id}/download?size=original`)).status).toBe(200);
  });

  test('brings people back who were in these photos only, and puts no face where people were merged meanwhile', async () => {
    const [first, second] = photos as [StripedPhoto, StripedPhoto];
    const [anna, ben, zoe] = [
      await personOf(app, first.faces.anna!),
      await personOf(app, first.faces.ben!),
      await personOf(app, first.faces.zoe!),
    ];
    await remove(first);
    await group();
    await decide(anna, '/merge', { person_ids: [ben] });
    await restore([first.id]);
    expect(await personOf(app, first.faces.zoe!)).toBe(zoe);
    expect(await personOf(app, first.faces.anna!)).toBe(anna);
    expect(await personOf(app, second.faces.ben!)).toBe(anna);
    const faces = await app.ctx.db
      .selectFrom('face')
      .leftJoin('assignment', 'assignment.face_id', 'face.id')
      .select('assignment.person_id')
      .where('face.id', '=', first.faces.ben!)
      .execute();
    expect(faces).toEqual([{ person_id: null }]);
  });

  test('leaves a photo where it is whose file was uploaded again', async () => {
    const bytes = await quarters(180, 120).png().toBuffer();
    const { id } = (await app.send(bytes, { gallery })).body.data;
    await owner.call('DELETE', `/photos/${id}`);
    const again = (await app.send(bytes, { gallery })).body.data;
    expect(again.id).not.toBe(id);
    await remove(photos[0]!);
    expect((await restore()).body.data).toEqual({ restored: 1, already_there: 1 });
    expect((await bin()).photos.map((photo) => photo.id)).toEqual([id]);
    await owner.call('DELETE', `/photos/${again.id}`);
    // Of two that are the same one comes back.
    expect((await restore()).body.data).toEqual({ restored: 1, already_there: 1 });
  });

  test('twice at once restores once, and many in several transactions', async () => {
    const { db } = app.ctx;
    const ids = Array.from({ length: 130 }, () => newId());
    await db
      .insertInto('photo')
      .values(
        ids.map((id) => ({
          id,
          gallery_id: gallery,
          filename: `${id}.jpg`,
          sha256: Buffer.from(id),
          mime: 'image/jpeg',
          bytes: 10,
          width: 10,
          height: 10,
          original_key: `originals/aa/${id}.jpg`,
        })),
      )
      .execute();
    await owner.call('POST', '/photos/bulk-delete', { photo_ids: ids });
    const answers = await Promise.all([restore(), restore()]);
    const restored = answers.map(({ body }) => body.data?.restored ?? 0);
    expect(restored[0]! + restored[1]!).toBe(130);
    expect(await listed()).toHaveLength(133);
  });

  test('gives columns that a later release added their defaults', async () => {
    const [photo] = photos as [StripedPhoto];
    await remove(photo);
    await sql`update deleted_photo set snapshot =
      jsonb_set(snapshot, '{photo,0}', (snapshot #> '{photo,0}') - 'created_at'::text)`.execute(app.ctx.db);
    expect((await restore()).status).toBe(200);
    expect(await listed()).toContain(photo.id);
  });

  test('does not bring back an account that was deleted, nor a share link', async () => {
    const [photo] = photos as [StripedPhoto];
    const { body } = await owner.call<{ id: string }>('POST', `/galleries/${gallery}/links`, {
      photo_ids: [photo.id],
    });
    const guest = await createActor(app, ['photographer']);
    await app.ctx.db.updateTable('photo').set({ uploaded_by: guest.id }).where('id', '=', photo.id).execute();
    await remove(photo);
    await owner.call('DELETE', `/galleries/links/${body.data.id}`);
    await app.ctx.db.deleteFrom('app_user').where('id', '=', guest.id).execute();
    expect((await restore()).body.data.restored).toBe(1);
    const { uploaded_by } = await app.ctx.db
      .selectFrom('photo')
      .select('uploaded_by')
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow();
    expect(uploaded_by).toBe(null);
  });

  test('finds the faces anew by the worker', async () => {
    const [photo] = photos as [StripedPhoto];
    const before = new Date('2026-05-04T10:00:00Z');
    await app.ctx.db
      .updateTable('photo_analysis')
      .set({ completed_at: before })
      .where('photo_id', '=', photo.id)
      .execute();
    await app.ctx.db.deleteFrom('job').execute();
    await remove(photo);
    await restore();
    let asked = 0;
    const handler = analysePhoto({
      ...app.ctx,
      store: app.store,
      imaging: { crop: () => Promise.reject(new Error('not asked for')) },
      maxPixels: 30e6,
      faceEngine: {
        analyse: async () => {
          asked += 1;
          return {
            pipelineVersion: 'test 1',
            faces: photo.people.map((like, i) =>
              foundFace(like, { box: { x: [0.08, 0.42, 0.76][i]!, y: 0.4, w: 0.15, h: 0.2 } }),
            ),
          } as never;
        },
      },
    });
    const jobs = await app.ctx.db
      .selectFrom('job')
      .select('payload')
      .where('name', '=', 'analyse-photo')
      .where('key', '=', photo.id)
      .execute();
    expect(jobs).toHaveLength(1);
    const ready = () =>
      app.ctx.db
        .selectFrom('photo_analysis')
        .select(['completed_at', 'status'])
        .where('photo_id', '=', photo.id)
        .executeTakeFirstOrThrow();
    await handler.run(jobs[0]!.payload as { photo_id: string }, new AbortController().signal);
    expect(asked).toBe(1);
    // The photographer has been told of it once.
    expect(await ready()).toEqual({ completed_at: before, status: 'completed' });
    const faces = await app.ctx.db
      .selectFrom('face')
      .select(['id', sql<boolean>`embedding is not null`.as('has')])
      .where('photo_id', '=', photo.id)
      .orderBy('x')
      .execute();
    expect(faces).toEqual(photo.people.map((like) => ({ id: photo.faces[like], has: true })));
  });
});

describe('erasing somebody', () => {
  const insertPersonOf = async (photo: StripedPhoto, like: string) => {
    const person = await createClubPerson(app, club, { name: 'Mia' });
    await app.ctx.db
      .insertInto('club_person_link')
      .values({
        club_person_id: person,
        club_id: club,
        person_id: await personOf(app, photo.faces[like]!),
      })
      .execute();
    return person;
  };

  test('deletes for good, at once, what shows them', async () => {
    const zoe = await insertPersonOf(photos[0]!, 'zoe');
    await remove(photos[0]!, photos[1]!);
    expect((await admin.call('DELETE', `/clubs/${club}/people/${zoe}`)).status).toBe(200);
    expect((await bin()).photos.map(({ id }) => id)).toEqual([photos[1]!.id]);
    expect((await restore([photos[0]!.id])).status).toBe(404);
    await app.removeLeftovers();
    expect(await filesOf(photos[0]!)).toEqual([]);
  });

  test('is repeated in a restored backup', async () => {
    const zoe = await insertPersonOf(photos[0]!, 'zoe');
    await remove(photos[0]!);
    await app.ctx.db
      .insertInto('erasure')
      .values({ id: newId(), kind: 'person', subject_id: zoe, club_id: club, counts: '{}' })
      .execute();
    await app.ctx.db.transaction().execute((trx) => replayErasures(trx));
    expect((await bin()).total).toBe(0);
    await removeEndedPhotos(app.ctx);
    await app.removeLeftovers();
    expect(await filesOf(photos[0]!)).toEqual([]);
  });

  test('with their club', async () => {
    const zoe = await insertPersonOf(photos[0]!, 'zoe');
    await sayConsent(app, zoe, 'outside', 'yes');
    await remove(photos[0]!, photos[2]!);
    expect((await admin.call('DELETE', `/clubs/${club}`)).status).toBe(200);
    expect((await bin(admin)).photos.map(({ id }) => id)).toEqual([photos[2]!.id]);
  });
});
