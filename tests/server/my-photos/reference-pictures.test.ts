/** @module-tag long */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnalysedFace, Analysis } from '#ml/index.ts';
import type { PhotoSearchAnswer, SentReferencePicture } from '#server/contract/schemas/my-photos.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import { settleAllNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { createReferenceReading } from '#server/features/faces/my-photos/reread-references.ts';
import { notifyLikelyRefuserJob } from '#server/jobs/handlers/notify-likely-refuser.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import {
  addReference,
  createClubPerson,
  embeddingAt,
  makeGuardian,
  sayConsent,
  sayFind,
} from '#tests/support/club-people.ts';
import { createPhotoOf, foundFace, groupByHand } from '#tests/support/faces.ts';
import { enqueueNow, letTimePass, testRunner } from '#tests/support/jobs.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { world } from '#tests/support/world.ts';

let app: PhotoApp;
let mother: Actor;
let mia: string;
let gallery: string;
/** What the engine finds on the next picture. */
let onPicture: AnalysedFace[];
let picture: Buffer;
/** Every line of the log, without the censoring that the server's own logger adds. */
const logged: string[] = [];

beforeAll(async () => {
  picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#468' } })
    .jpeg()
    .toBuffer();
  app = await startPhotoApp({}, async () => ({ pipelineVersion: 'test 1', faces: onPicture }) as Analysis, {
    log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
    ownDatabase: true,
  });
});
afterAll(() => app.close());

world(async () => {
  const club = await createClub(app);
  mother = await createActor(app);
  await addMember(app, club, mother.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    visibility: 'club_restricted',
  });
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  return app;
});
beforeEach(() => {
  onPicture = [face()];
});

const face = (fields: Partial<AnalysedFace> = {}): AnalysedFace => ({
  box: { x: 0.4, y: 0.3, w: 0.2, h: 0.3 },
  landmarks: [],
  score: 0.9,
  sizePx: 160,
  blur: 0.2,
  yaw: 3,
  grade: 'core',
  embedding: embeddingAt(0),
  ...fields,
});

async function person(embedding: Float32Array, ...others: Float32Array[]) {
  const all = [embedding, ...others];
  const names = all.map((_, i) => `p${i}`);
  const { photo, faces } = await createPhotoOf(
    app,
    gallery,
    names,
    all.map((each) => foundFace('', { embedding: each })),
  );
  await groupByHand(
    app,
    gallery,
    names.map((name) => [faces[name]!]),
  );
  return photo;
}

function send(path: string, fields: Record<string, string> = {}, bytes: Uint8Array = picture, by = mother) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'me.jpg');
  return caller(app.url, by.token)<SentReferencePicture & PhotoSearchAnswer>('POST', path, form);
}
const enrol = (fields: Record<string, string> = {}, bytes?: Uint8Array, by?: Actor) =>
  send(`/my-photos/${mia}/references`, fields, bytes, by);
const kept = () => app.ctx.db.selectFrom('reference').selectAll().where('club_person_id', '=', mia).execute();

