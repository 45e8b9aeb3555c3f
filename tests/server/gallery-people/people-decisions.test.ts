/** @module-tag long */
import { describe, expect, test } from 'vitest';
import { applyPlan } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { listMergeQuestions } from '#server/features/faces/gallery-people/merge-questions.repository.ts';
import { numbersOnly } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { recordDecision } from '#server/features/faces/gallery-people/record-decision.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { type Actor, createActor, createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf, foundFace, groupByHand, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let owner: Actor;
let gallery: string;
let anna: { id: string };
let ben: { id: string };
let photos: { photo: string; faces: Record<string, string> }[];
type Person = {
  id: string;
  name: string;
  photo_count: number;
  representative_face_id: string | null;
  display_name: string;
};
type Changed = { person_id: string | null; decision_id: string };

world(async () => {
  owner = await createActor(app, ['photographer']);
  gallery = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: owner.id,
  });
  photos = [
    await createPhotoOf(app, gallery, ['anna', 'ben']),
    await createPhotoOf(app, gallery, ['anna']),
    await createPhotoOf(app, gallery, ['ben', 'anna']),
  ];
  await groupByHand(app, gallery, [
    photos.map((p) => p.faces.anna!),
    [photos[0]!.faces.ben!, photos[2]!.faces.ben!],
  ]);
  const [first, second] = await people();
  anna = first!;
  ben = second!;
  return app;
});

const people = async (query = '') =>
  (await owner.call<{ faces: Person[] }>('GET', `/facerecognition/galleries/${gallery}/faces${query}`)).body
    .data.faces;
const act = (path: string, body: object = {}) =>
  owner.call<Changed>('POST', `/facerecognition/${path}`, body);
/** Every row that says who is who, for byte-by-byte comparison. */
const state = async () =>
  JSON.stringify([
    await app.ctx.db
      .selectFrom('person')
      .selectAll()
      .where('gallery_id', '=', gallery)
      .orderBy('id')
      .execute(),
    await app.ctx.db
      .selectFrom('assignment')
      .innerJoin('face', 'face.id', 'face_id')
      .selectAll('assignment')
      .where('gallery_id', '=', gallery)
      .orderBy('face_id')
      .execute(),
    await app.ctx.db
      .selectFrom('rejection')
      .innerJoin('face', 'face.id', 'face_id')
      .selectAll('rejection')
      .where('gallery_id', '=', gallery)
      .orderBy('face_id')
      .execute(),
    await app.ctx.db
      .selectFrom('kept_apart')
      .innerJoin('person', 'person.id', 'first_id')
      .selectAll('kept_apart')
      .where('gallery_id', '=', gallery)
      .execute(),
  ]);

describe('people of a gallery', () => {
  test('are listed by how often they appear, with a picture and a number', async () => {
    expect((await people()).map((p) => [p.display_name, p.photo_count])).toEqual([
      ['Person 1', 3],
      ['Person 2', 2],
    ]);
    expect(anna).toMatchObject({ representative_face_id: expect.any(String) });
    const filtered = await owner.call<{ photos: { id: string }[]; total: number }>(
      'GET',
      `/photos/gallery/${gallery}?face_id=${ben.id}`,
    );
    expect(filtered.body.data.photos.map((p) => p.id).sort()).toEqual(
      [photos[0]!.photo, photos[2]!.photo].sort(),
    );
    expect(
      (await owner.call<{ total: number }>('GET', `/facerecognition/faces/${anna.id}/photos`)).body.data
        .total,
    ).toBe(3);
  });

  test('all faces of a person are listed page by page, each once', async () => {
    const page = async (limit: number, offset: number) =>
      (
        await owner.call<{ faces: { id: string }[]; total: number }>(
          'GET',
          `/facerecognition/faces/${anna.id}/faces?limit=${limit}&offset=${offset}`,
        )
      ).body.data;
    const whole = await page(500, 0);
    expect(whole.total).toBe(3);
    const pieces = await Promise.all([page(2, 0), page(2, 2), page(2, 4)]);
    expect(pieces.map(({ faces }) => faces.length)).toEqual([2, 1, 0]);
    expect(pieces.flatMap(({ faces }) => faces)).toEqual(whole.faces);
    expect(pieces.every(({ total }) => total === 3)).toBe(true);
  });

  test('embeddings never leave the server', async () => {
    const answers = await Promise.all(
      [
        `galleries/${gallery}/faces`,
        `galleries/${gallery}/summary`,
        `faces/${anna.id}/faces`,
        `faces/${anna.id}/photos`,
      ].map((path) => owner.call('GET', `/facerecognition/${path}`)),
    );
    expect(JSON.stringify(answers)).not.toContain('embedding');
  });
});

