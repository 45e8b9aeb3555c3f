/**
 * Every order in which a name, the list, a link and "nobody of the club" can come, by every way a name and a listing come in.
 * @module-tag long
 */
import { beforeAll, expect, test } from 'vitest';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { base64, importList } from '#tests/support/member-lists.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
let editor: Actor;
let member: Actor;
let head: Actor;
let club: string;
let gallery: string;
let photo: string;
let person: string;
let other: string;
let faces: string[];

/** The club's list says "Ida Kern-Müller", or what stands beside it; each of these names fits. */
const forms: readonly [typed: string, listed?: [first: string, last: string]][] = [
  ['Ida Kern-Müller'],
  ['Ida'],
  ['ida kern mueller'],
  ['Kern-Müller, Ida'],
  ['IDA KERN MULLER'],
  ['Ida K.'],
  ['Annalena', ['Anna-Lena', 'Weiß']],
  ['Zoé Weiss', ['Zoe', 'Weiß']],
  ['Ida Kern-Müller (U12)'],
  ['Øystein', ['Oeystein', 'Å']],
];

beforeAll(async () => {
  editor = await createActor(app, ['photographer'], 'editor');
  member = await createActor(app, [], 'member');
});

async function newGallery() {
  club = await createClub(app);
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
  await addMember(app, club, member.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    visibility: 'club_restricted',
    createdBy: editor.id,
  });
  const made = [await createPhotoOf(app, gallery, ['a', 'b']), await createPhotoOf(app, gallery, ['a'])];
  photo = made[0]!.photo;
  faces = made.map((each) => each.faces.a!);
  await groupByHand(app, gallery, [faces, [made[0]!.faces.b!]]);
  person = await personOf(app, faces[0]!);
  other = await personOf(app, made[0]!.faces.b!);
}

const path = (id: string) => `/facerecognition/faces/${id}`;
const rename = (id: string, name: string) => editor.call<{ decision_id: string }>('PUT', path(id), { name });
const undo = async (decision: string) =>
  expect((await editor.call('POST', `/facerecognition/decisions/${decision}/undo`)).status).toBe(200);

const waysToName: Record<string, (name: string) => Promise<unknown>> = {
  typed: (name) => rename(person, name),
  merged: async (name) => {
    await rename(other, name);
    await editor.call('POST', `${path(person)}/merge`, { person_ids: [other] });
  },
  undone: async (name) => {
    await rename(person, name);
    const { decision_id } = (await rename(person, '')).body.data;
    await undo(decision_id);
  },
  'merged and undone': async (name) => {
    await rename(person, name);
    const merged = await editor.call<{ decision_id: string }>('POST', `${path(person)}/merge`, {
      person_ids: [other],
    });
    await undo(merged.body.data.decision_id);
  },
  split: async (name) => {
    await rename(person, name);
    await editor.call('POST', `/facerecognition/galleries/${gallery}/move-faces`, { face_ids: [faces[1]] });
  },
};

type Listed = [first_name: string, last_name: string];
const add = async ([first_name, last_name]: Listed) =>
  (await head.call<{ id: string }>('POST', `/clubs/${club}/people`, { first_name, last_name })).body.data.id;
