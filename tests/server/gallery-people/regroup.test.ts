/** @module-tag long */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { notifyPhotosProcessed } from '#server/jobs/handlers/notify-photos-processed.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { type Actor, createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { foundFace, syntheticEmbedding } from '#tests/support/faces.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The whole way of grouping on the database: real clustering, real rows, synthetic faces. */
let app: TestApp;
let admin: Actor;
let gallery: string;
type Person = { id: string; name: string; photo_count: number };
type Changed = { decision_id: string };
const team = ['anna', 'ben', 'cleo', 'dora', 'emil'];
const photosEach = 4;
const photos: { id: string; people: string[] }[] = [];

const call = <T>(method: string, path: string, body?: object) =>
  admin.call<T>(method, `/facerecognition/${path}`, body);
const people = async () =>
  (await call<{ faces: Person[] }>('GET', `galleries/${gallery}/faces`)).body.data.faces;
/** Groups the gallery as two minutes after the last analysis, when its upload is over. */
async function regroup(): Promise<void> {
  await app.ctx.db
    .updateTable('photo_analysis')
    .set({ completed_at: sql`completed_at - interval '2 minutes'` })
    .where('gallery_id', '=', gallery)
    .execute();
  await clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
  await notifyPhotosProcessed(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
}

/** Detects every photo (again): same boxes, embeddings of one recogniser with a little noise. */
async function analyse(recogniser: string, noise: number): Promise<void> {
  for (const [index, photo] of photos.entries()) {
    const known = await app.ctx.db
      .selectFrom('face')
      .select(['id', 'x'])
      .where('photo_id', '=', photo.id)
      .orderBy('x')
      .execute();
    const found = photo.people.map((name, i) =>
      foundFace(name, {
        matches: known[i]?.id ?? null,
        box: { x: i / 10, y: 0.1, w: 0.08, h: 0.1 },
        embedding: syntheticEmbedding(`${recogniser} ${name}`, noise * (1 + (index % 3))),
      }),
    );
    await app.ctx.db.transaction().execute((trx) =>
      saveFaces(trx, { id: photo.id, gallery_id: gallery }, found, {
        recogniser,
        pipelineVersion: `${recogniser} ${noise}`,
      }),
    );
    await app.ctx.db
      .updateTable('photo_analysis')
      .set({ status: 'completed', faces_detected: found.length, completed_at: new Date() })
      .where('photo_id', '=', photo.id)
      .execute();
  }
}

beforeAll(async () => {
  app = await startTestApp();
  admin = await createActor(app, ['admin']);
  gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: admin.id,
  });
  for (let i = 0; i < photosEach; i += 1)
    for (const name of team)
      photos.push({
        id: await createPhoto(app, gallery),
        people: [name, team[(team.indexOf(name) + 1 + i) % team.length]!].filter(
          (x, at, all) => all.indexOf(x) === at,
        ),
      });
  await analyse('mobilefacenet', 0.001);
  await regroup();
});
afterAll(() => app.close());

