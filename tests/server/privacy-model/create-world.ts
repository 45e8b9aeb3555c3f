import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toSql } from 'pgvector/kysely';
import { chunks } from '#server/db/chunks.ts';
import { newId } from '#server/ids.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
} from '#tests/support/actors.ts';
import { addReference } from '#tests/support/club-people.ts';
import { foundFace, testRecogniser } from '#tests/support/faces.ts';
import { birthday } from '#tests/support/families.ts';
import type { PhotoApp } from '#tests/support/photo-app.ts';
import { type KnownPerson, type ModelGallery, type ModelPhoto, PrivacyModel } from './privacy-model.ts';

/** Two clubs with galleries, people and accounts: written into the database row by row, and into the model. */
export const sizes = { galleries: 40, persons: 60, people: 200, guardians: 300 };
export const CLEAR = 'the clear picture';
/** What the photographer typed for every other person of a gallery. */
export const typedName = (person: number) => `Typed${String(person).padStart(3, '0')}`;

export interface World {
  model: PrivacyModel;
  clubs: string[];
  accounts: Actor[];
  people: KnownPerson[];
  embeddings: Float32Array[];
  /** Each is shown alone by its token, and with another one of its event by the common token. */
  galleries: (ModelGallery & { name: string; token: string; event_id: string; common_token: string })[];
}

export async function createWorld(app: PhotoApp, random: () => number): Promise<World> {
  const model = new PrivacyModel();
  const clubs = [await createClub(app), await createClub(app)];
  const accounts: Actor[] = [];
  for (let i = 0; i < sizes.guardians; i += 1) accounts.push(await createActor(app));
  const foreign = await createClub(app);
  accounts.push(
    await createActor(app, ['photographer']),
    await createActor(app),
    await createActor(app, ['photographer']),
    await createActor(app, [{ role: 'photographer', club: foreign }]),
    await createActor(app, [{ role: 'club_admin', club: foreign }]),
    await createActor(app),
  );
  const people = await createPeople(app, model, clubs, accounts);
  const embeddings = people.map(() => direction(random));
  for (const [i, { id }] of people.entries()) if (i % 2 === 0) await addReference(app, id, embeddings[i]!);
  const galleries: World['galleries'] = [];
  for (let i = 0; i < sizes.galleries; i += 1)
    galleries.push(
      await createSeasonGallery(app, { clubs, accounts, people, embeddings, random }, i, galleries[i - PAIR]),
    );
  await mkdir(join(app.folder, 'originals/aa'), { recursive: true });
  await writeFile(join(app.folder, 'originals/aa/model.jpg'), CLEAR);
  return { model, clubs, accounts, people, embeddings, galleries };
}

/** New sign-ins of all accounts: a token lasts a quarter of an hour, and many states take longer. */
export async function signInAgain(app: PhotoApp, { accounts }: World): Promise<void> {
  const sessions = await app.ctx.db.selectFrom('session').select(['id', 'user_id']).execute();
  for (const actor of accounts) {
    const session = sessions.find(({ user_id }) => user_id === actor.id)!;
    actor.token = await app.ctx.tokens.signAccess({ userId: actor.id, sessionId: session.id });
    actor.call = caller(app.url, actor.token);
  }
}

/** Unit vectors of which no two are near. */
function direction(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: 128 }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const ages = ['child', 'child', 'teenager', 'adult'] as const;
const years = { child: 6, teenager: 15, adult: 30 };

