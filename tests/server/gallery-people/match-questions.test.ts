import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MatchQuestionOfGallery } from '#server/contract/schemas/gallery-people.ts';
import { enrolled, matchesIn, searchTables } from '#server/features/faces/my-photos/matches.sql.ts';
import { searchThresholds } from '#server/features/faces/my-photos/search-thresholds.ts';
import { getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
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
import { createPersonOf, createPhotoOf, foundFace, groupByHand } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

/** Distances of the test's recogniser, as on the page of the family. */
const [SURE, DOUBTFUL] = [0.03, 0.07];

const app = startTestAppBeforeAll();
let club: string;
let editor: Actor;
let mother: Actor;
let mia: string;
let gallery: string;

beforeEach(async () => {
  await app.ctx.db.deleteFrom('stored_gallery').execute();
  club = await createClub(app);
  editor = await createActor(app, [], 'editor');
  mother = await createActor(app, [], 'mother');
  await addMember(app, club, editor.id);
  await addMember(app, club, mother.id);
  gallery = await newGallery();
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes');
});

const newGallery = async () =>
  createGallery(app, { event: await createEvent(app, [club]), createdBy: editor.id });

/** A person of a gallery whose one face has this distance from Mia's. */
const personAt = async (distance: number, into = gallery, side = 100): Promise<string> =>
  (await createPersonOf(app, into, embeddingAt(0, distance, side))).person;

type Questions = { questions: MatchQuestionOfGallery[] };
const ask = (by = editor, of = gallery) =>
  by.call<Questions>('GET', `/facerecognition/galleries/${of}/link-questions`);
const asked = async (by = editor) =>
  (await ask(by)).body.data.questions.map(({ person_id, club_person_id }) => [person_id, club_person_id]);
const link = (person: string, club_person_id = mia) =>
  editor.call<{ decision_id: string }>('POST', `/facerecognition/faces/${person}/link`, { club_person_id });

describe('questions about people of the club, to editors', () => {
  test('are asked by references and by whom was linked last season, within the strict threshold', async () => {
    const near = await personAt(SURE);
    await personAt(DOUBTFUL, gallery, 101);
    expect(await asked()).toEqual([]);
    await link(await personAt(0, await newGallery()));
    expect((await ask()).body.data.questions).toMatchObject([
      {
        person_id: near,
        club_person_id: mia,
        name: 'Mia',
        said_by_family: false,
        known_from: { gallery_name: 'Match photos' },
        person: { id: near },
      },
    ]);
    await app.ctx.db.deleteFrom('club_person_link').execute();
    await addReference(app, mia, embeddingAt(0));
    expect((await ask()).body.data.questions).toMatchObject([
      { person_id: near, known_from: null, picture: null },
    ]);
    expect(JSON.stringify((await ask()).body)).not.toMatch(/distance|embedding|crop/);
  });

  test('show a face of the person of the club, from galleries whose people the viewer edits alone', async () => {
    const near = await personAt(SURE);
    const known = await createPersonOf(app, await newGallery(), embeddingAt(0));
    await link(known.person);
    const asked = async () => (await ask()).body.data.questions;
    expect(await asked()).toMatchObject([
      { person_id: near, picture: { photo_url: expect.stringContaining(known.photo) } },
    ]);
    await app.ctx.db
      .updateTable('gallery')
      .set({ created_by: null, photographer_id: null })
      .where('id', '<>', gallery)
      .execute();
    expect(await asked()).toMatchObject([{ person_id: near, picture: null }]);
    expect((await asked())[0]!.known_from).not.toBeNull();
  });

  test('are asked about nobody whose family did not agree, and of nobody who may not edit or read names', async () => {
    await addReference(app, mia, embeddingAt(0));
    await personAt(SURE);
    expect((await asked()).length).toBe(1);
    await sayFind(app, mia, 'withdrawn');
    expect(await asked()).toEqual([]);
    await sayFind(app, mia, 'yes');
    expect((await ask(mother)).body.code).toBe('gallery_action_forbidden');
    await app.ctx.db.deleteFrom('club_membership').where('user_id', '=', editor.id).execute();
    expect((await ask()).body.code).toMatch(/^gallery_/);
  });

  test('are asked about nobody whose family agreed to a text that does not say so', async () => {
    await addReference(app, mia, embeddingAt(0));
    const near = await personAt(SURE);
    const guardian = { by: mother.id, as: 'guardian' as const };
    await sayFind(app, mia, 'yes', { ...guardian, text: 'release 1' });
    expect(await asked()).toEqual([]);
    await sayFind(app, mia, 'yes', guardian);
    expect(await asked()).toEqual([[near, mia]]);
  });

  test('end with a yes, which can be undone, and with a no, which is remembered', async () => {
    await addReference(app, mia, embeddingAt(0));
    const near = await personAt(SURE);
    const { decision_id } = (await link(near)).body.data;
    expect(await asked()).toEqual([]);
    await editor.call('POST', `/facerecognition/decisions/${decision_id}/undo`);
    expect(await asked()).toEqual([[near, mia]]);
    const decline = (by: Actor) =>
      by.call('POST', `/facerecognition/faces/${near}/decline-link`, { club_person_id: mia });
    expect((await decline(mother)).body.code).toBe('gallery_action_forbidden');
    expect((await decline(editor)).status).toBe(200);
    expect(await asked()).toEqual([]);
    expect((await decline(editor)).status).toBe(200);
  });

  test('are asked again once the editor who said no takes that back; others cannot', async () => {
    await addReference(app, mia, embeddingAt(0));
    const near = await personAt(SURE);
    const path = `/facerecognition/faces/${near}/decline-link`;
    const takeBack = async (by: Actor) =>
      (await by.call('POST', `${path}/take-back`, { club_person_id: mia })).body.code;
    expect(await takeBack(editor)).toBe('edit_conflict');
    await editor.call('POST', path, { club_person_id: mia });
    expect(await takeBack(mother)).toBe('gallery_action_forbidden');
    expect(await takeBack(await createActor(app, ['admin']))).toBe('edit_conflict');
    expect(await asked()).toEqual([]);
    expect(await takeBack(editor)).toBeUndefined();
    expect(await asked()).toEqual([[near, mia]]);
  });

  test('are answered once: a second answer is refused, and changes nothing', async () => {
    await addReference(app, mia, embeddingAt(0));
    const lena = await createClubPerson(app, club, { name: 'Lena' });
    const say = (word: 'link' | 'decline-link', person: string, as: string, as_answer = true) =>
      editor.call<{ decision_id: string }>('POST', `/facerecognition/faces/${person}/${word}`, {
        club_person_id: as,
        as_answer,
      });
    const codes = async (person: string) => [
      (await say('link', person, mia)).body.code,
      (await say('decline-link', person, mia)).body.code,
    ];
    const refused = ['edit_conflict', 'edit_conflict'];
    const linked = await personAt(SURE);
    await say('link', linked, lena, false);
    expect(await codes(linked)).toEqual(refused);
    const links = app.ctx.db.selectFrom('club_person_link').select(['person_id', 'club_person_id']);
    expect(await links.execute()).toEqual([{ person_id: linked, club_person_id: lena }]);
    const declined = await personAt(SURE);
    await say('decline-link', declined, mia);
    expect(await codes(declined)).toEqual(refused);
  });

  test('offer what the family said first, also where it was only a question; a no of the family ends them', async () => {
    await addReference(app, mia, embeddingAt(0));
    const near = await personAt(SURE);
    const doubtful = await personAt(DOUBTFUL, gallery, 101);
    const answer = (person_id: string, said: 'yes' | 'no') =>
      mother.call('POST', `/my-photos/${mia}/answers`, { person_id, answer: said });
    await answer(doubtful, 'yes');
    expect((await ask()).body.data.questions).toMatchObject([
      { person_id: doubtful, said_by_family: true },
      { person_id: near, said_by_family: false },
    ]);
    await answer(near, 'no');
    expect(await asked()).toEqual([[doubtful, mia]]);
    expect(await app.ctx.db.selectFrom('club_person_link').selectAll().execute()).toEqual([]);
  });

  test('are asked where an editor typed a name of the club’s list, whatever its bearer says about being found', async () => {
    const [typed, other] = [await personAt(0.9), await personAt(0.9, gallery, 102)];
    await sayFind(app, mia, 'no');
    const rename = (person: string, name: string) =>
      editor.call('PUT', `/facerecognition/faces/${person}`, { name });
    await rename(typed, ' mIA');
    await rename(other, 'Mia Maria');
    expect((await ask()).body.data.questions).toMatchObject([
      { person_id: typed, club_person_id: mia, name: 'Mia', said_by_family: false, has_name: true },
    ]);
    const elsewhere = await createClubPerson(app, await createClub(app), { name: 'Mia Maria' });
    expect(await asked()).toEqual([[typed, mia]]);
    await link(typed);
    await app.ctx.db.updateTable('club_person').set({ club_id: club }).where('id', '=', elsewhere).execute();
    expect(await asked()).toEqual([[other, elsewhere]]);
    await editor.call('POST', `/facerecognition/faces/${other}/decline-link`, { club_person_id: elsewhere });
    expect(await asked()).toEqual([]);
  });

  test('name both siblings where one is nearly as near, and nobody else who is', async () => {
    const near = await personAt(SURE);
    const enrol = async (name: string, distance: number, last_name?: string) => {
      const id = await createClubPerson(app, club, { name });
      await app.ctx.db
        .updateTable('club_person')
        .set({ last_name: last_name ?? '' })
        .where('id', '=', id)
        .execute();
      await sayFind(app, id, 'yes');
      await addReference(app, id, embeddingAt(0, distance, 105));
      return id;
    };
    await addReference(app, mia, embeddingAt(0));
    const lina = await enrol('Lina', 0.001);
    const orElse = async () => (await ask()).body.data.questions.map(({ or_else }) => or_else?.name);
    expect(await orElse()).toEqual([undefined]);
    await makeGuardian(app, lina, mother.id);
    expect(await orElse()).toEqual(['Lina']);
    await app.ctx.db.deleteFrom('guardianship').where('club_person_id', '=', lina).execute();
    await app.ctx.db
      .updateTable('club_person')
      .set({ last_name: 'Berg' })
      .where('id', 'in', [mia, lina])
      .execute();
    expect(await orElse()).toEqual(['Lina Berg']);
    await enrol('Far', 0.5, 'Berg');
    await editor.call('POST', `/facerecognition/faces/${near}/decline-link`, { club_person_id: lina });
    expect(await orElse()).toEqual([undefined]);
  });

  test('rest on the same distances as the page of the family', async () => {
    await addReference(app, mia, embeddingAt(0));
    for (let i = 0; i < 8; i += 1) {
      const faces = [1, 2, 3].map((k) =>
        foundFace('', {
          embedding: embeddingAt(0, 0.01 * (i + k), 100 + i + k).map((x) => x * k),
          grade: k < 3 ? 'core' : 'weak',
        }),
      );
      const made = await createPhotoOf(app, gallery, ['a', 'b', 'c'], faces);
      await groupByHand(app, gallery, [Object.values(made.faces).slice(i % 3)]);
    }
    const { engine, db } = app.ctx;
    const { recognition_model } = await getFaceSettings(db, engine);
    const thresholds = searchThresholds(engine, recognition_model);
    const search = { viewer: { id: mother.id, grants: [] }, thresholds, today: app.ctx.clock.today() };
    const near = async (of?: string) => {
      const { rows } = await sql<{ person_id: string; band: string; distance: number }>`
        with ${searchTables(search, mia)}
        select person_id, band, distance from ${matchesIn(search, enrolled(search, [mia]), of === undefined ? {} : { galleryId: of })} m order by person_id`.execute(
        db,
      );
      return rows.map(({ distance, ...row }) => ({ ...row, distance: Number(distance.toFixed(5)) }));
    };
    const all = await near();
    expect(all.length).toBeGreaterThan(2);
    expect(await near(gallery)).toEqual(all);
  });

  test('stay within the clubs of the gallery', async () => {
    const other = await createClub(app);
    await addMember(app, other, editor.id);
    const stranger = await createClubPerson(app, other, { name: 'Lea' });
    await sayFind(app, stranger, 'yes');
    await addReference(app, stranger, embeddingAt(0));
    await personAt(SURE);
    expect(await asked()).toEqual([]);
  });
});