describe('a picture to be found by', () => {
  test('is kept as the face alone, with its embedding, for 24 months', async () => {
    app.clock.set(new Date('2026-11-22T12:00:00Z'));
    await person(embeddingAt(0, 0.02));
    expect((await enrol()).body.data).toEqual({ state: 'saved', photos: 1, galleries: 1 });
    app.clock.set(null);
    const [reference, ...more] = await kept();
    expect(more).toEqual([]);
    expect(reference).toMatchObject({ recogniser: 'mobilefacenet', pipeline_version: 'test 1' });
    expect(reference!.expires_on).toBe('2028-11-22');
    const crop = await sharp(reference!.crop).metadata();
    expect(Math.max(crop.width, crop.height)).toBeLessThanOrEqual(224);
    expect(crop.exif).toBeUndefined();
    expect(await app.stock()).toEqual({ photos: 1, files: [], temporary: 0 });
  });

  test('only tried tells what it would find and keeps nothing', async () => {
    await person(embeddingAt(0, 0.02));
    await person(embeddingAt(0, 0.5));
    const before = await readRows(app);
    expect((await enrol({ dry_run: 'true' })).body.data).toEqual({ state: 'tried', photos: 1, galleries: 1 });
    expect(await readRows(app)).toEqual(before);
    expect((await app.stock()).temporary).toBe(0);
  });

  test('with several faces is sent again with the right one; people in the background do not count', async () => {
    const other = { x: 0.7, y: 0.3, w: 0.2, h: 0.3 };
    const passer = face({ box: { x: 0, y: 0, w: 0.05, h: 0.05 }, sizePx: 40 });
    onPicture = [face(), face({ box: other, embedding: embeddingAt(5) }), passer];
    const { body } = await enrol();
    expect(body.data).toEqual({ state: 'choose_face', faces: [face().box, other] });
    expect(await kept()).toEqual([]);
    expect((await enrol({ face: '0.8,0.4' })).body.data).toMatchObject({ state: 'saved' });
    expect((await kept())[0]!.embedding).toContain('[0,0,0,0,0,1,');
    expect((await enrol({ face: '2,x' })).body.code).toBe('field_invalid');
  });

  test.each([
    ['without a face', [], 'face_none'],
    ['with an unsure one', [face({ score: 0.6 })], 'face_none'],
    ['with a small one', [face({ sizePx: 40 })], 'face_too_small'],
    ['with a blurred one', [face({ blur: 0.9 })], 'face_blurred'],
    ['with one that looks aside', [face({ yaw: -40 })], 'face_turned_away'],
  ])('%s is refused, and nothing is kept', async (_, faces, code) => {
    onPicture = faces;
    const { status, body } = await enrol();
    expect([status, body.code]).toEqual([422, code]);
    expect(await kept()).toEqual([]);
    expect((await app.stock()).temporary).toBe(0);
  });

  test('that is no picture is refused, and nothing is kept', async () => {
    const { status } = await enrol({}, Buffer.from('%PDF-1.4 no picture'));
    expect(status).toBe(415);
    const empty = await enrol({}, Buffer.alloc(0));
    expect([empty.status, empty.body.code]).toEqual([422, 'upload_empty']);
    expect((await app.stock()).temporary).toBe(0);
  });

  test('of somebody else than the pictures before is refused', async () => {
    await addReference(app, mia, embeddingAt(7));
    expect((await enrol()).body.code).toBe('face_unlike_others');
    expect(await kept()).toHaveLength(1);
  });

  test('that is like two people of the same photos is refused', async () => {
    for (let photo = 0; photo < 3; photo += 1)
      await person(embeddingAt(0, 0.02, 101), embeddingAt(0, 0.02, 102));
    expect((await enrol()).body.code).toBe('face_like_strangers');
    expect(await kept()).toEqual([]);
  });

  test('is taken from the family alone, with its yes, and five at most', async () => {
    const stranger = await createActor(app, ['admin']);
    expect((await enrol({}, picture, stranger)).body.code).toBe('club_person_not_found');
    for (let i = 0; i < 5; i += 1) expect((await enrol()).status).toBe(201);
    expect((await enrol()).body.code).toBe('references_enough');
    await sayFind(app, mia, 'withdrawn', { by: mother.id, as: 'guardian' });
    expect((await enrol()).body.code).toBe('reference_not_allowed');
  });
});

