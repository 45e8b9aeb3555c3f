import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import { obtainerOfAcceptedModels } from '#server/face-engine/obtain-accepted-models.ts';
import { type Actor, createActor } from '#tests/support/actors.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Which recogniser is in force: the best, the one an administrator chose, or one whose licence was accepted. */
interface Settings {
  recognition_model: string;
  detector_backend: string;
  match_threshold: number | null;
  effective_match_threshold: number;
  models: string[];
  reserved_models: { id: string; licence: string; accepted: boolean; present: boolean }[];
}

let app: TestApp;
let admin: Actor;
const original: Partial<TestApp['ctx']['engine']> = {};
const reserved = { id: 'reserved', licence: 'CC-BY-NC-SA-4.0', accepted: false };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createActor(app, ['admin']);
  Object.assign(original, app.ctx.engine);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { engine, db } = app.ctx;
  Object.assign(engine, original, {
    models: ['mobilefacenet', 'sface'],
    metricsByModel: { ...original.metricsByModel, better: ['cosine'], reserved: ['cosine'] },
    thresholds: { ...original.thresholds, better: { cosine: 0.5 }, reserved: { cosine: 0.55 } },
    modelsWithLicenceToAccept: [reserved],
  });
  await db.deleteFrom('face_setting').execute();
  await db.deleteFrom('accepted_model').execute();
});

const settings = async () => (await admin.call<Settings>('GET', '/facerecognition/admin/settings')).body.data;
const save = (body: object) => admin.call<Settings>('PUT', '/facerecognition/admin/settings', body);
const accept = (by: Actor, model: string) =>
  by.call<Settings>('POST', `/facerecognition/admin/models/${model}/accept`);
/** A better model has been obtained and is the default from now on. */
const obtainBetter = () => {
  const { engine } = app.ctx;
  Object.assign(engine, {
    models: ['better', ...engine.models],
    defaults: { ...engine.defaults, model: 'better' },
  });
};
const audited = () =>
  app.ctx.db
    .selectFrom('audit_entry')
    .select(['actor_name', 'target_name', 'params'])
    .where('action', '=', 'faceModel.accept')
    .execute();

test('a saved form that changes no model leaves the choice open for a better one', async () => {
  const { recognition_model, detector_backend } = await settings();
  await save({ recognition_model, detector_backend, distance_metric: 'cosine', min_confidence: 0.7 });
  obtainBetter();
  expect((await settings()).recognition_model).toBe('better');
});

test('a chosen model stays, also when a better one is obtained', async () => {
  await save({ recognition_model: 'sface' });
  // The form sends it again with the next change.
  await save({ recognition_model: 'sface', min_confidence: 0.7 });
  obtainBetter();
  expect((await settings()).recognition_model).toBe('sface');
});

test('a chosen model that is no more gives way to the default, with the threshold set for it', async () => {
  const gone = { recognition_model: 'dlib_resnet', detector_backend: 'ssd_mobilenetv1' };
  await app.ctx.db
    .insertInto('face_setting')
    .values({
      ...gone,
      match_threshold: 0.06,
      match_threshold_for: 'dlib_resnet cosine',
      min_confidence: 0.7,
      min_size_ratio: 0.02,
    })
    .execute();
  const inForce = { recognition_model: 'mobilefacenet', detector_backend: 'yunet', match_threshold: null };
  expect(await settings()).toMatchObject({ ...inForce, min_confidence: 0.7 });
  // The form sends the models in force again with the next change.
  const { recognition_model, detector_backend } = inForce;
  const saved = await save({ recognition_model, detector_backend, min_confidence: 0.8 });
  expect(saved.body.data).toMatchObject({ ...inForce, min_confidence: 0.8 });
});

test('a threshold holds for the recogniser and metric it was set for, and for no other', async () => {
  await save({ match_threshold: 0.06 });
  expect(await settings()).toMatchObject({ match_threshold: 0.06, effective_match_threshold: 0.06 });
  obtainBetter();
  expect(await settings()).toMatchObject({ match_threshold: null, effective_match_threshold: 0.5 });
  await save({ match_threshold: 0 });
  expect(await settings()).toMatchObject({ match_threshold: 0, effective_match_threshold: 0 });
  await save({ recognition_model: 'mobilefacenet', distance_metric: 'euclidean', match_threshold: 0.4 });
  expect(await settings()).toMatchObject({ match_threshold: 0.4 });
});