describe('every decision can be undone, leaving no trace', () => {
  const decisions: [string, () => ReturnType<typeof act>][] = [
    ['rename', () => owner.call<Changed>('PUT', `/facerecognition/faces/${anna.id}`, { name: 'Anna' })],
    ['merge', () => act(`faces/${anna.id}/merge`, { person_ids: [ben.id] })],
    [
      'move to another',
      () => act(`galleries/${gallery}/move-faces`, { face_ids: [photos[0]!.faces.anna], person_id: ben.id }),
    ],
    ['split off', () => act(`galleries/${gallery}/move-faces`, { face_ids: [photos[0]!.faces.anna] })],
    ['not this person', () => act(`faces/${anna.id}/reject`, { face_ids: [photos[1]!.faces.anna] })],
    ['hide', () => act(`faces/${anna.id}/hide`, { hidden: true })],
    ['choose the picture', () => act(`faces/${anna.id}/representative`, { face_id: photos[2]!.faces.anna })],
    ['keep apart', () => act(`faces/${anna.id}/keep-apart`, { second_id: ben.id })],
  ];
  test.each(decisions)('%s', async (_name, decide) => {
    const before = await state();
    const answer = await decide();
    expect(answer.status).toBe(200);
    expect(await state()).not.toBe(before);
    type History = { decisions: { id: string; can_undo: boolean }[] };
    const history = await owner.call<History>('GET', `/facerecognition/galleries/${gallery}/history`);
    expect(history.body.data.decisions[0]).toMatchObject({
      id: answer.body.data.decision_id,
      can_undo: true,
    });
    expect((await act(`decisions/${answer.body.data.decision_id}/undo`)).status).toBe(200);
    expect(await state()).toBe(before);
    expect((await act(`decisions/${answer.body.data.decision_id}/undo`)).body.code).toBe(
      'decision_not_undoable',
    );
  });

  test('the history names the people concerned and the user who decided', async () => {
    const { decision_id } = (await act(`faces/${anna.id}/hide`, { hidden: true })).body.data;
    type History = { decisions: object[] };
    const history = await owner.call<History>('GET', `/facerecognition/galleries/${gallery}/history`);
    expect(history.body.data.decisions[0]).toMatchObject({
      id: decision_id,
      person_name: '',
      person_number: 1,
      made_by_name: expect.stringMatching(/^\w+ No\d+$/),
      other_number: null,
    });
    await act(`faces/${anna.id}/keep-apart`, { second_id: ben.id });
    const after = await owner.call<History>('GET', `/facerecognition/galleries/${gallery}/history`);
    expect(after.body.data.decisions[0]).toMatchObject({ person_number: 1, other_number: 2 });
  });

  test('an earlier one waits until the later one on the same people is undone', async () => {
    const before = await state();
    const renamed = (await owner.call<Changed>('PUT', `/facerecognition/faces/${anna.id}`, { name: 'Anna' }))
      .body.data;
    const merged = (await act(`faces/${anna.id}/merge`, { person_ids: [ben.id] })).body.data;
    const refused = await act(`decisions/${renamed.decision_id}/undo`);
    expect([refused.status, refused.body.code]).toEqual([409, 'later_decision_not_undone']);
    expect((await act(`decisions/${merged.decision_id}/undo`)).status).toBe(200);
    expect((await act(`decisions/${renamed.decision_id}/undo`)).status).toBe(200);
    expect(await state()).toBe(before);
  });
});