test('each person is found once, and never twice in one photo', async () => {
  expect(await people()).toHaveLength(team.length);
  const twice = await app.ctx.db
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'assignment.face_id')
    .select(['face.photo_id', 'assignment.person_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('face.gallery_id', '=', gallery)
    .groupBy(['face.photo_id', 'assignment.person_id'])
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  expect(twice).toEqual([]);
});

test('grouping twice changes nothing', async () => {
  const before = await people();
  await regroup();
  expect(await people()).toEqual(before);
});

test('two people in one photo stay merged after a user merged them, and are separate again after undoing', async () => {
  const all = () =>
    app.ctx.db
      .selectFrom('assignment')
      .select(['face_id', 'person_id', 'source'])
      .orderBy('face_id')
      .execute();
  const before = await all();
  const [first, second] = await people();
  const faces = new Set(
    before.filter((row) => [first!.id, second!.id].includes(row.person_id)).map((row) => row.face_id),
  );
  const merge = await call<Changed>('POST', `faces/${first!.id}/merge`, {
    person_ids: [second!.id],
  });
  await regroup();
  await regroup();
  const after = await all();
  const together = after.filter((row) => row.person_id === first!.id).map((row) => row.face_id);
  expect(new Set(together)).toEqual(faces);
  expect(await people()).toHaveLength(team.length - 1);
  await call('POST', `decisions/${merge.body.data.decision_id}/undo`);
  await regroup();
  expect(await all()).toEqual(before);
});

test('a chosen picture stays when another face of the same photo is moved to that person', async () => {
  const before = await people();
  const [person] = before;
  const { rows } = await sql<{ picture: string; beside: string }>`
    select mine.id as picture, beside.id as beside
    from assignment a join face mine on mine.id = a.face_id
      join face beside on beside.photo_id = mine.photo_id and beside.id <> mine.id
    where a.person_id = ${person!.id} limit 1`.execute(app.ctx.db);
  const { picture, beside } = rows[0]!;
  const chosen = await call<Changed>('POST', `faces/${person!.id}/representative`, { face_id: picture });
  const moved = await call<Changed>('POST', `galleries/${gallery}/move-faces`, {
    face_ids: [beside],
    person_id: person!.id,
  });
  await regroup();
  expect(await people()).toContainEqual(
    expect.objectContaining({ id: person!.id, representative_face_id: picture }),
  );
  for (const { body } of [moved, chosen])
    expect((await call('POST', `decisions/${body.data.decision_id}/undo`)).status).toBe(200);
  await regroup();
  expect(await people()).toEqual(before);
});

test('names, merges, moves and refusals survive ten runs with other thresholds, metrics and a new recogniser', async () => {
  const [first, second, third, fourth] = await people();
  await call('PUT', `faces/${first!.id}`, { name: 'Anna Berg' });
  await call('PUT', `faces/${second!.id}`, { name: 'Ben Tal' });
  await call('POST', `faces/${first!.id}/merge`, { person_ids: [third!.id] });
  const stray = await app.ctx.db
    .selectFrom('assignment')
    .select('face_id')
    .where('person_id', '=', fourth!.id)
    .executeTakeFirstOrThrow();
  await call('POST', `faces/${fourth!.id}/reject`, { face_ids: [stray.face_id] });
  const facesOf = async (id: string) =>
    (
      await app.ctx.db
        .selectFrom('assignment')
        .select('face_id')
        .where('person_id', '=', id)
        .where('source', '=', 'manual')
        .orderBy('face_id')
        .execute()
    ).map((row) => row.face_id);
  const merged = await facesOf(first!.id);
  expect(merged.length).toBeGreaterThan(0);

  const runs: object[] = [
    { match_threshold: 0.01 },
    { match_threshold: 1 },
    { distance_metric: 'euclidean', match_threshold: 0.2 },
    { match_threshold: 0.9 },
    { distance_metric: 'euclidean_l2', match_threshold: null },
    { recognition_model: 'sface', distance_metric: 'cosine', match_threshold: null },
    { match_threshold: 0.9 },
    { match_threshold: 0 },
    { recognition_model: 'mobilefacenet', match_threshold: null },
    { match_threshold: 0.5 },
  ];
  for (const [index, settings] of runs.entries()) {
    const saved = await call<{ recognition_model: string }>('PUT', 'admin/settings', settings);
    expect(saved.status).toBe(200);
    await analyse(saved.body.data.recognition_model, 0.001 * (index + 1));
    await regroup();
    const now = await people();
    expect(now.find((p) => p.id === first!.id)?.name).toBe('Anna Berg');
    expect(now.find((p) => p.id === second!.id)?.name).toBe('Ben Tal');
    expect(await facesOf(first!.id)).toEqual(merged);
    const back = await app.ctx.db
      .selectFrom('assignment')
      .select('person_id')
      .where('face_id', '=', stray.face_id)
      .executeTakeFirst();
    expect(back?.person_id).not.toBe(fourth!.id);
  }
});

test('adding photos changes no existing person', async () => {
  await call('PUT', 'admin/settings', {
    recognition_model: 'mobilefacenet',
    distance_metric: 'cosine',
    match_threshold: null,
  });
  await analyse('mobilefacenet', 0.001);
  await regroup();
  const before = await app.ctx.db
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'face_id')
    .select(['face_id', 'person_id'])
    .where('gallery_id', '=', gallery)
    .execute();
  photos.push({ id: await createPhoto(app, gallery), people: ['anna', 'zoe'] });
  await analyse('mobilefacenet', 0.001);
  await regroup();
  const after = new Map(
    (await app.ctx.db.selectFrom('assignment').select(['face_id', 'person_id']).execute()).map((row) => [
      row.face_id,
      row.person_id,
    ]),
  );
  for (const row of before) expect(after.get(row.face_id)).toBe(row.person_id);
});