const waysToList: Record<string, (listed: Listed) => Promise<string>> = {
  'by hand': add,
  'by a list': async (listed) => {
    const list = base64(`Vorname;Nachname;E-Mail\n${listed.join(';')};`);
    expect((await importList(head, club, list, { purpose: 'list' })).status).toBeLessThan(300);
    const rows = app.ctx.db.selectFrom('club_person').select('id').where('club_id', '=', club);
    return (await rows.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id;
  },
  'by another name': async ([first_name, last_name]) => {
    const id = await add(['Nobody', 'Here']);
    await head.call('PUT', `/clubs/${club}/people/${id}`, { first_name, last_name });
    return id;
  },
};

const permutations = <T>(of: readonly T[]): T[][] =>
  of.length === 0
    ? [[]]
    : of.flatMap((first) =>
        permutations(of.filter((each) => each !== first)).map((rest) => [first, ...rest]),
      );
const orders = permutations(['name', 'list', 'link', 'nobody'] as const);

/** What a member reads in three of the answers, which say the same. */
async function readByMember(): Promise<string> {
  const people = await member.call<{ faces: { id: string; shown_name: string; name: string }[] }>(
    'GET',
    `/facerecognition/galleries/${gallery}/faces`,
  );
  const shown = people.body.data.faces.find(({ id }) => id === person)!;
  const inPhoto = await member.call<{ faces: { person_id: string; person_name: string }[] }>(
    'GET',
    `/photos/${photo}/faces`,
  );
  const ofPerson = await member.call<{ faces: { person_name: string }[] }>('GET', `${path(person)}/faces`);
  const read = [
    shown.name,
    inPhoto.body.data.faces.find(({ person_id }) => person_id === person)!.person_name,
    ...ofPerson.body.data.faces.map(({ person_name }) => person_name),
  ];
  expect(new Set(read)).toEqual(new Set([shown.shown_name]));
  return shown.shown_name;
}

/** By `npm run test:full` every seventh, which takes all ways and forms in turn. */
const cases = orders
  .flatMap((order) => Object.keys(waysToName).map((byName, way) => ({ order, byName, way })))
  .map((each, at) => ({ ...each, at }))
  .filter(({ at }) => at % runs(7, 1) === 0);

test('a name is read by members only where no list is kept, or after somebody said that it is nobody', async () => {
  let answered = 0;
  for (const { order, byName, way, at } of cases) {
    const byList = Object.keys(waysToList)[(at + way) % 3]!;
    const [typed, listed = ['Ida', 'Kern-Müller']] = forms[at % forms.length]!;
    await newGallery();
    if (at % 2 === 0) await add(['Somebody', 'Else']);
    let [name, keepsList, isNobody, isLinked] = ['', at % 2 === 0, false, false];
    let known: string | undefined;
    for (const step of order) {
      if (step === 'name') {
        await waysToName[byName]!(typed);
        [name, isNobody] = [typed, false];
      } else if (step === 'list') {
        known = await waysToList[byList]!(listed as Listed);
        [keepsList, isNobody] = [true, false];
      } else if (step === 'link') {
        if (!known) continue;
        expect((await editor.call('POST', `${path(person)}/link`, { club_person_id: known })).status).toBe(
          200,
        );
        isLinked = true;
      } else {
        const said = await editor.call('POST', `/facerecognition/galleries/${gallery}/names-of-nobody`, {
          people: [{ id: person, name: name || 'Nobody' }],
        });
        isNobody = name !== '' && keepsList;
        expect(said.status, said.body.code).toBe(name === '' ? 409 : keepsList ? 200 : 403);
        answered += Number(isNobody);
      }
      const isRead = name !== '' && !isLinked && (!keepsList || isNobody);
      const state = `${order.join(', ')}; after ${step}; ${byName}, ${byList}: ${typed}`;
      expect(await readByMember(), state).toBe(isRead ? typed : '');
    }
  }
  expect(answered).toBeGreaterThan(runs(3, 20));
});

test('whoever is listed is asked about where the name fits, and nowhere else', async () => {
  for (const [typed, listed = ['Ida', 'Kern-Müller']] of forms) {
    await newGallery();
    await rename(person, typed);
    const id = await add(listed as Listed);
    await add(['Ida-Maria', 'Somebody']);
    await add(['Kerno', 'Else']);
    const { body } = await editor.call<{ questions: { person_id: string; club_person_id: string }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/link-questions`,
    );
    expect([typed, body.data.questions.map(({ club_person_id }) => club_person_id === id)]).toEqual([
      typed,
      [true],
    ]);
    expect((await head.call<object>('GET', `/clubs/${club}/typed-names`)).body.data).toMatchObject({
      total: 1,
      fitting: 1,
      names: [
        {
          person_id: person,
          name: typed,
          fits: expect.arrayContaining([{ club_person_id: id, name: listed.join(' '), born_in: null }]),
        },
      ],
    });
  }
});
