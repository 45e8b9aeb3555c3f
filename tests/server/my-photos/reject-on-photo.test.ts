import { describe, expect, test } from 'vitest';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';
import { type Actor, addMember, createActor } from '#tests/support/actors.ts';
import { createClubPerson, embeddingAt, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, foundFace, groupByHand, personOf } from '#tests/support/faces.ts';
import { createFamily } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

/** Within the distance of the test's recogniser at which photos are shown at once; see my-photos.test.ts. */
const SURE = 0.03;

const app = startTestAppBeforeAll();
let club: string;
let mother: Actor;
let editor: Actor;
let mia: string;
let gallery: string;
let person: string;
let faces: string[];
let photos: string[];

/** Three photos of one person, near Mia's picture. */
world(async () => {
  ({ club, editor, gallery, mia, mother } = await createFamily(app, { find: 'yes' }));
  const made = [];
  for (const side of [100, 101, 102])
    made.push(
      await createPhotoOf(app, gallery, ['mia'], [foundFace('', { embedding: embeddingAt(0, SURE, side) })]),
    );
  photos = made.map(({ photo }) => photo);
  faces = made.map((each) => each.faces.mia!);
  await groupByHand(app, gallery, [faces]);
  person = await personOf(app, faces[0]!);
  return app;
});

const link = (id = mia) =>
  editor.call('POST', `/facerecognition/faces/${person}/link`, { club_person_id: id });
const found = async (by = mother) =>
  (await by.call<{ photos: FoundPhoto[] }>('GET', `/my-photos/${mia}/photos`)).body.data.photos;
const reject = (photo: string, by = mother, of = mia) =>
  by.call<{ decision_id: string }>('POST', `/my-photos/${of}/rejections`, {
    person_id: person,
    photo_id: photo,
  });
const takeBack = (decision: string, by = mother) =>
  by.call('POST', `/my-photos/${mia}/rejections/${decision}/take-back`);
const shown = async () => (await found()).map(({ id }) => id).sort();

describe('"not Mia" on one photo, said by her family', () => {
  test('takes this photo alone away, also where its face is a person of its own then', async () => {
    await link();
    expect((await found()).map(({ can_reject }) => can_reject)).toEqual([true, true, true]);
    expect((await reject(photos[1]!)).status).toBe(200);
    const left = [photos[0]!, photos[2]!].sort();
    expect(await shown()).toEqual(left);
    await groupByHand(app, gallery, [[faces[1]!]]);
    expect(await personOf(app, faces[1]!)).not.toBe(person);
    expect(await shown()).toEqual(left);
  });

  test('stands in the history of the gallery and in the log, and is undone by who said it', async () => {
    await link();
    const { body } = await reject(photos[0]!);
    const decision = body.data.decision_id;
    const history = await editor.call<{ decisions: { id: string; kind: string }[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/history`,
    );
    expect(history.body.data.decisions[0]).toMatchObject({ id: decision, kind: 'rejected' });
    expect((await takeBack(decision, editor)).body.code).toBe('club_person_not_found');
    expect((await takeBack(decision)).status).toBe(200);
    expect(await shown()).toEqual([...photos].sort());
    expect((await takeBack(decision)).body.code).toBe('decision_not_undoable');
    const logged = await app.ctx.db
      .selectFrom('audit_entry')
      .select('action')
      .where('actor_id', '=', mother.id)
      .where('action', 'like', 'myPhotos.%')
      .orderBy('created_at')
      .execute();
    expect(logged.map(({ action }) => action)).toEqual(['myPhotos.reject', 'myPhotos.takeBackRejection']);
  });

  test('is taken about people linked to the child alone, by those who answer for the child', async () => {
    expect((await found()).map(({ can_reject }) => can_reject)).toEqual([false, false, false]);
    expect((await reject(photos[0]!)).body.code).toBe('person_not_found');
    await link();
    const stranger = await createActor(app, [], 'stranger');
    await addMember(app, club, stranger.id);
    expect((await reject(photos[0]!, stranger)).body.code).toBe('club_person_not_found');
    expect((await reject(photos[0]!, editor)).body.code).toBe('club_person_not_found');
    const lina = await createClubPerson(app, club);
    await app.ctx.db
      .insertInto('link_question')
      .values({
        person_id: person,
        club_person_id: lina,
        answer: 'yes',
        answered_by: stranger.id,
        answered_at: new Date(),
      })
      .execute();
    expect((await reject(photos[0]!)).body.code).toBe('person_not_found');
    expect((await found()).map(({ can_reject }) => can_reject)).toEqual([false, false, false]);
    await app.ctx.db.deleteFrom('link_question').execute();
    await sayFind(app, mia, 'withdrawn', { by: mother.id, as: 'guardian' });
    expect((await reject(photos[0]!)).body.code).toBe('person_not_found');
  });

  test('is not taken about photos that the family is not shown', async () => {
    await link();
    await app.ctx.db
      .updateTable('gallery')
      .set({ visibility: 'private' })
      .where('id', '=', gallery)
      .execute();
    expect((await reject(photos[0]!)).body.code).toBe('person_not_found');
    expect(await app.ctx.db.selectFrom('rejection').select('face_id').execute()).toEqual([]);
  });
});