test('the photographer hears once when the last photo is done', async () => {
  const notices = (await admin.call<{ notifications: { kind: string }[] }>('GET', '/notifications')).body.data
    .notifications;
  expect(notices.filter((notice) => notice.kind === 'photos_processed').length).toBeGreaterThan(0);
  const count = notices.length;
  await regroup();
  expect((await admin.call<{ total: number }>('GET', '/notifications')).body.data.total).toBe(count);
});

test('a gallery is being processed until its last faces are grouped', async () => {
  const summary = async () =>
    (await admin.call<{ processing: boolean }>('GET', `/facerecognition/galleries/${gallery}/summary`)).body
      .data;
  await app.ctx.db.updateTable('photo_analysis').set({ status: 'completed' }).execute();
  await app.ctx.db.deleteFrom('job').where('name', '=', 'cluster-gallery').execute();
  expect(await summary()).toMatchObject({ processing: false, pending_photos: 0 });
  await app.ctx.db
    .transaction()
    .execute((trx) => createJobQueue().enqueue(trx, 'cluster-gallery', [{ gallery_id: gallery }]));
  expect(await summary()).toMatchObject({ processing: true, pending_photos: 0 });
  await app.ctx.db.deleteFrom('job').where('name', '=', 'cluster-gallery').execute();
});

test('settings are checked: numbers from 0 to 1, known models only, nothing half-saved', async () => {
  const before = (await call('GET', 'admin/settings')).body.data;
  for (const match_threshold of ['0.5', '0,5', [], {}, -0.01, 1.01, true])
    expect((await call('PUT', 'admin/settings', { match_threshold, min_confidence: 0.9 })).status).toBe(422);
  for (const raw of [
    '{"match_threshold": NaN}',
    '{"match_threshold": 1e999}',
    '{}',
    '[]',
    '{"min_confidence": Infinity}',
  ]) {
    const answer = await fetch(`${app.url}/api/facerecognition/admin/settings`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
      body: raw,
    });
    expect([raw, [400, 422].includes(answer.status)]).toEqual([raw, true]);
  }
  expect((await call('PUT', 'admin/settings', { recognition_model: 'facenet' })).body.code).toBe(
    'setting_unknown_model',
  );
  expect((await call('PUT', 'admin/settings', { detector_backend: 'mtcnn' })).body.code).toBe(
    'setting_unknown_detector',
  );
  expect((await call('PUT', 'admin/settings', { distance_metric: 'angular' })).body.code).toBe(
    'setting_unknown_metric',
  );
  expect((await call('GET', 'admin/settings')).body.data).toEqual(before);
  const change = async (body: object) =>
    (await call<{ match_threshold: number | null }>('PUT', 'admin/settings', body)).body.data.match_threshold;
  expect(await change({ match_threshold: 0.1 })).toBe(0.1);
  expect(await change({ min_confidence: 0.6 })).toBe(0.1);
  // A threshold is read in its metric: in another it means something else.
  expect(await change({ distance_metric: 'euclidean' })).toBeNull();
  expect(await change({ distance_metric: 'cosine', match_threshold: 0.1 })).toBe(0.1);
});