describe('a picture to keep photos inside', () => {
  const guard = (fields: Record<string, string> = {}, by?: Actor) =>
    send(`/my-photos/${mia}/guard-pictures`, fields, picture, by);
  const keptInside = () =>
    app.ctx.db.selectFrom('guard_reference').selectAll().where('club_person_id', '=', mia).execute();
  const said = { by: '', as: 'guardian' } as const;
  const comparing = () =>
    testRunner(app.database, { 'notify-likely-refuser': notifyLikelyRefuserJob(app.ctx) }).whenIdle();
  beforeEach(async () => {
    await sayConsent(app, mia, 'outside', 'no', { ...said, by: mother.id });
    await sayConsent(app, mia, 'guard', 'yes', { ...said, by: mother.id });
  });

  test('is kept in a table of its own for 24 months, and nothing is searched with it', async () => {
    app.clock.set(new Date('2026-11-22T12:00:00Z'));
    // Like two people of the same photos: a picture to be found by would be refused.
    for (let photo = 0; photo < 3; photo += 1)
      await person(embeddingAt(0, 0.02, 101), embeddingAt(0, 0.02, 102));
    const before = await readRows(app);
    const tried = { state: 'tried', photos: null, galleries: null };
    expect((await guard({ dry_run: 'true' })).body.data).toEqual(tried);
    expect(await readRows(app)).toEqual(before);
    expect((await guard()).body.data).toEqual({ ...tried, state: 'saved' });
    app.clock.set(null);
    expect(await keptInside()).toMatchObject([
      { recogniser: 'mobilefacenet', pipeline_version: 'test 1', expires_on: '2028-11-22' },
    ]);
    expect(await kept()).toEqual([]);
    expect((await app.stock()).temporary).toBe(0);
  });

  const toldTo = async (maker: Actor) =>
    (await maker.call<{ notifications: Notification[] }>('GET', '/notifications')).body.data.notifications
      .filter(({ kind }) => kind === 'refused_outside')
      .map(({ params, href, settled_at }) => [params.context, href, settled_at !== null]);

  test('is told to whoever shows people like it outside, once a gallery, and settled with the consent', async () => {
    const maker = await createActor(app, ['admin']);
    await person(embeddingAt(0, 0.02, 101));
    await maker.call('POST', `/galleries/${gallery}/links`, {});
    const notice = ['likely_named', `/gallery/${gallery}?check=1`];
    const told = () => toldTo(maker);
    await guard({ dry_run: 'true' });
    await comparing();
    expect(await told()).toEqual([]);
    for (let i = 0; i < 2; i += 1) await guard();
    await comparing();
    await settleAllNotifications(app.ctx);
    expect(await told()).toEqual([[...notice, false]]);
    await maker.call('POST', '/notifications/read-all');
    await guard();
    await comparing();
    expect(await told()).toEqual([[...notice, false]]);
    await sayConsent(app, mia, 'guard', 'withdrawn', { ...said, by: mother.id });
    await settleAllNotifications(app.ctx);
    expect(await told()).toEqual([[...notice, true]]);
  });

  test('is saved before galleries are compared with it, which a later process does where one failed, once', async () => {
    const maker = await createActor(app, ['admin']);
    await person(embeddingAt(0, 0.02, 101));
    await maker.call('POST', `/galleries/${gallery}/links`, {});
    expect((await guard()).status).toBe(201);
    expect(await keptInside()).toHaveLength(1);
    expect(await toldTo(maker)).toEqual([]);
    const broken = { ...app.ctx, clock: { ...app.ctx.clock, today: () => 'no day' } };
    await testRunner(app.database, { 'notify-likely-refuser': notifyLikelyRefuserJob(broken) }).whenIdle();
    expect(await toldTo(maker)).toEqual([]);
    for (let i = 0; i < 2; i += 1) {
      await letTimePass(app.database);
      await comparing();
      expect(await toldTo(maker)).toHaveLength(1);
      await enqueueNow(app.database, 'notify-likely-refuser', { club_person_id: mia, said_by: mother.id });
    }
  });

  test.each<[string, (maker: Actor, person: string) => Promise<unknown>]>([
    [
      'the link is switched off',
      () => app.ctx.db.updateTable('share_link').set({ is_active: false }).execute(),
    ],
    [
      'nobody is like it',
      async () => {
        onPicture = [face({ embedding: embeddingAt(9) })];
      },
    ],
    [
      'an editor has said no',
      (maker, id) => maker.call('POST', `/facerecognition/faces/${id}/decline-link`, { club_person_id: mia }),
    ],
    [
      'the photos are left out',
      (maker, person_id) =>
        maker.call('POST', `/galleries/${gallery}/kept-inside`, { person_id, kept: true }),
    ],
  ])('is told to nobody where %s', async (_, change) => {
    const maker = await createActor(app, ['admin']);
    await person(embeddingAt(0, 0.02, 101));
    await maker.call('POST', `/galleries/${gallery}/links`, {});
    const { id } = await app.ctx.db.selectFrom('person').select('id').executeTakeFirstOrThrow();
    await change(maker, id);
    expect((await guard()).status).toBe(201);
    await comparing();
    const rows = app.ctx.db.selectFrom('notification').select('id').where('kind', '=', 'refused_outside');
    expect(await rows.where('user_id', '=', maker.id).execute()).toEqual([]);
  });

  test('that does not serve, or is of somebody else than those before, is refused', async () => {
    onPicture = [face({ blur: 0.9 })];
    expect((await guard()).body.code).toBe('face_blurred');
    onPicture = [face()];
    // A picture to be found by is not compared with it.
    await addReference(app, mia, embeddingAt(7));
    expect((await guard()).status).toBe(201);
    onPicture = [face({ embedding: embeddingAt(5) })];
    expect((await guard()).body.code).toBe('face_unlike_others');
    expect(await keptInside()).toHaveLength(1);
  });

  test('is taken from the family alone, with its yes while photos may not be shown outside, and five at most', async () => {
    const stranger = await createActor(app, ['admin']);
    expect((await guard({}, stranger)).body.code).toBe('club_person_not_found');
    for (let i = 0; i < 5; i += 1) expect((await guard()).status).toBe(201);
    expect((await guard()).body.code).toBe('references_enough');
    await sayConsent(app, mia, 'outside', 'yes', { ...said, by: mother.id });
    expect((await guard()).body.code).toBe('reference_not_allowed');
    await sayConsent(app, mia, 'outside', 'no', { ...said, by: mother.id });
    await sayConsent(app, mia, 'guard', 'withdrawn', { ...said, by: mother.id });
    expect((await guard()).body.code).toBe('reference_not_allowed');
  });
});