/** Guardians are members of the club of their child; every fifth person has an account, which is that of a guardian. */
async function createPeople(app: PhotoApp, model: PrivacyModel, clubs: string[], accounts: Actor[]) {
  const people: KnownPerson[] = [];
  for (let i = 0; i < sizes.people; i += 1) {
    const club = i % clubs.length;
    const age = ages[(i % 7) % ages.length]!;
    const account = i % 5 === 0 && age !== 'child' ? i : undefined;
    const id = newId();
    const name = `Known${String(i).padStart(3, '0')}`;
    await app.ctx.db
      .insertInto('club_person')
      .values({
        id,
        club_id: clubs[club]!,
        first_name: name,
        born_on: birthday(years[age]),
        user_id: account === undefined ? null : accounts[account]!.id,
      })
      .execute();
    const answers = { find: new Map(), name: new Map(), outside: new Map() };
    people.push({
      id,
      name,
      club,
      age,
      account,
      guardians: new Map(),
      answers,
      answeredOutside: new Map(),
      papers: { find: [], name: [], outside: [] },
    });
    if (account !== undefined) await joinClub(app, model, clubs, accounts, account, club);
  }
  for (let guardian = 0; guardian < sizes.guardians; guardian += 1) {
    const known = people[(guardian + 1) % sizes.people]!;
    if (known.age === 'adult') continue;
    known.guardians.set(guardian, true);
    await joinClub(app, model, clubs, accounts, guardian, known.club);
    await app.ctx.db
      .insertInto('guardianship')
      .values({
        id: newId(),
        club_person_id: known.id,
        user_id: accounts[guardian]!.id,
        state: 'confirmed',
        asked_at: new Date(),
        decided_at: new Date(),
      })
      .execute();
  }
  return people;
}

async function joinClub(
  app: PhotoApp,
  model: PrivacyModel,
  clubs: string[],
  accounts: Actor[],
  account: number,
  club: number,
) {
  const mine = model.memberships.get(account) ?? new Set();
  if (mine.has(club)) return;
  await addMember(app, clubs[club]!, accounts[account]!.id);
  model.memberships.set(account, mine.add(club));
}

type Parts = Pick<World, 'clubs' | 'accounts' | 'people' | 'embeddings'> & { random: () => number };
const visibilities = ['public', 'public', 'club_restricted', 'private'] as const;
const ofClubs = [[0], [1], [0, 1], []];
/** A gallery and the one so many later are of one event. */
const PAIR = ofClubs.length;
const PHOTOS = 40;
const PER_PHOTO = 3;
const boxOf = (person: number) => ({ x: 0.1 + (person % PER_PHOTO) * 0.3, y: 0.25, w: 0.125, h: 0.25 });

/** One without anybody, and nothing said about it. */
export const newPhoto = (id: string): ModelPhoto => ({
  id,
  persons: [],
  state: 'analysed',
  keptInside: false,
  caption: '',
  awaitsComparison: false,
  awaitsAnswer: false,
  awaitsGrouping: false,
  hidden: false,
  movedBy: 0,
  newerThan: undefined,
  likely: new Map(),
});