describe('decisions hold through later changes', () => {
  const row = (id: string) =>
    app.ctx.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();
  const machine = async (newPersons: { key: string }[], assignments: Record<string, string | null>) => {
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    const plan = {
      newPersons,
      assignments: Object.entries(assignments).map(([faceId, person]) => ({ faceId, person })),
      suggestions: [],
    };
    await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
  };

  test('a merge is undone after a new person was created, and all numbers stay unique', async () => {
    const merged = await act(`faces/${anna.id}/merge`, { person_ids: [ben.id] });
    const { faces } = await createPhotoOf(app, gallery, ['zoe']);
    await machine([{ key: 'new:zoe' }], { [faces.zoe!]: 'new:zoe' });
    expect((await act(`decisions/${merged.body.data.decision_id}/undo`)).status).toBe(200);
    expect((await people()).map((person) => person.display_name).sort()).toEqual([
      'Person 1',
      'Person 2',
      'Person 3',
    ]);
  });

  test('a rejection is undone after clustering has deleted the person of the face, and moves nothing', async () => {
    const face = photos[1]!.faces.anna!;
    const refused = await act(`faces/${ben.id}/reject`, { face_ids: [face] });
    const all = photos.map((photo) => photo.faces.anna!);
    await machine([{ key: 'new:anna' }], Object.fromEntries(all.map((id) => [id, 'new:anna'])));
    expect(await row(anna.id)).toBeUndefined();
    const before = await people();
    expect((await act(`decisions/${refused.body.data.decision_id}/undo`)).status).toBe(200);
    expect(await people()).toEqual(before);
  });

  test('a chosen picture moves with its face: no person is shown with the face of another', async () => {
    const chosen = photos[1]!.faces.anna!;
    await act(`faces/${anna.id}/representative`, { face_id: chosen });
    await act(`galleries/${gallery}/move-faces`, { face_ids: [chosen], person_id: ben.id });
    const { representative_face_id } = (await row(anna.id))!;
    expect([photos[0]!.faces.anna, photos[2]!.faces.anna]).toContain(representative_face_id);
    const rest = [photos[0]!.faces.anna, photos[2]!.faces.anna];
    await act(`galleries/${gallery}/move-faces`, { face_ids: rest, person_id: ben.id });
    expect((await row(anna.id))!.representative_face_id).toBeNull();
  });

  test('a merge overrules earlier rejections of the merged faces', async () => {
    const face = photos[0]!.faces.ben!;
    await act(`faces/${anna.id}/reject`, { face_ids: [face] });
    await act(`faces/${anna.id}/merge`, { person_ids: [ben.id] });
    const rejections = await app.ctx.db
      .selectFrom('rejection')
      .selectAll()
      .where('face_id', '=', face)
      .execute();
    expect(rejections).toEqual([]);
  });

  test('a name that somebody else has given meanwhile is replaced only by who has seen it', async () => {
    const name = async (wish: { name: string; seen_name?: string }) =>
      (await owner.call<Changed>('PUT', `/facerecognition/faces/${anna.id}`, wish)).body.code;
    const now = async () => (await row(anna.id))!.name;
    await name({ name: 'Anna', seen_name: '' });
    expect([await name({ name: 'Änne', seen_name: '' }), await now()]).toEqual(['edit_conflict', 'Anna']);
    expect([await name({ name: 'Anna', seen_name: '' }), await now()]).toEqual([undefined, 'Anna']);
    expect([await name({ name: 'Änne', seen_name: 'Anna' }), await now()]).toEqual([undefined, 'Änne']);
    expect([await name({ name: '', seen_name: 'Anna' }), await now()]).toEqual(['edit_conflict', 'Änne']);
    expect([await name({ name: 'Anne' }), await now()]).toEqual([undefined, 'Anne']);
    // A name that was taken away meanwhile replaces nothing.
    await name({ name: '' });
    expect([await name({ name: 'Anna', seen_name: 'Anne' }), await now()]).toEqual([undefined, 'Anna']);
  });

  test('a yes to a question does not overrule a no that somebody else has said meanwhile, a choice does', async () => {
    await act(`faces/${ben.id}/keep-apart`, { second_id: anna.id });
    const merge = (as_answer?: boolean) => act(`faces/${anna.id}/merge`, { person_ids: [ben.id], as_answer });
    expect((await merge(true)).body.code).toBe('edit_conflict');
    expect(await row(ben.id)).toBeDefined();
    expect((await merge()).status).toBe(200);
  });

  test('a person kept apart from one of two merged people is kept apart from the merged person', async () => {
    const { faces } = await createPhotoOf(app, gallery, ['zoe']);
    await machine([{ key: 'new:zoe' }], { [faces.zoe!]: 'new:zoe' });
    const zoe = (await people()).find((person) => ![anna.id, ben.id].includes(person.id))!;
    const before = await state();
    await act(`faces/${ben.id}/keep-apart`, { second_id: zoe.id });
    const merged = await act(`faces/${anna.id}/merge`, { person_ids: [ben.id] });
    const { keptApart } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    expect(keptApart.flatMap(({ personA, personB }) => [personA, personB]).sort()).toEqual(
      [anna.id, zoe.id].sort(),
    );
    await act(`decisions/${merged.body.data.decision_id}/undo`);
    expect(await state()).not.toBe(before);
    expect((await loadGalleryFaces(app.ctx.db, gallery, testRecogniser)).keptApart).toHaveLength(1);
  });

  test('orphans are deleted with the next grouping', async () => {
    await app.ctx.db
      .deleteFrom('photo')
      .where(
        'id',
        'in',
        photos.map(({ photo }) => photo),
      )
      .execute();
    await machine([], {});
    expect([await row(anna.id), await row(ben.id)]).toEqual([undefined, undefined]);
  });
});

