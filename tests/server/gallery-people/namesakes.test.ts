/**
 * Two people of a club with one name: told apart wherever one of them is named, and no link to one clears what the other refused.
 * @module-tag long
 */
import { describe, expect, test } from 'vitest';
import { routes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { makeGuardian, sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

const app = startTestAppBeforeAll();
const NAME = 'Lena Müller';
let editor: Actor;
let head: Actor;
let member: Actor;
let club: string;
let gallery: string;
let person: string;
let photo: string;
let older: string;
let younger: string;

world(async () => {
  club = await createClub(app);
  editor = await createActor(app, ['photographer'], 'editor');
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
  member = await createActor(app, [], 'member');
  await addMember(app, club, member.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    visibility: 'club_restricted',
    createdBy: editor.id,
  });
  const made = [await createPhotoOf(app, gallery, ['a']), await createPhotoOf(app, gallery, ['a'])];
  photo = made[0]!.photo;
  await groupByHand(app, gallery, [made.map(({ faces }) => faces.a!)]);
  person = await personOf(app, made[0]!.faces.a!);
  older = await list('Lena', 'Müller', '2014-03-01');
  younger = await list('Lena', 'Mueller', '2016-04-01');
  return app;
});

const list = async (first_name: string, last_name: string, born_on: string | null = null) =>
  (await head.call<{ id: string }>('POST', `/clubs/${club}/people`, { first_name, last_name, born_on })).body
    .data.id;
const ofPerson = `/facerecognition/faces`;
const link = (to: string, more: object = {}) =>
  editor.call<{ decision_id: string }>('POST', `${ofPerson}/${person}/link`, { club_person_id: to, ...more });
const decline = (whom: string) =>
  editor.call('POST', `${ofPerson}/${person}/decline-link`, { club_person_id: whom });
const rename = (name: string) => editor.call('PUT', `${ofPerson}/${person}`, { name });
type Question = {
  club_person_id: string;
  name: string;
  or_else: { club_person_id: string; name: string } | null;
};
const questions = async () =>
  (
    await editor.call<{ questions: Question[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/link-questions`,
    )
  ).body.data.questions;

/** Texts that say the name of one of two and nothing else, where nothing in the same object tells them apart. */
function bareNames(value: unknown, inObject: object = {}): string[] {
  if (typeof value === 'string')
    return [NAME, 'Lena Mueller'].includes(value) &&
      !('born_on' in inObject) &&
      !('name_told_apart' in inObject)
      ? [JSON.stringify(inObject)]
      : [];
  if (Array.isArray(value)) return value.flatMap((each) => bareNames(each, inObject));
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((each) => bareNames(each, value));
}

describe('two people of one name', () => {
  test('are told apart in every list of those who read the club’s list', async () => {
    await rename('Lena');
    await link(older);
    await editor.call('POST', `${ofPerson}/${person}/hide`, { hidden: false });
    await sayConsent(app, younger, 'outside', 'no');
    await app.ctx.db
      .insertInto('erasure_request')
      .values({ club_person_id: older, asked_by: member.id, asked_at: new Date() })
      .execute();
    await head.call('POST', `/clubs/${club}/invitations`, { guardian_of: older, email: 'a@x.example' });
    const admin = await createActor(app, ['admin']);
    let seen = 0;
    for (const { method, path } of routes) {
      if (method !== 'get' || !/\{id\}|audit/.test(path)) continue;
      const filled = path
        .replace('/photos/{id}', `/photos/${photo}`)
        .replace('/faces/{id}', `/faces/${person}`)
        .replace('/clubs/{id}', `/clubs/${club}`)
        .replace('{id}', gallery)
        .replace('{club_person_id}', older);
      for (const by of [editor, head, admin]) {
        const { status, body } = await by.call(
          'GET',
          `${filled}${path.endsWith('club-people') ? '?search=lena' : ''}`,
        );
        if (status !== 200) continue;
        const answer = JSON.stringify(body.data);
        seen += Number(answer.includes('Müller (2014)') || answer.includes('Mueller (2016)'));
        expect(bareNames(body.data), `${by.username} ${filled}`).toEqual([]);
      }
    }
    expect(seen).toBeGreaterThan(8);
  });

  test('are told apart by a letter of the club, else by a number; alone a name stands as it is', async () => {
    const named = async () => {
      const found = await editor.call<{ people: { id: string; name: string }[] }>(
        'GET',
        `/facerecognition/galleries/${gallery}/club-people?search=lena`,
      );
      return new Set(found.body.data.people.map(({ name }) => name));
    };
    expect(await named()).toEqual(new Set([`${NAME} (2014)`, 'Lena Mueller (2016)']));
    const update = (id: string, body: object) => head.call('PUT', `/clubs/${club}/people/${id}`, body);
    await update(younger, { born_on: '2014-12-01', told_apart_by: 'B' });
    expect(await named()).toEqual(new Set([`${NAME} (1)`, 'Lena Mueller (B)']));
    await update(younger, { first_name: 'Lara' });
    expect(await named()).toEqual(new Set([NAME]));
  });

  test('have a picture from galleries whose people one edits, and from no other', async () => {
    await link(older);
    const colleague = await createActor(app, ['photographer'], 'colleague');
    for (const { id } of [editor, colleague]) await addMember(app, club, id);
    const theirs = await createGallery(app, {
      event: await createEvent(app, [club]),
      visibility: 'club_restricted',
      createdBy: colleague.id,
    });
    const { photo: far, faces } = await createPhotoOf(app, theirs, ['b']);
    await groupByHand(app, theirs, [[faces.b!]]);
    const other = await personOf(app, faces.b!);
    await colleague.call('POST', `${ofPerson}/${other}/link`, { club_person_id: younger });
    expect((await editor.call('GET', `/galleries/${theirs}`)).status).toBe(200);

    const pictures = async (by: Actor, of = gallery) => {
      const { people } = (
        await by.call<{ people: { id: string; picture: { photo_url: string } | null }[] }>(
          'GET',
          `/facerecognition/galleries/${of}/club-people?search=lena`,
        )
      ).body.data;
      const photoOf = (id: string) =>
        people.find((one) => one.id === id)?.picture?.photo_url.match(/photos\/([^/]+)/)?.[1];
      return { older: photoOf(older), younger: photoOf(younger) };
    };
    const mine = (await pictures(editor)).older;
    expect(mine).toBeDefined();
    expect(await pictures(editor)).toEqual({ older: mine, younger: undefined });
    expect(await pictures(colleague, theirs)).toEqual({ older: undefined, younger: far });
    expect(await pictures(head)).toEqual({ older: undefined, younger: undefined });
    const admin = await createActor(app, ['admin']);
    expect(await pictures(admin)).toEqual({ older: mine, younger: far });

    await colleague.call('POST', `${ofPerson}/${other}/hide`, { hidden: true });
    expect((await pictures(admin)).younger).toBeUndefined();
    await admin.call('DELETE', `/galleries/${gallery}`);
    expect(await pictures(colleague, theirs)).toEqual({ older: undefined, younger: undefined });
    expect((await pictures(admin, theirs)).older).toBeUndefined();
  });

  test('are nothing that members learn of', async () => {
    await link(older);
    await sayConsent(app, older, 'name', 'yes');
    const { body } = await member.call<{ faces: { shown_name: string; club_people: [] }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/faces`,
    );
    expect(body.data.faces).toMatchObject([{ shown_name: NAME, club_people: [] }]);
  });

  test('are both named by a question, also where the typed name is a part of both', async () => {
    for (const name of [NAME, 'lena mueller', 'Lena', 'Müller L.']) {
      await rename(name);
      const [asked] = await questions();
      expect([asked?.name, asked?.or_else?.name].sort()).toEqual(['Lena Mueller (2016)', `${NAME} (2014)`]);
    }
    await list('Lena', 'Huber');
    await rename('Lena');
    const [asked, ...others] = await questions();
    expect([others, asked!.or_else === null]).toEqual([[], false]);
    for (const whom of [asked!.club_person_id, asked!.or_else!.club_person_id]) await decline(whom);
    expect(await questions()).toHaveLength(1);
  });
});

