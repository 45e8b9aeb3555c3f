import { toSql } from 'pgvector/kysely';
import { beforeAll, expect, test } from 'vitest';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { FoundPhoto, MatchQuestion } from '#server/contract/schemas/my-photos.ts';
import { photosOfFace } from '#server/features/faces/my-photos/found-photos.repository.ts';
import { searchThresholds } from '#server/features/faces/my-photos/search-thresholds.ts';
import {
  type Actor,
  addMember,
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
  sayFind,
} from '#tests/support/club-people.ts';
import {
  createPersonOf,
  createPhotoOf,
  foundFace,
  groupByHand,
  testRecogniser,
} from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

/** A season of a small team: the same ten children in each gallery, with figures of MobileFaceNet. */
const [CHILDREN, GALLERIES] = [10, 40];
/** Distances of Mia's persons from her picture, as far as grouping puts faces together and beyond. */
const [NEAREST, FARTHEST] = [0.2, 0.7];
/** Distances of the other children from it. */
const [LOOKALIKE, UNLIKE] = [0.78, 1.04];

const app = startTestAppBeforeAll();
let mother: Actor;
let mia: string;
/** Distance of Mia by photo; one photo of her for each gallery. */
const distances = new Map<string, number>();

const faceAt = (distance: number, i = 9) => foundFace('', { embedding: embeddingAt(0, distance, 100 + i) });

beforeAll(async () => {
  app.ctx.engine.thresholds[testRecogniser] = { cosine: 0.55 };
  app.ctx.engine.calibrations[testRecogniser] = {
    threshold: 0.55,
    strangers: {
      mean: 0.87,
      deviation: 0.125,
      presumedFrom: 0.55,
      falseMatches: 0.14,
      range: [0.2, 0.6],
      search: { deviations: 4.25, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
    },
  };
  const club = await createClub(app);
  mother = await createActor(app);
  await addMember(app, club, mother.id);
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  await addReference(app, mia, embeddingAt(0));
  const between = (from: number, to: number, step: number, steps: number) =>
    from + ((to - from) * step) / (steps - 1);
  const event = await createEvent(app, [club]);
  for (let n = 0; n < GALLERIES; n += 1) {
    const gallery = await createGallery(app, { event });
    const others = Array.from({ length: CHILDREN - 1 }, (_, i) =>
      between(LOOKALIKE, UNLIKE, (i * 7 + n * 3) % 90, 90),
    );
    const own = between(NEAREST, FARTHEST, n, GALLERIES);
    const alone = await createPhotoOf(app, gallery, ['mia'], [faceAt(own)]);
    const names = others.map((_, i) => `${i}`);
    const group = await createPhotoOf(app, gallery, names, others.map(faceAt));
    await groupByHand(app, gallery, [[alone.faces.mia!], ...names.map((name) => [group.faces[name]!])]);
    distances.set(alone.photo, own);
  }
});

const nearerThan = (distance: number) =>
  [...distances].filter(([, each]) => each < distance).map(([photo]) => photo);

test('a child of a small team is found in its galleries, and nobody else', async () => {
  const { photos } = (
    await mother.call<{ photos: FoundPhoto[] }>('GET', `/my-photos/${mia}/photos?limit=${listSizes.max}`)
  ).body.data;
  const shown = photos.map(({ id }) => id);
  expect(shown).toEqual(expect.arrayContaining(nearerThan(0.45)));
  expect(shown.filter((id) => !distances.has(id))).toEqual([]);
  const { questions } = (
    await mother.call<{ questions: MatchQuestion[] }>('GET', `/my-photos/${mia}/questions`)
  ).body.data;
  const asked = questions.map(({ photo }) => photo.id);
  expect([...shown, ...asked]).toEqual(expect.arrayContaining(nearerThan(0.55)));
  expect(asked.filter((id) => !distances.has(id))).toEqual([]);
});

const searchByPhoto = async (viewer: Actor, engine: Parameters<typeof searchThresholds>[0]) => {
  const thresholds = searchThresholds(engine, testRecogniser, 'photo-search');
  const search = { viewer: { id: viewer.id, grants: [] }, thresholds, today: app.ctx.clock.today() };
  const face = toSql([...embeddingAt(0)]) as string;
  const scopes = (['own', 'public'] as const).map((scope) =>
    photosOfFace(app.ctx.db, { ...search, scope }, face, listSizes.max),
  );
  return (await Promise.all(scopes)).flat().map(({ id }) => id);
};

test('one picture finds the child without anything stored', async () => {
  const found = await searchByPhoto(mother, app.ctx.engine);
  expect(found).toEqual(expect.arrayContaining(nearerThan(0.4)));
  expect(found.filter((id) => !distances.has(id))).toEqual([]);
});

test('one picture finds the child in a first gallery of a few persons', async () => {
  const visitor = await createActor(app);
  const gallery = await createGallery(app, { event: await createEvent(app), visibility: 'private' });
  await app.ctx.db.insertInto('gallery_user').values({ gallery_id: gallery, user_id: visitor.id }).execute();
  const persons = [0.15, 0.8, 0.9].map((distance, i) => embeddingAt(0, distance, 100 + i));
  const [own] = await Promise.all(persons.map((embedding) => createPersonOf(app, gallery, embedding)));
  // Of a recogniser that knows little of strangers beforehand.
  const strangers = {
    mean: 0.78,
    deviation: 0.155,
    presumedFrom: 0.42,
    falseMatches: 0.4,
    range: [0.1, 0.47] as const,
    search: { deviations: 4.25, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
  };
  const engine = {
    thresholds: { [testRecogniser]: { cosine: 0.42 } },
    calibrations: { [testRecogniser]: { threshold: 0.42, strangers } },
  };
  expect(await searchByPhoto(visitor, engine)).toEqual([own!.photo]);
});

test('one picture finds nobody who did not agree to be found, but for the own family', async () => {
  const [visitor, father] = [await createActor(app), await createActor(app)];
  const club = await createClub(app);
  const noah = await createClubPerson(app, club, { name: 'Noah' });
  await addMember(app, club, father.id);
  await makeGuardian(app, noah, father.id);
  const gallery = await createGallery(app, { event: await createEvent(app, [club]), visibility: 'public' });
  const shown = await createPersonOf(app, gallery, embeddingAt(0, 0.1));
  const finders = async () => {
    const found = await Promise.all([visitor, father].map((who) => searchByPhoto(who, app.ctx.engine)));
    return found.map((photos) => photos.includes(shown.photo));
  };
  expect(await finders()).toEqual([true, true]);
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: shown.person, club_id: club, club_person_id: noah })
    .execute();
  expect(await finders()).toEqual([false, true]);
  await sayFind(app, noah, 'yes', { by: father.id, as: 'guardian' });
  expect(await finders()).toEqual([true, true]);
  await sayFind(app, noah, 'no', { by: father.id, as: 'guardian' });
  expect(await finders()).toEqual([false, true]);
});