test('a person known from one photo is deleted with it, also when its face was chosen as their picture', async () => {
  const { photo, faces } = await createPhotoOf(app, gallery, ['zoe']);
  await groupByHand(app, gallery, [[faces.zoe!]]);
  const zoe = (await people()).find((person) => person.representative_face_id === faces.zoe)!;
  await act(`faces/${zoe.id}/representative`, { face_id: faces.zoe });
  await app.ctx.db.deleteFrom('photo').where('id', '=', photo).execute();
  await groupByHand(app, gallery, []);
  const left = await app.ctx.db.selectFrom('person').select('id').where('gallery_id', '=', gallery).execute();
  expect(left.map(({ id }) => id).sort()).toEqual([anna.id, ben.id].sort());
});

describe('clustering and decisions', () => {
  test('suggests merging two people until a user rejects it or hides one of them', async () => {
    const asked = async () =>
      (
        await owner.call<{ suggestions: { first: Person; second: Person; distance: number }[] }>(
          'GET',
          `/facerecognition/galleries/${gallery}/suggestions`,
        )
      ).body.data.suggestions.map(({ first, second }) => [first.id, second.id].sort());
    const both = [anna.id, ben.id].sort();
    const suggest = async () => {
      const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
      const suggestions = [{ a: anna.id, b: ben.id, distance: 0.1 }];
      const plan = { newPersons: [], assignments: [], suggestions };
      await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
    };
    await suggest();
    expect(await asked()).toEqual([both]);
    const hidden = await act(`faces/${ben.id}/hide`, { hidden: true });
    expect(await asked()).toEqual([]);
    await act(`decisions/${hidden.body.data.decision_id}/undo`);
    expect(await asked()).toEqual([both]);
    await act(`faces/${both[1]}/keep-apart`, { second_id: both[0] });
    expect(await asked()).toEqual([]);
  });

  test('asks in the order of the plan, which is not that of the distances', async () => {
    const { faces } = await createPhotoOf(app, gallery, ['zoe']);
    await groupByHand(app, gallery, [[faces.zoe!]]);
    const zoe = (await people()).find((person) => person.representative_face_id === faces.zoe)!;
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    const suggestions = [
      { a: anna.id, b: zoe.id, distance: 0.3 },
      { a: anna.id, b: ben.id, distance: 0.1 },
    ];
    const plan = { newPersons: [], assignments: [], suggestions };
    await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
    const { body } = await owner.call<{ suggestions: { distance: number }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/suggestions`,
    );
    expect(body.data.suggestions.map(({ distance }) => distance.toFixed(1))).toEqual(['0.3', '0.1']);
  });

  test('asks a limited number at once and says whether more wait', async () => {
    const { faces } = await createPhotoOf(app, gallery, ['zoe']);
    await groupByHand(app, gallery, [[faces.zoe!]]);
    const zoe = (await people()).find((person) => person.representative_face_id === faces.zoe)!;
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    const suggestions = [
      { a: anna.id, b: zoe.id, distance: 0.1 },
      { a: anna.id, b: ben.id, distance: 0.2 },
    ];
    const plan = { newPersons: [], assignments: [], suggestions };
    await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
    const asked = async (most: number) => {
      const { suggestions: shown, more } = await listMergeQuestions(app.ctx.db, gallery, numbersOnly, most);
      return [shown.length, more];
    };
    expect(await asked(1)).toEqual([1, true]);
    expect(await asked(2)).toEqual([2, false]);
  });

  test('a plan made before a decision is not applied', async () => {
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    await act(`faces/${anna.id}/merge`, { person_ids: [ben.id] });
    const before = await state();
    const plan = {
      newPersons: [],
      assignments: [{ faceId: photos[0]!.faces.ben!, person: null }],
      suggestions: [],
    };
    expect(
      await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState)),
    ).toBe(false);
    expect(await state()).toBe(before);
  });

  test('a plan is written without the people whose photos were deleted since it was made', async () => {
    const { photo, faces } = await createPhotoOf(app, gallery, ['zoe']);
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    await app.ctx.db.deleteFrom('photo').where('id', '=', photo).execute();
    const plan = {
      newPersons: [{ key: 'new:zoe' }],
      assignments: [{ faceId: faces.zoe!, person: 'new:zoe' }],
      suggestions: [
        { a: anna.id, b: 'new:zoe', distance: 0.1 },
        { a: anna.id, b: ben.id, distance: 0.2 },
      ],
    };
    await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
    expect((await people()).map(({ id }) => id).sort()).toEqual([anna.id, ben.id].sort());
    const suggested = await app.ctx.db
      .selectFrom('person_suggestion')
      .select(['first_id', 'second_id', 'rank'])
      .where('gallery_id', '=', gallery)
      .execute();
    expect(suggested).toEqual([{ first_id: anna.id, second_id: ben.id, rank: 0 }]);
  });

  test('a plan never changes what a user has decided, even when it asks for it', async () => {
    await owner.call('PUT', `/facerecognition/faces/${ben.id}`, { name: 'Ben' });
    await act(`galleries/${gallery}/move-faces`, { face_ids: [photos[0]!.faces.anna], person_id: ben.id });
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    const plan = {
      newPersons: [],
      assignments: [photos[0]!.faces.anna!, photos[0]!.faces.ben!, photos[2]!.faces.ben!].map((faceId) => ({
        faceId,
        person: anna.id as string | null,
      })),
      suggestions: [],
    };
    await app.ctx.db.transaction().execute((trx) => applyPlan(trx, gallery, plan, decisionState));
    expect((await people()).find((p) => p.id === ben.id)).toMatchObject({ name: 'Ben', photo_count: 1 });
  });

  test('a face found again keeps its id, its person and its name', async () => {
    await owner.call('PUT', `/facerecognition/faces/${anna.id}`, { name: 'Anna' });
    const { photo, faces } = photos[1]!;
    const again = [
      foundFace('anna', { matches: faces.anna!, box: { x: 0.11, y: 0.1, w: 0.2, h: 0.3 } }),
      foundFace('zoe'),
    ];
    await app.ctx.db.transaction().execute((trx) =>
      saveFaces(trx, { id: photo, gallery_id: gallery }, again, {
        recogniser: testRecogniser,
        pipelineVersion: 'test 2',
      }),
    );
    expect((await people()).find((p) => p.name === 'Anna')).toMatchObject({ id: anna.id, photo_count: 3 });
  });

  test('a face that is lost stays while a decision hangs on it, and goes otherwise', async () => {
    await act(`galleries/${gallery}/move-faces`, { face_ids: [photos[0]!.faces.anna], person_id: ben.id });
    await app.ctx.db.transaction().execute((trx) =>
      saveFaces(trx, { id: photos[0]!.photo, gallery_id: gallery }, [], {
        recogniser: testRecogniser,
        pipelineVersion: 'test 2',
      }),
    );
    const rows = await app.ctx.db
      .selectFrom('face')
      .select(['id', 'is_current'])
      .where('photo_id', '=', photos[0]!.photo)
      .execute();
    expect(rows).toEqual([{ id: photos[0]!.faces.anna, is_current: false }]);
  });
});

test('of two decisions at once the later one is the one that was written later, so undoing goes back the same way', async () => {
  const viewer = { id: owner.id } as SignedIn;
  let underLock = '';
  const { decision_id: id } = await recordDecision({ ...app.ctx, viewer }, gallery, async () => {
    underLock = newId();
    return { kind: 'shown', personId: null, touched: { persons: [], faces: [] }, apply: async () => {} };
  });
  expect(id > underLock).toBe(true);
});

describe('rights', () => {
  test('viewers see people but change nothing; people of other galleries are out of reach', async () => {
    const viewer = await createActor(app);
    expect((await viewer.call('GET', `/facerecognition/galleries/${gallery}/faces`)).status).toBe(200);
    expect((await viewer.call('PUT', `/facerecognition/faces/${anna.id}`, { name: 'X' })).status).toBe(403);
    expect((await viewer.call('GET', `/facerecognition/galleries/${gallery}/history`)).status).toBe(403);
    const other = await createGallery(app, {
      event: await createEvent(app),
      visibility: 'private',
      createdBy: viewer.id,
    });
    const foreign = await createPhotoOf(app, other, ['zoe']);
    expect(
      (await act(`galleries/${gallery}/move-faces`, { face_ids: [foreign.faces.zoe], person_id: anna.id }))
        .body.code,
    ).toBe('people_other_gallery');
    expect((await owner.call('GET', `/facerecognition/galleries/${other}/faces`)).status).toBe(403);
  });
});