describe('other models', () => {
  const given = async () => [
    ...(await kept()),
    ...(await app.ctx.db
      .selectFrom('guard_reference')
      .selectAll()
      .where('club_person_id', '=', mia)
      .execute()),
  ];
  const recogniserOf = async () => (await given()).map(({ recogniser }) => recogniser);
  const looks: string[] = [];
  const readAgain = () =>
    createReferenceReading({
      ...app.ctx,
      store: app.store,
      faces: {
        analyse: async ({ path, recogniser }) => {
          const { width = 0, height = 0 } = await sharp(path).metadata();
          looks.push(`${recogniser} ${Math.max(width, height) <= 224}`);
          return { pipelineVersion: 'test 2', faces: onPicture } as Analysis;
        },
        crop: () => Promise.reject(new Error('nothing is cut out')),
      },
    });
  const madeWith = async (pipeline_version: string) => {
    for (const table of ['reference', 'guard_reference'] as const)
      await app.ctx.db.updateTable(table).set({ pipeline_version }).execute();
  };
  beforeEach(async () => {
    looks.length = 0;
    logged.length = 0;
    for (const table of ['reference', 'guard_reference'] as const)
      await app.ctx.db.deleteFrom(table).execute();
    await sayConsent(app, mia, 'outside', 'no', { by: mother.id, as: 'guardian' });
    await sayConsent(app, mia, 'guard', 'yes', { by: mother.id, as: 'guardian' });
    for (const path of ['references', 'guard-pictures'])
      expect((await send(`/my-photos/${mia}/${path}`)).status).toBe(201);
    await madeWith('test yunet mobilefacenet');
    expect(await readAgain()()).toBe(0);
    const admin = await createActor(app, ['admin']);
    const chosen = { recognition_model: 'sface' };
    expect((await admin.call('PUT', '/facerecognition/admin/settings', chosen)).status).toBe(200);
  });
  afterEach(() => app.ctx.db.deleteFrom('face_setting').execute());

  test('read what families gave again from the crops, so that they need not send it again', async () => {
    const before = await given();
    onPicture = [face({ sizePx: 40, embedding: embeddingAt(9) }), face({ embedding: embeddingAt(5) })];
    expect(await readAgain()()).toBe(2);
    expect(looks).toEqual(['sface true', 'sface true']);
    const after = await given();
    for (const [i, { embedding, recogniser, pipeline_version, ...row }] of after.entries()) {
      const made = { recogniser: 'sface', pipeline_version: 'test yunet sface' };
      expect({ recogniser, pipeline_version }).toEqual(made);
      expect(embedding).toContain('[0,0,0,0,0,1,');
      expect(before[i]).toMatchObject(row);
    }
    expect(await readAgain()()).toBe(0);
    expect((await app.stock()).temporary).toBe(0);
  });

  test('of which the recogniser is the same read it again, too', async () => {
    expect(await readAgain()()).toBe(2);
    await madeWith('test yunet sface of last year');
    expect(await readAgain()()).toBe(2);
    expect(await readAgain()()).toBe(0);
  });

  test('that find no face in one leave it, and try once', async () => {
    onPicture = [];
    const read = readAgain();
    expect([await read(), await read()]).toEqual([0, 0]);
    expect(looks).toHaveLength(2);
    expect(await recogniserOf()).toEqual(['mobilefacenet', 'mobilefacenet']);
    const told = logged.filter((line) => line.includes('could not be read again'));
    expect(told).toHaveLength(2);
    expect(told.join('')).not.toContain(mia);
    await app.ctx.db.deleteFrom('face_setting').execute();
    expect(await read()).toBe(0);
    expect(looks).toHaveLength(2);
  });
});

/** The files of photos and of the data folder, by their hashes. */
async function filesOutsideTheDatabase(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const folder of [app.folder, app.database.dataDir])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.startsWith(join(folder, 'database'))) continue;
      hashes[path] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    }
  return hashes;
}

describe('a search by one picture', () => {
  const once = (fields?: Record<string, string>, by?: Actor) =>
    send('/my-photos/find-once', fields, picture, by);

  test('shows the photos of the galleries one may read, and leaves nothing behind', async () => {
    const photo = await person(embeddingAt(0, 0.02));
    await person(embeddingAt(0, 0.07));
    const stranger = await createActor(app);
    const [rows, files] = [await readRows(app), await filesOutsideTheDatabase()];
    logged.length = 0;
    const { body } = await once();
    expect(body.data).toMatchObject({ state: 'found', photos: [{ id: photo, certainty: 'probable' }] });
    expect(JSON.stringify(body)).not.toMatch(/distance|score|embedding/);
    expect((await once({}, stranger)).body.data).toEqual({ state: 'found', photos: [] });
    expect(await readRows(app)).toEqual(rows);
    expect(await filesOutsideTheDatabase()).toEqual(files);
    expect(logged).not.toEqual([]);
    expect(logged.join('')).not.toMatch(/embedding|landmark|"box"|me\.jpg|data:image|\[1,0,0/);
  });

  test('is limited to ten an hour', async () => {
    for (let i = 0; i < 10; i += 1) expect((await once()).status).toBe(200);
    expect((await once()).status).toBe(429);
  });
});