/** Every person in two photos of three; the first fifteen are known to a club, two thirds of these are linked. */
async function createSeasonGallery(
  app: PhotoApp,
  { clubs, accounts, people, embeddings, random }: Parts,
  index: number,
  before: World['galleries'][number] | undefined,
): Promise<World['galleries'][number]> {
  const { db } = app.ctx;
  const ofEvent = ofClubs[index % ofClubs.length]!;
  const own = index % 7 === 0 ? [1] : [];
  const id = newId();
  const creator = sizes.guardians;
  const visibility = visibilities[(index >> 2) % visibilities.length]!;
  const shows_captions = index % 3 > 0;
  const isSecond = Math.floor(index / PAIR) % 2 === 1;
  const event_id =
    isSecond && before
      ? before.event_id
      : await createEvent(
          app,
          ofEvent.map((club) => clubs[club]!),
        );
  await db
    .insertInto('gallery')
    .values({
      id,
      name: `Match ${index}`,
      event_id,
      visibility,
      shows_captions,
      created_by: accounts[creator]!.id,
    })
    .execute();
  if (own.length > 0)
    await db
      .insertInto('gallery_club')
      .values(own.map((club) => ({ gallery_id: id, club_id: clubs[club]! })))
      .execute();
  const galleryClubs = new Set([...ofEvent, ...own]);
  const persons: ModelGallery['persons'] = Array.from({ length: sizes.persons }, (_, number) => {
    const known = number < 15 ? (index * 5 + number) % people.length : undefined;
    return {
      id: newId(),
      truly: known === undefined ? undefined : people[known],
      linked: new Set(),
      declined: new Set(),
      asked: false,
      nobodyKnown: false,
      nobodyOf: new Set<number>(),
    };
  });
  await db
    .insertInto('person')
    .values(
      persons.map((person, number) => ({
        id: person.id,
        gallery_id: id,
        number: number + 1,
        name: number % 2 === 0 ? typedName(number) : '',
      })),
    )
    .execute();
  const photos = Array.from({ length: PHOTOS }, (_, i) => ({
    ...newPhoto(newId()),
    persons: Array.from({ length: PER_PHOTO }, (__, k) => (i * PER_PHOTO + k) % sizes.persons),
    caption: 'A goal of the keeper',
  }));
  await db
    .insertInto('photo')
    .values(
      photos.map((photo) => ({
        id: photo.id,
        gallery_id: id,
        filename: `${photo.id}.jpg`,
        uploaded_by: accounts[creator]!.id,
        sha256: Buffer.from(photo.id),
        mime: 'image/jpeg',
        bytes: CLEAR.length,
        width: 1600,
        height: 1200,
        thumbhash: 'clear',
        original_key: 'originals/aa/model.jpg',
      })),
    )
    .execute();
  await db
    .insertInto('photo_words')
    .values(
      photos.map(({ id: photo_id, caption }) => ({
        photo_id,
        gallery_id: id,
        caption,
        headline: '',
        keywords: '[]',
        people: '[]',
        regions: '[]',
      })),
    )
    .execute();
  await db
    .insertInto('photo_analysis')
    .values(
      photos.map((photo) => ({
        photo_id: photo.id,
        gallery_id: id,
        status: 'completed' as const,
        pipeline_version: 'test 1',
      })),
    )
    .execute();
  await saveFaces(app, { people, embeddings }, { id, persons }, photos, () => direction(random));
  for (const photo of photos) {
    for (const size of ['small', 'medium'] as const) {
      const path = join(app.folder, renditionKey(photo.id, size, 1));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, CLEAR);
    }
  }
  const token = newId();
  const common_token = isSecond && before ? before.common_token : newId();
  const shown = { gallery_id: id, token, common_token, show_people: true, created_by: accounts[creator]!.id };
  await db
    .insertInto('share_link')
    .values({ id: newId(), ...shown })
    .execute();
  const known = {
    id,
    visibility,
    clubs: galleryClubs,
    creator,
    added: new Set<number>(),
    persons,
    photos,
    hadRemoved: false,
    showsCaptions: shows_captions,
  };
  return { ...known, name: `Match ${index}`, boxOf, token, event_id, common_token };
}

/** The faces of the people of photos, as they were found. @param strange makes the embedding of somebody whom no club knows */
export async function saveFaces(
  app: PhotoApp,
  { people, embeddings }: Pick<World, 'people' | 'embeddings'>,
  gallery: Pick<ModelGallery, 'id' | 'persons'>,
  photos: readonly ModelPhoto[],
  strange: () => Float32Array,
): Promise<void> {
  const faces = photos.flatMap((photo) =>
    photo.persons.map((person) => {
      const { truly } = gallery.persons[person]!;
      const embedding = truly ? embeddings[people.indexOf(truly)]! : strange();
      return { id: newId(), photo: photo.id, person, embedding };
    }),
  );
  const { landmarks, score, sizePx, blur, yaw, grade } = foundFace('anybody');
  for (const some of chunks(faces)) {
    await app.ctx.db
      .insertInto('face')
      .values(
        some.map(({ id: face, photo, person, embedding }) => ({
          id: face,
          photo_id: photo,
          gallery_id: gallery.id,
          ...boxOf(person),
          landmarks,
          score,
          size_px: sizePx,
          blur,
          yaw,
          grade,
          embedding: toSql([...embedding]),
          recogniser: testRecogniser,
          pipeline_version: 'test 1',
        })),
      )
      .execute();
    await app.ctx.db
      .insertInto('assignment')
      .values(
        some.map(({ id: face, person }) => ({
          face_id: face,
          person_id: gallery.persons[person]!.id,
          source: 'auto' as const,
        })),
      )
      .execute();
  }
}
