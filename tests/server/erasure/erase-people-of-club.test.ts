import { describe, expect, test } from 'vitest';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { listErasures } from '#server/features/administration/erasure/replay-erasures.ts';
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
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
let admin: Actor;
let editor: Actor;
let member: Actor;
let club: string;
let gallery: string;
let link: ShareLink;
let people: Record<'mia' | 'tom' | 'eve' | 'guest', string>;

/** A gallery of two clubs with four photos, one for each of four people; three of them are linked to people of the first club. */
world(async () => {
  club = await createClub(app);
  const other = await createClub(app, 'SV Rest');
  admin = await createActor(app, ['admin']);
  editor = await createActor(app);
  member = await createActor(app);
  for (const { id } of [editor, member]) await addMember(app, other, id);
  const event = await createEvent(app, [club, other]);
  gallery = await createGallery(app, { event, createdBy: editor.id, visibility: 'club_restricted' });
  const names = ['mia', 'tom', 'eve', 'guest'] as const;
  const faces: string[][] = [];
  for (const name of names) faces.push([(await createPhotoOf(app, gallery, [name])).faces[name]!]);
  await groupByHand(app, gallery, faces);
  const rows = await app.ctx.db
    .selectFrom('person')
    .select('id')
    .where('gallery_id', '=', gallery)
    .orderBy('number')
    .execute();
  people = Object.fromEntries(names.map((name, i) => [name, rows[i]!.id])) as typeof people;
  for (const name of names)
    await editor.call('PUT', `/facerecognition/faces/${people[name]}`, { name: `Typed ${name}` });
  const { body } = await editor.call<ShareLink>('POST', `/galleries/${gallery}/links`, {
    name: 'Grandparents',
  });
  link = body.data;
  return app;
});

async function linkTo(person: string, answers: { name?: 'yes' | 'no'; outside?: 'yes' | 'no' }) {
  const club_person_id = await createClubPerson(app, club, { name: `Person ${person}` });
  for (const [purpose, answer] of Object.entries(answers))
    await sayConsent(app, club_person_id, purpose as 'name' | 'outside', answer);
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: person, club_id: club, club_person_id })
    .execute();
}
const visitorsSee = async () =>
  (await caller(app.url)<{ photo_count: number }>('GET', `/galleries/shared/${link.token}`)).body.data
    .photo_count;
const namesFor = async (viewer: Actor) =>
  (
    await viewer.call<{ faces: { id: string; shown_name: string }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/faces`,
    )
  ).body.data.faces
    .map(({ shown_name }) => shown_name)
    .filter(Boolean)
    .sort();
const deleteClub = async () => (await admin.call('DELETE', `/clubs/${club}`)).status;

describe('deleting a club', () => {
  test('shows nobody outside who had refused it: the photos are hidden until an editor decides', async () => {
    await linkTo(people.mia, { outside: 'no' });
    await linkTo(people.tom, { outside: 'yes' });
    await linkTo(people.eve, {});
    expect(await visitorsSee()).toBe(3);
    expect(await deleteClub()).toBe(200);
    expect(await visitorsSee()).toBe(3);
    const { body: told } = await editor.call<{ notifications: { kind: string }[] }>('GET', '/notifications');
    expect(told.data.notifications.map(({ kind }) => kind)).toContain('takedown_asked');
    const { body } = await editor.call<{ takedowns: { id: string; photo: { id: string } }[] }>(
      'GET',
      `/galleries/${gallery}/takedowns`,
    );
    expect(body.data.takedowns).toMatchObject([{ cause: 'club' }]);
    const path = `/galleries/${gallery}/takedowns/${body.data.takedowns[0]!.id}/decide`;
    expect((await editor.call('POST', path, { decision: 'declined' })).status).toBe(200);
    expect(await visitorsSee()).toBe(4);
  });

  test('lets no visitor filter by somebody who had not agreed to be shown outside', async () => {
    const filters = async (outside: 'yes' | undefined) => {
      await linkTo(people.tom, outside ? { outside } : {});
      await editor.call('PUT', `/galleries/links/${link.id}`, { show_people: true });
      await deleteClub();
      const { body } = await caller(app.url)<{ people: object[] }>(
        'GET',
        `/galleries/shared/${link.token}/people`,
      );
      return body.data.people.length;
    };
    const deleted = club;
    expect(await filters(undefined)).toBe(0);
    club = await createClub(app);
    expect(await filters('yes')).toBe(4);
    club = deleted;
  });

  test('leaves only names that may be read, also by members of other clubs', async () => {
    await linkTo(people.mia, { name: 'no' });
    await linkTo(people.tom, { name: 'yes' });
    await linkTo(people.eve, {});
    // The club keeps a list, and nobody has said that the guest is nobody of it.
    expect(await namesFor(member)).toEqual([]);
    await deleteClub();
    expect(await namesFor(member)).toEqual(['Typed guest', 'Typed tom']);
    expect(await namesFor(editor)).toEqual(['Typed guest', 'Typed tom']);
  });

  test('is noted for backups, with what is to be hidden again', async () => {
    await linkTo(people.mia, { outside: 'no' });
    await linkTo(people.tom, { outside: 'yes' });
    await deleteClub();
    const erasures = await app.ctx.db.transaction().execute(listErasures);
    expect(
      erasures
        .slice(-2)
        .map(({ hides_photos }) => hides_photos)
        .sort(),
    ).toEqual([false, true]);
    expect(await visitorsSee()).toBe(3);
  });

  test('hides nothing where nobody had refused', async () => {
    await linkTo(people.tom, { outside: 'yes' });
    await deleteClub();
    expect(await visitorsSee()).toBe(4);
    expect(
      (await editor.call<{ total: number }>('GET', `/galleries/${gallery}/takedowns`)).body.data,
    ).toMatchObject({
      takedowns: [],
    });
  });
});
