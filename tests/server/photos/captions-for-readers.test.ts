import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { sayConsent } from '#tests/support/club-people.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let member: Actor;
let guest: Actor;
let stranger: Actor;
let club: string;
let gallery: string;
let photo: string;
beforeAll(async () => {
  app = await startPhotoApp();
  club = await createClub(app);
  [member, guest, stranger] = [await createActor(app), await createActor(app), await createActor(app)];
  for (const { id } of [member, app.photographer]) await addMember(app, club, id);
  const event = await createEvent(app, [club]);
  const { id } = app.photographer;
  gallery = await createGallery(app, { event, createdBy: id, photographer: id, visibility: 'public' });
  await app.ctx.db.insertInto('gallery_user').values({ gallery_id: gallery, user_id: guest.id }).execute();
  photo = (await app.send(await quarters(60, 40).jpeg().toBuffer(), { gallery })).body.data.id;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.ctx.db.deleteFrom('person').execute();
  await app.ctx.db.deleteFrom('club_person').execute();
  await show(true);
});

const show = (shows_captions: boolean, by = app.photographer) =>
  by.call('PUT', `/galleries/${gallery}`, { shows_captions });
async function say(caption: string): Promise<void> {
  await app.ctx.db.deleteFrom('photo_words').execute();
  const empty = { headline: '', keywords: '[]', people: '[]', regions: '[]' };
  await app.ctx.db
    .insertInto('photo_words')
    .values({ photo_id: photo, gallery_id: gallery, caption, ...empty })
    .execute();
}
const captionFor = async (by: Actor = member) => {
  const { status, body } = await by.call<{ caption: string }>('GET', `/photos/${photo}/caption`);
  return status === 200 ? body.data.caption : status;
};
async function list(first_name: string, last_name: string, club_id = club): Promise<string> {
  const id = newId();
  await app.ctx.db.insertInto('club_person').values({ id, club_id, first_name, last_name }).execute();
  return id;
}
async function placed(name: string, club_person_id?: string): Promise<string> {
  const id = newId();
  await app.ctx.db.insertInto('person').values({ id, gallery_id: gallery, number: 1, name }).execute();
  if (club_person_id) {
    const { club_id } = await app.ctx.db
      .selectFrom('club_person')
      .select('club_id')
      .where('id', '=', club_person_id)
      .executeTakeFirstOrThrow();
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: id, club_id, club_person_id })
      .execute();
  }
  return id;
}

test('captions are shown to readers once an editor says so, and to nobody outside', async () => {
  await say('3:1 against Kiel');
  expect(await captionFor()).toBe('3:1 against Kiel');
  expect(await captionFor(guest)).toBe('3:1 against Kiel');
  expect(await captionFor(stranger)).toBe('');
  expect((await show(false, member)).status).toBe(403);
  await show(false);
  expect(await captionFor()).toBe('');
  const { body } = await member.call<{ shows_captions: boolean }>('GET', `/galleries/${gallery}`);
  expect(body.data.shows_captions).toBe(false);
});

test('a caption that may name somebody waits for the yes of the family, and goes with it', async () => {
  await say('Header by Mia Quastenberg');
  expect(await captionFor()).toBe('Header by Mia Quastenberg');
  const mia = await list('Mia', 'Quastenberg');
  expect(await captionFor()).toBe('');
  await sayConsent(app, mia, 'name', 'yes', { as: 'paper' });
  expect(await captionFor()).toBe('Header by Mia Quastenberg');
  // Members of the club read its names; others who were let in do not.
  expect(await captionFor(guest)).toBe('');
  const other = await list('Mia', 'Tanne');
  expect(await captionFor()).toBe('');
  await app.ctx.db.deleteFrom('club_person').where('id', '=', other).execute();
  await sayConsent(app, mia, 'name', 'withdrawn', { as: 'paper' });
  expect(await captionFor()).toBe('');
});

test.each([
  'mia',
  'Mias Tor',
  "Mia's goal",
  'Mia’s goal',
  'QUASTENBERG!',
  '#miaquastenberg',
  '#MiaQuastenberg',
  'mia_q',
  'Mia7',
  'Quastenbergs Kopfball',
  'MÍA',
  'Tooor von Mia-Lotta',
])('%s may be Mia Quastenberg', async (caption) => {
  await list('Mia', 'Quastenberg');
  await say(caption);
  expect(await captionFor()).toBe('');
});

test.each([
  ['Goal of the Mueller twins', 'Jörg', 'Müller'],
  ['Annalena scores', 'Anna-Lena', 'Ohm'],
  ['Anna Lena scores', 'Annalena', 'Ohm'],
  ['Øystein', 'Oystein', 'Ohm'],
  ['Élodies Tor', 'Élodie', 'Ohm'],
])('%s may be %s %s', async (caption, first, last) => {
  await list(first, last);
  await say(caption);
  expect(await captionFor()).toBe('');
});

test.each(['Miami heat', 'Goal, 3:1', 'Team Quasten', '⚽', 'Amia'])(
  '%s is not Mia Quastenberg',
  async (caption) => {
    await list('Mia', 'Quastenberg');
    await say(caption);
    expect(await captionFor()).toBe(caption);
  },
);

test('names that were typed in the gallery count as their readers read them, of whatever club somebody is', async () => {
  await say('Pass by Bomber');
  expect(await captionFor()).toBe('Pass by Bomber');
  const person = await placed('Bomber');
  // A club that keeps a list holds the name back until it is said to be nobody of it.
  await list('Tom', 'Tanne');
  expect(await captionFor()).toBe('');
  await app.ctx.db.insertInto('name_of_nobody').values({ person_id: person, club_id: club }).execute();
  expect(await captionFor()).toBe('Pass by Bomber');
  await app.ctx.db.deleteFrom('person').execute();

  const elsewhere = await list('Ada', 'Ohm', await createClub(app));
  await placed('Bomber', elsewhere);
  await sayConsent(app, elsewhere, 'name', 'yes', { as: 'paper' });
  expect(await captionFor()).toBe('');
  await say('Pass by Ada');
  expect(await captionFor()).toBe('');
  await app.ctx.db.deleteFrom('person').execute();
  expect(await captionFor()).toBe('Pass by Ada');
});

test('readers of captions search none', async () => {
  await say('3:1 against Kiel');
  const found = await member.call('GET', `/photos/gallery/${gallery}?search=kiel`);
  expect(found.status).toBe(403);
});
