/**
 * "I don't know: ask the club": photos of people nobody knows who shares the gallery stay inside until somebody answers.
 * @module-tag long
 */
import { describe, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import type { ShareLink, SharingCheck } from '#server/contract/schemas/share-links.ts';
import { settleAllNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { applyPlan } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { analysisStamp, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { settleCheck } from '#server/features/sharing/share-links/notify-photos-waiting.ts';
import { newId } from '#server/ids.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, makeGuardian, sayConsent, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';
import { unzip } from '#tests/support/zip.ts';

const app = startTestAppBeforeAll();
let club: string;
/** From outside: reads no list of the club. */
let creator: Actor;
let admin: Actor;
let member: Actor;
let gallery: string;
/** Zoe is in the first two, Kim in the second and third, Ada, who agreed, in the last. */
let photos: string[];
let persons: Record<'zoe' | 'kim' | 'ada', string>;
let faces: Record<string, string[]>;
let mia: string;
let link: ShareLink;

world(async () => {
  club = await createClub(app);
  creator = await createActor(app, [], 'marie');
  admin = await createActor(app, [{ role: 'club_admin', club }], 'admin');
  member = await createActor(app);
  await addMember(app, club, member.id);
  gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: creator.id });
  const made: Awaited<ReturnType<typeof createPhotoOf>>[] = [];
  for (const people of [['zoe'], ['zoe', 'kim'], ['kim'], ['ada']])
    made.push(await createPhotoOf(app, gallery, people));
  photos = made.map(({ photo }) => photo);
  const of = (name: string) => made.flatMap((each) => each.faces[name] ?? []);
  faces = { zoe: of('zoe'), kim: of('kim'), ada: of('ada') };
  await groupByHand(app, gallery, Object.values(faces));
  const person = (name: string) => personOf(app, faces[name]![0]!);
  persons = { zoe: await person('zoe'), kim: await person('kim'), ada: await person('ada') };
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await sayConsent(app, mia, 'outside', 'no');
  const ada = await createClubPerson(app, club, { name: 'Ada' });
  await sayConsent(app, ada, 'outside', 'yes');
  await linkTo(persons.ada, ada);
  link = (await creator.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body.data;
  return app;
});

const linkTo = (person_id: string, club_person_id: string) =>
  app.ctx.db.insertInto('club_person_link').values({ person_id, club_id: club, club_person_id }).execute();
const ask = (people: string[], asked = true, by = creator) =>
  by.call('POST', `/galleries/${gallery}/asked-people`, { person_ids: people, asked });
const numbers = (list: { id: string }[]) => list.map(({ id }) => photos.indexOf(id)).sort();
const served = async () =>
  numbers(
    (await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${link.token}/photos`))
      .body.data.photos,
  );
const seenBy = async (by: Actor) =>
  numbers(
    (await by.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${gallery}`)).body.data.photos,
  );
const check = async (by = creator, of?: string) =>
  (await by.call<SharingCheck>('GET', `/galleries/${gallery}/sharing-check${of ? `?link_id=${of}` : ''}`))
    .body.data;
const asked = ({ asked: rows }: SharingCheck) =>
  rows.map(({ person, photo_count, asks_viewer }) => [person.id, photo_count, asks_viewer]);
const say = (by: Actor, person: string, club_person_id = mia) =>
  by.call<{ decision_id: string }>('POST', `/facerecognition/faces/${person}/link`, { club_person_id });
const nobody = (by: Actor, ...person_ids: string[]) =>
  by.call<{ decision_id: string }>('POST', `/facerecognition/galleries/${gallery}/checked-people`, {
    person_ids,
    checked_as: 'nobody_known',
  });
const undo = (by: Actor, { body }: { body: { data: { decision_id: string } } }) =>
  by.call('POST', `/facerecognition/decisions/${body.data.decision_id}/undo`);
const told = async (by: Actor, of: Notification['kind'] = 'people_asked') =>
  (await by.call<{ notifications: Notification[] }>('GET', '/notifications')).body.data.notifications.filter(
    ({ kind }) => kind === of,
  );
/** Two days. */
const age = () =>
  app.ctx.db
    .updateTable('notification')
    .set({ created_at: new Date(Date.now() - 2 * dayMs) })
    .execute();
const settle = () => app.ctx.db.transaction().execute((trx) => settleCheck(app.ctx, trx, gallery));

describe('photos with somebody about whom the club is asked', () => {
  test('are shown by no link and to nobody outside, and inside as before', async () => {
    const outsider = await createActor(app);
    await app.ctx.db.updateTable('gallery').set({ visibility: 'public' }).where('id', '=', gallery).execute();
    expect([await served(), await seenBy(outsider)]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
    await ask([persons.zoe]);
    expect([await served(), await seenBy(outsider)]).toEqual([
      [2, 3],
      [2, 3],
    ]);
    for (const by of [creator, admin, member]) expect(await seenBy(by)).toEqual([0, 1, 2, 3]);
    expect((await outsider.call('GET', `/photos/${photos[0]}`)).status).toBe(404);
  });

  test('are left out of the link of a family', async () => {
    const mother = await createActor(app, [], 'mother');
    await addMember(app, club, mother.id);
    const ben = await createClubPerson(app, club, { name: 'Ben' });
    await makeGuardian(app, ben, mother.id);
    await sayFind(app, ben, 'yes');
    await app.ctx.db.updateTable('club').set({ allows_family_links: true }).where('id', '=', club).execute();
    await linkTo(persons.kim, ben);
    const made = await mother.call<{ links: { url: string }[] }>('POST', `/my-photos/${ben}/links`, {});
    const token = made.body.data.links[0]!.url.split('/').at(-1);
    const shown = async () =>
      numbers(
        (await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${token}/photos`)).body
          .data.photos,
      );
    expect(await shown()).toEqual([1, 2]);
    await ask([persons.zoe]);
    expect(await shown()).toEqual([2]);
  });

  test('are also those that come later, and those whose face is in no group any more', async () => {
    await ask([persons.zoe]);
    const later = await createPhotoOf(app, gallery, ['zoe']);
    photos.push(later.photo);
    await app.ctx.db
      .insertInto('assignment')
      .values({ face_id: later.faces.zoe!, person_id: persons.zoe, source: 'auto' })
      .execute();
    expect(await served()).toEqual([2, 3]);
    await app.ctx.db.deleteFrom('assignment').where('person_id', '=', persons.zoe).execute();
    // The later face was never asked about.
    expect(await served()).toEqual([2, 3, 4]);
    const { kept_inside } = await check();
    expect(numbers(kept_inside.photos)).toEqual([0, 1]);
    await creator.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [photos[0]], kept: false });
    expect(await served()).toEqual([0, 2, 3, 4]);
  });

  test('stay inside when a new analysis does not find the face, and after they were deleted and restored', async () => {
    await ask([persons.zoe]);
    const pipelineVersion = analysisStamp(await getFaceSettings(app.ctx.db, app.ctx.engine), app.ctx.engine);
    await app.ctx.db.transaction().execute((trx) =>
      saveFaces(trx, { id: photos[0]!, gallery_id: gallery }, [], {
        recogniser: testRecogniser,
        pipelineVersion,
      }),
    );
    expect(await served()).toEqual([2, 3]);
    const boss = await createActor(app, ['admin']);
    await boss.call('DELETE', `/photos/${photos[0]}`);
    await boss.call('DELETE', `/photos/${photos[1]}`);
    expect(await app.ctx.db.selectFrom('asked_face').selectAll().execute()).toEqual([]);
    const restored = await boss.call('POST', `/galleries/${gallery}/deleted-photos/restore`, {
      photo_ids: [photos[0], photos[1]],
    });
    expect(restored.status).toBe(200);
    expect(await served()).toEqual([2, 3]);
    // Not who asked: the account may be gone by then.
    expect(await app.ctx.db.selectFrom('asked_face').select('asked_by').execute()).toEqual([
      { asked_by: null },
      { asked_by: null },
    ]);
  });
});

describe('it ends', () => {
  world(async () => {
    await ask([persons.zoe, persons.kim]);
    expect(await served()).toEqual([3]);
    return app;
  });

  test('when somebody says who it is: then the answer of the family counts; and goes on when that is undone', async () => {
    const said = await say(admin, persons.zoe);
    await nobody(admin, persons.kim);
    expect(await served()).toEqual([2, 3]);
    await sayConsent(app, mia, 'outside', 'yes');
    expect(await served()).toEqual([0, 1, 2, 3]);
    expect((await undo(admin, said)).status).toBe(200);
    expect(await served()).toEqual([2, 3]);
  });

  test('when the family says that it is them', async () => {
    const ada = await createClubPerson(app, club, { name: 'Lea' });
    await app.ctx.db
      .insertInto('link_question')
      .values({ person_id: persons.zoe, club_person_id: ada, answer: 'yes', answered_at: new Date() })
      .execute();
    expect(await served()).toEqual([0, 3]);
    // Against an editor's no only a refusal counts, and that shows nothing.
    await app.ctx.db
      .insertInto('declined_link')
      .values({ person_id: persons.zoe, club_person_id: ada, declined_by: admin.id, declined_at: new Date() })
      .execute();
    expect(await served()).toEqual([3]);
  });

  const merge = (into: string, other: string) =>
    creator.call<{ decision_id: string }>('POST', `/facerecognition/faces/${into}/merge`, {
      person_ids: [other],
    });
  const move = (face_ids: string[], person_id: string | null) =>
    creator.call<{ decision_id: string }>('POST', `/facerecognition/galleries/${gallery}/move-faces`, {
      face_ids,
      person_id,
    });
  const people = () =>
    app.ctx.db
      .selectFrom('person')
      .select(['id', 'checked_as'])
      .where('gallery_id', '=', gallery)
      .orderBy('id')
      .execute();

  /** What is served while Zoe and Kim are one, whoever of them stays, and once that is undone. */
  const expectMerged = async (asOne: number[], undone: number[]) => {
    for (const [into, other] of [
      ['zoe', 'kim'],
      ['kim', 'zoe'],
    ] as const) {
      const merged = await merge(persons[into], persons[other]);
      expect(await served()).toEqual(asOne);
      await undo(creator, merged);
      expect(await served()).toEqual(undone);
    }
  };

  test('when it is nobody of the club, for people put together where it was said of each', async () => {
    const said = await nobody(admin, persons.zoe);
    expect(await served()).toEqual([0, 3]);
    await expectMerged([3], [0, 3]);
    const both = await nobody(admin, persons.kim);
    const merged = await merge(persons.zoe, persons.kim);
    expect(await served()).toEqual([0, 1, 2, 3]);
    for (const decision of [merged, both]) await undo(creator, decision);
    expect(await served()).toEqual([0, 3]);
    await undo(admin, said);
    expect(await served()).toEqual([3]);
  });

  test('not when a face of theirs comes to somebody who is nobody of the club, and then neither of them is shown', async () => {
    await nobody(admin, persons.zoe);
    expect(await served()).toEqual([0, 3]);
    const before = await people();
    const moved = await move([faces.kim![1]!], persons.zoe);
    expect(await served()).toEqual([3]);
    await undo(creator, moved);
    expect([await people(), await served()]).toEqual([before, [0, 3]]);
    // Nobody's face, about which the club is asked, neither.
    await creator.call('POST', `/facerecognition/faces/${persons.kim}/reject`, { face_ids: [faces.kim![1]] });
    const placed = await move([faces.kim![1]!], persons.zoe);
    expect(await served()).toEqual([3]);
    await undo(creator, placed);
    expect(await served()).toEqual([0, 3]);
  });

  test('not when the machine takes them for somebody who is nobody of the club', async () => {
    await nobody(admin, persons.zoe);
    const { decisionState } = await loadGalleryFaces(app.ctx.db, gallery, testRecogniser);
    const assignments = faces.kim!.map((faceId) => ({ faceId, person: persons.zoe }));
    await app.ctx.db
      .transaction()
      .execute((trx) =>
        applyPlan(trx, gallery, { newPersons: [], assignments, suggestions: [] }, decisionState),
      );
    expect((await people()).map(({ id }) => id)).not.toContain(persons.kim);
    expect(await served()).toEqual([3]);
    await nobody(admin, persons.zoe);
    expect(await served()).toEqual([0, 1, 2, 3]);
  });

  test('by a link, which outranks that somebody else was nobody of the club', async () => {
    await nobody(admin, persons.kim);
    await say(admin, persons.zoe);
    // Mia's family said no.
    await expectMerged([3], [2, 3]);
  });

  test('for whoever asked, told with the numbers of now where people are put together after an answer', async () => {
    await nobody(admin, persons.zoe);
    expect((await told(creator, 'people_answered')).map(({ settled_at }) => settled_at)).toEqual([null]);
    await merge(persons.zoe, persons.kim);
    const [notice] = await told(creator, 'people_answered');
    expect(notice?.settled_at).not.toBeNull();
  });

  test('when a face is moved to somebody who is known, and not by moving it to a new person', async () => {
    await move([faces.zoe![0]!], null);
    expect(await served()).toEqual([3]);
    await move([faces.zoe![0]!], persons.ada);
    expect(await served()).toEqual([0, 3]);
  });

  test('when whoever shares takes it back', async () => {
    await ask([persons.zoe], false);
    expect(await served()).toEqual([0, 3]);
    await ask([persons.kim], false);
    expect(await served()).toEqual([0, 1, 2, 3]);
    expect(await app.ctx.db.selectFrom('asked_face').selectAll().execute()).toEqual([]);
  });
});

describe('the check', () => {
  test('offers to ask only where somebody else may answer', async () => {
    expect((await check()).can_ask_club).toBe(true);
    await app.ctx.db.deleteFrom('role_assignment').execute();
    expect((await check()).can_ask_club).toBe(false);
    const only = await createActor(app, ['admin']);
    expect((await check(only)).can_ask_club).toBe(false);
    expect((await check()).can_ask_club).toBe(true);
  });

  test('has done with them for whoever asked, and puts them before those who may answer', async () => {
    expect(await check()).toMatchObject({ to_check: 3, reads_list: false, asked: [] });
    await ask([persons.zoe]);
    const mine = await check();
    expect([asked(mine), mine.to_check]).toEqual([[[persons.zoe, 2, false]], 2]);
    // Of the club's people Marie reads nothing.
    expect(mine.unlinked.map(({ person }) => person.id)).toEqual([persons.kim, persons.ada]);
    const links = await creator.call<{ links: ShareLink[] }>('GET', `/galleries/${gallery}/links`);
    expect(links.body.data.links).toMatchObject([{ to_check: 2, photo_count: 2, kept_inside: 2 }]);
    const boss = await createActor(app, ['admin']);
    const theirs = await check(boss);
    expect([asked(theirs), theirs.to_check, theirs.reads_list]).toEqual([[[persons.zoe, 2, true]], 2, true]);
    expect(theirs.asked[0]!.asked_by).toMatch(/marie/i);
    const known = await boss.call<{ links: ShareLink[] }>('GET', `/galleries/${gallery}/links`);
    expect(known.body.data.links[0]!.to_check).toBe(2);
    await nobody(boss, persons.zoe);
    expect(asked(await check())).toEqual([]);
    expect((await check()).to_check).toBe(2);
  });

  test('lists them for links that count as checked, and after all consents are gone', async () => {
    await ask([persons.zoe]);
    await app.ctx.db.updateTable('share_link').set({ counts_as_checked: true }).execute();
    expect(asked(await check(creator, link.id))).toEqual([[persons.zoe, 2, false]]);
    const boss = await createActor(app, ['admin']);
    expect(await check(boss, link.id)).toMatchObject({ to_check: 1, unlinked: [] });
    await app.ctx.db.deleteFrom('consent').execute();
    await app.ctx.db.updateTable('person').set({ is_hidden: true }).execute();
    expect(asked(await check(boss))).toEqual([[persons.zoe, 2, true]]);
  });

  test('is about nobody else for those who only answer', async () => {
    await ask([persons.zoe]);
    const theirs = await check(admin, link.id);
    expect(theirs).toMatchObject({ to_check: 1, unlinked: [], unanswered: [], refused: [] });
    expect([asked(theirs), theirs.asked[0]!.asked_by]).toEqual([
      [[persons.zoe, 2, true]],
      expect.stringMatching(/marie/i),
    ]);
    await app.ctx.db.deleteFrom('app_user').where('id', '=', creator.id).execute();
    expect((await check(admin)).asked[0]!.asked_by).toBeNull();
  });

  test('says nothing of a club whose names the viewer does not read', async () => {
    const other = await createClub(app, 'TV Guests');
    const gil = await createClubPerson(app, other, { name: 'Gil' });
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: persons.zoe, club_id: other, club_person_id: gil })
      .execute();
    await ask([persons.zoe]);
    // Somebody has said who it is: nothing waits, and whoever asked reads what they would read of anybody.
    expect(await served()).toEqual([0, 1, 2, 3]);
    expect(asked(await check())).toEqual([[persons.zoe, 2, false]]);
    expect(await told(admin)).toEqual([]);
  });
});

describe('who may', () => {
  test('only those who share may ask, and administrators of the club answer about nobody else', async () => {
    const stranger = await createActor(app);
    for (const by of [admin, member, stranger]) expect((await ask([persons.zoe], true, by)).status).toBe(403);
    expect((await say(admin, persons.zoe)).status).toBe(403);
    expect((await nobody(admin, persons.zoe)).status).toBe(403);
    await ask([persons.zoe]);
    for (const by of [member, stranger]) {
      expect((await by.call('GET', `/galleries/${gallery}/sharing-check`)).status).toBe(403);
      expect((await nobody(by, persons.zoe)).status).toBe(403);
    }
    expect((await nobody(admin, persons.zoe, persons.kim)).status).toBe(403);
    const found = await admin.call<{ people: object[] }>(
      'GET',
      `/facerecognition/galleries/${gallery}/club-people?search=Mia`,
    );
    expect(found.body.data.people).toHaveLength(1);
    const foreign = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
    expect((await nobody(foreign, persons.zoe)).status).toBe(403);
    const said = await nobody(admin, persons.zoe);
    expect(said.status).toBe(200);
    // What somebody else has said stays.
    const named = await nobody(creator, persons.kim);
    expect((await undo(admin, named)).status).toBe(403);
    expect((await undo(admin, said)).status).toBe(200);
    await app.ctx.db
      .updateTable('gallery')
      .set({ visibility: 'private' })
      .where('id', '=', gallery)
      .execute();
    expect((await nobody(admin, persons.zoe)).status).toBe(403);
  });

  test('the gallery says so', async () => {
    const may = async (by: Actor) =>
      (await by.call<Gallery>('GET', `/galleries/${gallery}`)).body.data.permissions.can_answer_about_people;
    expect([await may(creator), await may(admin), await may(member)]).toEqual([true, true, false]);
  });

  test('somebody of another gallery is not asked about', async () => {
    const other = await createGallery(app, { event: await createEvent(app, [club]), createdBy: creator.id });
    const refused = await creator.call('POST', `/galleries/${other}/asked-people`, {
      person_ids: [persons.zoe],
      asked: true,
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'people_other_gallery']);
  });
});

describe('who is told', () => {
  test('administrators of the club, once until nothing waits any more', async () => {
    await ask([persons.zoe]);
    await ask([persons.kim]);
    expect(await told(admin)).toMatchObject([
      { href: `/gallery/${gallery}?check=1`, read_at: null, settled_at: null },
    ]);
    expect([await told(creator), await told(member)]).toEqual([[], []]);
    await nobody(admin, persons.zoe);
    await settle();
    expect(await told(admin)).toMatchObject([{ settled_at: null }]);
    await ask([persons.kim], false);
    expect(await told(admin)).toMatchObject([{ settled_at: expect.any(String) }]);
    await ask([persons.kim]);
    expect(await told(admin)).toMatchObject([{ settled_at: null, read_at: null }]);
    await ask([persons.kim], false);
    await age();
    await ask([persons.kim]);
    expect(await told(admin)).toHaveLength(2);
  });

  test('of a further question by the same one, on top and unread; not of one that was asked before', async () => {
    await ask([persons.zoe]);
    await admin.call('POST', '/notifications/read-all');
    await age();
    await ask([persons.zoe]);
    expect(await told(admin)).toMatchObject([{ read_at: expect.any(String) }]);
    await ask([persons.kim]);
    const open = await told(admin);
    expect(open).toMatchObject([{ read_at: null, settled_at: null }]);
    expect(Date.now() - new Date(open[0]!.created_at).getTime()).toBeLessThan(dayMs);
  });

  test('by a mail of its own again when the last is a day old, whatever was asked and settled between', async () => {
    const mail = { kind: 'notification', dedupe_key: 'told', user_id: admin.id };
    const mailed = async (daysAgo: number) => {
      const id = newId();
      const created_at = new Date(Date.now() - daysAgo * dayMs);
      await app.ctx.db.deleteFrom('mail_outbox').execute();
      await app.ctx.db
        .insertInto('mail_outbox')
        .values({ ...mail, id, created_at })
        .execute();
      await app.ctx.db.updateTable('notification').set({ mail_id: id }).execute();
    };
    await ask([persons.zoe]);
    for (const [daysAgo, count] of [
      [0.5, 1],
      [1.5, 2],
    ] as const) {
      await mailed(daysAgo);
      await ask([persons.zoe], false);
      await ask([persons.zoe]);
      expect(await told(admin)).toHaveLength(count);
    }
  });

  test('in the next digest, too, where an earlier one has told of the question before', async () => {
    await ask([persons.zoe]);
    const id = newId();
    await app.ctx.db
      .insertInto('mail_outbox')
      .values({ id, kind: 'digest', dedupe_key: 'evening', user_id: admin.id, state: 'waiting' })
      .execute();
    await app.ctx.db.updateTable('notification').set({ mail_id: id }).execute();
    const mailOf = async (person: string) => {
      await ask([person]);
      return (
        await app.ctx.db
          .selectFrom('notification')
          .select('mail_id')
          .where('kind', '=', 'people_asked')
          .execute()
      ).map(({ mail_id }) => mail_id);
    };
    expect(await mailOf(persons.kim)).toEqual([id]);
    await app.ctx.db.updateTable('mail_outbox').set({ state: 'sent' }).execute();
    expect(await mailOf(persons.ada)).toEqual([null]);
  });

  test('the global ones where nobody of the club may read the gallery', async () => {
    const boss = await createActor(app, ['admin']);
    await app.ctx.db
      .updateTable('gallery')
      .set({ visibility: 'private' })
      .where('id', '=', gallery)
      .execute();
    await ask([persons.zoe]);
    expect([(await told(boss)).length, await told(admin)]).toEqual([1, []]);
  });
});

describe('whoever asked is told that the club has answered', () => {
  const answers = async (by = creator) =>
    (await told(by, 'people_answered')).map(({ params, read_at, settled_at }) => [
      params.answered,
      params.count,
      read_at === null,
      settled_at !== null,
    ]);
  world(async () => {
    await ask([persons.zoe, persons.kim, persons.ada]);
    return app;
  });

  test('once until it is read, with the numbers and the time of the last answer, and no name', async () => {
    await nobody(admin, persons.zoe);
    expect(await told(creator, 'people_answered')).toMatchObject([
      {
        href: `/gallery/${gallery}?check=1`,
        params: { gallery: 'Match photos', answered: 1, count: 3 },
        read_at: null,
      },
    ]);
    expect(JSON.stringify(await told(creator, 'people_answered'))).not.toMatch(/Mia|admin/);
    await age();
    await say(admin, persons.kim);
    expect(await answers()).toEqual([[2, 3, true, false]]);
    const [renewed] = await told(creator, 'people_answered');
    expect(Date.now() - new Date(renewed!.created_at).getTime()).toBeLessThan(dayMs);
  });

  test('and about what comes after it was read anew', async () => {
    await nobody(admin, persons.zoe);
    await creator.call('POST', '/notifications/read-all');
    await nobody(admin, persons.kim);
    expect(await answers()).toEqual([
      [2, 3, true, false],
      [1, 3, false, false],
    ]);
  });

  test('not about what they answered or took back themselves', async () => {
    await nobody(creator, persons.zoe);
    await ask([persons.kim], false);
    expect(await answers()).toEqual([]);
    const third = await createPhotoOf(app, gallery, ['lea']);
    await groupByHand(app, gallery, [[third.faces.lea!]]);
    const lea = await personOf(app, third.faces.lea!);
    await ask([lea]);
    await nobody(admin, lea);
    // Zoe, Lea, and Ada, whom somebody had named before.
    expect(await answers()).toEqual([[1, 3, true, false]]);
  });

  test('also by people put together, and not while other decisions leave the question open', async () => {
    const boss = await createActor(app, ['admin']);
    await boss.call('PUT', `/facerecognition/faces/${persons.zoe}`, { name: 'Zoe' });
    expect(await answers()).toEqual([]);
    await boss.call('POST', `/facerecognition/faces/${persons.ada}/merge`, { person_ids: [persons.zoe] });
    expect(await answers()).toEqual([[1, 2, true, false]]);
  });

  test('no longer when the answer is undone, and again with the next', async () => {
    const first = await nobody(admin, persons.zoe);
    const second = await nobody(admin, persons.kim);
    await undo(admin, second);
    expect(await answers()).toEqual([[1, 3, true, false]]);
    await undo(admin, first);
    expect(await answers()).toEqual([[1, 3, false, true]]);
    await nobody(admin, persons.zoe);
    expect(await answers()).toEqual([[1, 3, true, false]]);
    await settleAllNotifications(app.ctx);
    expect(await answers()).toEqual([[1, 3, true, false]]);
  });

  test('not once they may no longer share the gallery, or their account is closed', async () => {
    const boss = await createActor(app, ['admin']);
    await app.ctx.db.updateTable('asked_face').set({ asked_by: boss.id }).execute();
    await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', boss.id).execute();
    await nobody(admin, persons.zoe);
    expect(await answers(boss)).toEqual([]);
    await app.ctx.db.updateTable('asked_face').set({ asked_by: creator.id }).execute();
    await app.ctx.db.updateTable('app_user').set({ is_active: false }).where('id', '=', creator.id).execute();
    await nobody(admin, persons.kim);
    await app.ctx.db.updateTable('app_user').set({ is_active: true }).where('id', '=', creator.id).execute();
    expect(await answers()).toEqual([]);
  });

  test('and the check says so of whom they read nothing, and takes nobody back', async () => {
    await say(admin, persons.zoe);
    await sayConsent(app, mia, 'outside', 'yes');
    const { asked: rows } = await check();
    expect(Object.fromEntries(rows.map(({ person, is_answered }) => [person.id, is_answered]))).toEqual({
      [persons.zoe]: true,
      [persons.kim]: false,
      // Known before, and answered by nobody.
      [persons.ada]: false,
    });
  });

  test('only those who did', async () => {
    const boss = await createActor(app, ['admin']);
    await nobody(admin, persons.zoe);
    for (const by of [admin, member, boss]) expect(await answers(by)).toEqual([]);
  });
});

test('an account is told what it asked, and takes with it that it did', async () => {
  await ask([persons.zoe]);
  const headers = { Authorization: `Bearer ${creator.token}` };
  const response = await fetch(`${app.url}/api/users/profile/export`, { headers });
  const file = unzip(Buffer.from(await response.arrayBuffer())).find(
    ({ name }) => name === 'questions_to_clubs.json',
  );
  expect(JSON.parse(file!.bytes.toString())).toMatchObject([{ gallery: 'Match photos', faces: 2 }]);
  await app.ctx.db.deleteFrom('app_user').where('id', '=', creator.id).execute();
  expect(await served()).toEqual([2, 3]);
});