test('a model whose licence has to be accepted is neither offered nor chosen before, though its file is there', async () => {
  app.ctx.engine.models = ['mobilefacenet', 'reserved'];
  expect(await settings()).toMatchObject({
    models: ['mobilefacenet'],
    reserved_models: [{ id: 'reserved', licence: 'CC-BY-NC-SA-4.0', accepted: false, present: true }],
  });
  const refused = await save({ recognition_model: 'reserved' });
  expect([refused.status, refused.body.code]).toEqual([422, 'setting_unknown_model']);
});

test('an administrator accepts the licence: that is recorded once, the model is fetched and can be chosen', async () => {
  const obtained: string[] = [];
  app.ctx.engine.obtain = async (model) => {
    obtained.push(model);
    app.ctx.engine.models = [...app.ctx.engine.models, model];
  };
  const others = [await createActor(app, ['photographer']), await createActor(app, [])];
  for (const other of others) expect((await accept(other, 'reserved')).status).toBe(403);
  expect((await accept(admin, 'mobilefacenet')).body.code).toBe('setting_unknown_model');
  expect(obtained).toEqual([]);

  for (const time of ['first', 'second']) {
    const { status, body } = await accept(admin, 'reserved');
    expect([time, status, body.data.models]).toEqual([time, 200, ['mobilefacenet', 'sface', 'reserved']]);
    expect(body.data.reserved_models).toEqual([
      { id: 'reserved', licence: 'CC-BY-NC-SA-4.0', accepted: true, present: true },
    ]);
  }
  expect(obtained).toEqual(['reserved']);
  expect(await audited()).toEqual([
    {
      actor_name: admin.username,
      target_name: 'reserved',
      params: { licence: 'CC-BY-NC-SA-4.0' },
    },
  ]);
  // Accepting chooses nothing.
  expect((await settings()).recognition_model).toBe('mobilefacenet');
  expect((await save({ recognition_model: 'reserved' })).body.data).toMatchObject({
    recognition_model: 'reserved',
    effective_match_threshold: 0.55,
  });
});

test('where the model cannot be fetched the acceptance stays, and it is tried again', async () => {
  app.ctx.engine.obtain = async () => {
    throw new AppError('model_not_obtained');
  };
  const { status, body } = await accept(admin, 'reserved');
  expect([status, body.code]).toEqual([503, 'model_not_obtained']);
  expect((await settings()).reserved_models[0]).toMatchObject({ accepted: true, present: false });
  app.ctx.engine.obtain = async (model) => {
    app.ctx.engine.models = [...app.ctx.engine.models, model];
  };
  expect((await accept(admin, 'reserved')).body.data.models).toContain('reserved');
});

test('what was accepted and is missing here is fetched once recognition is ready, and not again a moment after it failed', async () => {
  const { engine, db, log } = app.ctx;
  await db.insertInto('accepted_model').values({ model: 'reserved' }).execute();
  let state: 'loading' | 'ready' = 'loading';
  const asked: string[] = [];
  let fails = true;
  engine.obtain = async (model) => {
    asked.push(model);
    if (fails) throw new AppError('model_not_obtained');
    engine.models = [...engine.models, model];
  };
  const handle = { info: engine, state: () => state };
  const obtain = obtainerOfAcceptedModels(db, handle, log);
  obtain();
  state = 'ready';
  obtain();
  obtain();
  await vi.waitFor(() => expect(asked).toEqual(['reserved']));
  await db.selectFrom('accepted_model').select('model').execute(); // by then the failure has been noted
  obtain();
  fails = false;
  const later = obtainerOfAcceptedModels(db, handle, log);
  later();
  await vi.waitFor(() => expect(engine.models).toContain('reserved'));
  expect(asked).toEqual(['reserved', 'reserved']);
});

test('what the operator accepted by a setting is offered too', async () => {
  app.ctx.engine.modelsWithLicenceToAccept = [{ ...reserved, accepted: true }];
  app.ctx.engine.models = ['mobilefacenet', 'reserved'];
  expect((await settings()).models).toContain('reserved');
});