describe('what one of two refused', () => {
  const visible = async (token: string) =>
    (await fetch(`${app.url}/api/galleries/shared/${token}/photos`).then((r) => r.json())).data.total;
  const share = async () =>
    (await editor.call<{ token: string }>('POST', `/galleries/${gallery}/links`, { name: 'Everybody' })).body
      .data.token;

  test('holds after a link to the other, until somebody says that it is not them', async () => {
    await sayConsent(app, younger, 'outside', 'no');
    const token = await share();
    for (const [prepare, more] of [
      [() => rename(NAME), { as_answer: true, or_else: younger }],
      [() => rename(''), {}],
    ] as const) {
      await prepare();
      const { decision_id } = (await link(older, more)).body.data;
      expect(await visible(token)).toBe(0);
      expect(await questions()).toMatchObject([{ club_person_id: younger, or_else: null }]);
      await decline(younger);
      expect([await visible(token), await questions()]).toEqual([2, []]);
      await editor.call('POST', `/facerecognition/decisions/${decision_id}/undo`);
      await app.ctx.db.deleteFrom('declined_link').execute();
    }
    await link(older);
    expect((await link(younger, { as_answer: true })).status).toBe(200);
    expect(await visible(token)).toBe(0);
  });

  test('holds where their family said that it is them, or a face may be theirs', async () => {
    const mother = await createActor(app, [], 'mother');
    await addMember(app, club, mother.id);
    await makeGuardian(app, younger, mother.id);
    await sayConsent(app, younger, 'outside', 'no', { by: mother.id, as: 'guardian' });
    const token = await share();
    const { db } = app.ctx;
    const face = await db
      .selectFrom('face')
      .select('id')
      .where('photo_id', '=', photo)
      .executeTakeFirstOrThrow();
    // Both from before the list had two, so that nothing else holds them.
    await link(older);
    await db
      .updateTable('club_person')
      .set({ named_at: new Date(Date.now() + 60_000) })
      .execute();
    expect(await visible(token)).toBe(2);
    await db
      .insertInto('likely_refusal')
      .values({ face_id: face.id, club_person_id: younger, since: new Date() })
      .execute();
    expect(await visible(token)).toBe(1);
    await db
      .insertInto('link_question')
      .values({ person_id: person, club_person_id: younger, answer: 'yes', answered_at: new Date() })
      .execute();
    expect(await visible(token)).toBe(0);
  });

  test('leaves a link alone that was made before there were two', async () => {
    const token = await share();
    await link(older);
    const third = await list('Lena', 'Müller');
    await sayConsent(app, third, 'outside', 'no');
    expect(await visible(token)).toBe(2);
  });
});
