import { describe, expect, test } from 'vitest';
import { listErasures, replayErasures } from '#server/features/administration/erasure/replay-erasures.ts';
import { newId } from '#server/ids.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { addReference, embeddingAt, makeGuardian, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

type Receipt = { id: string; counts: Record<string, number> };
const app = startTestAppBeforeAll();
let admin: Actor;
let owner: Actor;
let mother: Actor;
let club: string;
let gallery: string;
let mia: string;
let persons: string[];
let photos: string[];

world(async () => {
  club = await createClub(app);
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  owner = await createActor(app);
  mother = await createActor(app);
  for (const member of [owner, mother]) await addMember(app, club, member.id);
  const event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, createdBy: owner.id });
  const made = [
    await createPhotoOf(app, gallery, ['mia', 'tom']),
    await createPhotoOf(app, gallery, ['mia', 'twin']),
    await createPhotoOf(app, gallery, ['tom']),
  ];
  photos = made.map(({ photo }) => photo);
  const faceOf = (name: string) => made.flatMap(({ faces }) => faces[name] ?? []);
  await groupByHand(app, gallery, ['mia', 'twin', 'tom'].map(faceOf));
  const rows = await app.ctx.db
    .selectFrom('person')
    .select('id')
    .where('gallery_id', '=', gallery)
    .orderBy('number')
    .execute();
  persons = rows.map(({ id }) => id);
  mia = await insertPerson('Mia', 'Quastenberg');
  await makeGuardian(app, mia, mother.id);
  await sayFind(app, mia, 'yes', { by: mother.id, as: 'guardian' });
  return app;
});

async function insertPerson(first_name: string, last_name: string, club_id = club) {
  const id = newId();
  await app.ctx.db.insertInto('club_person').values({ id, club_id, first_name, last_name }).execute();
  return id;
}
const face = (person: number, act: string, body: object) =>
  owner.call<{ decision_id: string }>('POST', `/facerecognition/faces/${persons[person]}/${act}`, body);
const rename = (person: number, name: string) =>
  owner.call('PUT', `/facerecognition/faces/${persons[person]}`, { name });
const erase = (id = mia, query = '') => admin.call<Receipt>('DELETE', `/clubs/${club}/people/${id}${query}`);
const namesOf = async () =>
  Object.fromEntries(
    (
      await app.ctx.db.selectFrom('person').select(['id', 'name']).where('gallery_id', '=', gallery).execute()
    ).map((row) => [persons.indexOf(row.id), row.name]),
  );
const rowsWith = async (text: string | RegExp) =>
  [...(await readRows(app))].filter(([, row]) => row.search(text) >= 0).map(([key]) => key.split(' ')[0]);
const kinds = async (who: Actor) =>
  (
    await who.call<{ notifications: { kind: string }[] }>('GET', '/notifications')
  ).body.data.notifications.map(({ kind }) => kind);

/** The name in every place that holds one, and everything that hangs on the person. */
async function writeNameEverywhere() {
  await rename(0, 'Mia Q.');
  await rename(1, 'Mia the twin');
  await rename(2, 'mia quastenberg');
  await rename(2, 'Tom');
  await face(0, 'merge', { person_ids: [persons[1]] });
  await face(0, 'link', { club_person_id: mia });
  await face(0, 'hide', { hidden: true });
  await face(0, 'hide', { hidden: false });
  await addReference(app, mia, embeddingAt(0));
  const { db } = app.ctx;
  await db
    .insertInto('link_question')
    .values({
      person_id: persons[0]!,
      club_person_id: mia,
      answer: 'yes',
      answered_by: mother.id,
      answered_at: new Date(),
    })
    .execute();
  const grandmother = await createActor(app);
  await addMember(app, club, grandmother.id);
  await grandmother.call('POST', `/clubs/${club}/guardian-claims`, {
    name: 'Mia Quastenberg',
    relation: 'child',
  });
  await admin.call('POST', `/clubs/${club}/invitations`, {
    role: 'member',
    first_name: 'Mia',
    last_name: 'Quastenberg',
  });
  await db
    .insertInto('notification')
    .values({
      id: newId(),
      user_id: owner.id,
      kind: 'takedown_declined',
      params: JSON.stringify({ answer: 'Mia Quastenberg is hardly seen' }),
    })
    .execute();
  await db
    .insertInto('mail_outbox')
    .values({
      id: newId(),
      dedupe_key: newId(),
      kind: 'notification',
      user_id: owner.id,
      params: JSON.stringify({ text: 'About MIA QUASTENBERG' }),
    })
    .execute();
  await db
    .insertInto('audit_entry')
    .values({
      id: newId(),
      actor_name: 'admin',
      action: 'gallery.update',
      target_kind: 'gallery',
      target_id: gallery,
      target_name: 'Mia Quastenberg at the cup',
      params: JSON.stringify({ before: 'Mia Quastenberg' }),
    })
    .execute();
  await owner.call('POST', `/galleries/${gallery}/links`, { name: 'Mia Quastenberg for grandma' });
  await owner.call('POST', `/photos/${photos[2]}/takedown`, { reason: 'Mia Quastenberg asked for it' });
}

describe('erasing a person of the club', () => {
  test('leaves no name, no face and no link in any table, and a receipt of what went', async () => {
    await writeNameEverywhere();
    expect(await rowsWith(/quastenberg/i)).not.toEqual([]);
    const { status, body } = await erase();
    expect(status).toBe(200);
    expect(body.data.counts).toEqual({
      references: 1,
      answers: 1,
      links: 1,
      guardianships: 1,
      consents: 1,
      claims: 1,
      invitations: 1,
      notifications: 1,
      mails: 1,
      names: 1,
      decisions: 8,
      photos_hidden: 0,
    });
    expect(await rowsWith(/quastenberg|Mia Q\.|Mia the twin/i)).toEqual([]);
    expect(await rowsWith(mia)).toEqual(expect.not.arrayContaining(['people_decision', 'consent']));
    expect(new Set(await rowsWith(mia))).toEqual(new Set(['audit_entry', 'erasure']));
    expect(await namesOf()).toEqual({ 0: '', 2: 'Tom' });
    expect(await kinds(mother)).toContain('person_erased');
    expect((await erase()).status).toBe(404);
  });

  test('is not undone by undoing decisions, nor by grouping with another recogniser', async () => {
    await rename(0, 'Mia Q.');
    const renamed = await rename(0, 'Mia Quastenberg');
    const linked = await face(0, 'link', { club_person_id: mia });
    const hidden = await face(0, 'hide', { hidden: true });
    await erase();
    for (const { body } of [hidden, linked, renamed])
      expect(
        (
          await owner.call(
            'POST',
            `/facerecognition/decisions/${(body.data as { decision_id: string }).decision_id}/undo`,
          )
        ).status,
      ).toBe(200);
    for (let run = 0; run < 10; run += 1) {
      await app.ctx.db
        .updateTable('face')
        .set({ recogniser: `another ${run}` })
        .execute();
      await clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
    }
    expect(await rowsWith(/quastenberg|Mia Q\./i)).toEqual([]);
    expect(await rowsWith(mia)).toEqual(expect.not.arrayContaining(['club_person_link', 'reference']));
  });

  test('leaves the names of others: kept apart, in the same photo, and of the same name', async () => {
    const other = await insertPerson('mia', 'QUASTENBERG');
    await rename(0, 'Mia Quastenberg');
    await rename(1, 'Tina');
    await rename(2, 'Mia Quastenberg');
    await owner.call('POST', `/facerecognition/faces/${persons[0]}/keep-apart`, { second_id: persons[1] });
    await face(0, 'link', { club_person_id: mia });
    await erase();
    expect(await namesOf()).toEqual({ 0: '', 1: 'Tina', 2: 'Mia Quastenberg' });
    const apart = await app.ctx.db
      .selectFrom('people_decision')
      .select('before')
      .where('kind', '=', 'kept_apart')
      .where('gallery_id', '=', gallery)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(apart.before)).toContain('Tina');
    expect((await erase(other)).status).toBe(200);
    expect(await namesOf()).toEqual({ 0: '', 1: 'Tina', 2: '' });
  });

  test('deletes every notification that names the child to guardians and administrators, whoever else has the name', async () => {
    const father = await createActor(app);
    await addMember(app, club, father.id);
    const other = await createClub(app, 'TV Other');
    const twin = await insertPerson('Mia', 'Quastenberg', other);
    const claims = `/clubs/${club}/guardian-claims`;
    const claim = async (how: string, body?: object) => {
      await father.call('POST', claims, { name: 'mia quastenberg', relation: 'child' });
      const { body: listed } = await admin.call<{ claims: { id: string }[] }>('GET', claims);
      expect((await admin.call('POST', `${claims}/${listed.data.claims[0]!.id}/${how}`, body)).status).toBe(
        200,
      );
    };
    const guardians = `/clubs/${club}/people/${mia}/guardians`;
    await claim('reject');
    await claim('approve', { club_person_id: mia });
    const { body } = await admin.call<{ guardians: { id: string; user_id: string }[] }>('GET', guardians);
    const { id } = body.data.guardians.find((one) => one.user_id === father.id)!;
    await admin.call('DELETE', `${guardians}/${id}`);
    await admin.call('POST', guardians, { user_id: owner.id });
    const { body: family } = await owner.call<{ asked: { id: string }[] }>('GET', '/family');
    await owner.call('DELETE', `/family/guardianships/${family.data.asked[0]!.id}`);
    // The name of the other club's child stays with those whom it concerns.
    const notice = {
      kind: 'guardianship_decided',
      params: { club_id: other, club_person_id: twin, child: 'Mia Quastenberg' },
    };
    await app.ctx.db
      .insertInto('notification')
      .values({ id: newId(), user_id: owner.id, kind: notice.kind, params: JSON.stringify(notice.params) })
      .execute();
    const named = async (who: Actor) =>
      (await who.call<{ notifications: object[] }>('GET', '/notifications')).body.data.notifications.filter(
        (one) => /quastenberg/i.test(JSON.stringify(one)),
      ).length;
    expect([await named(father), await named(admin), await named(owner)]).toEqual([3, 1, 1]);
    expect((await erase()).body.data.counts.notifications).toBe(4);
    expect([await named(father), await named(admin), await named(owner)]).toEqual([0, 0, 1]);
    expect((await rowsWith(/quastenberg/i)).sort()).toEqual(['club_person', 'notification']);
    const head = await createActor(app, ['admin']);
    expect((await head.call('DELETE', `/clubs/${other}`)).status).toBe(200);
    expect(await rowsWith(/quastenberg/i)).toEqual([]);
  });

  test('hides the photos of the person on request, until somebody who may edit the gallery decides', async () => {
    await face(0, 'link', { club_person_id: mia });
    const { counts } = (await erase(mia, '?hide_photos=true')).body.data;
    expect(counts.photos_hidden).toBe(2);
    const seen = (who: Actor) =>
      Promise.all(photos.map(async (id) => (await who.call('GET', `/photos/${id}`)).status));
    expect(await seen(mother)).toEqual([404, 404, 200]);
    expect(await seen(owner)).toEqual([200, 200, 200]);
    expect((await kinds(owner)).filter((kind) => kind === 'takedown_asked')).toHaveLength(1);
    const requests = await app.ctx.db
      .selectFrom('takedown')
      .selectAll()
      .where('gallery_id', '=', gallery)
      .execute();
    expect(requests.map(({ asked_by, decided, cause }) => [asked_by, decided, cause])).toEqual([
      [null, null, 'person'],
      [null, null, 'person'],
    ]);
    expect(new Set(requests.map(({ asked_at }) => asked_at.getTime())).size).toBe(1);
  });

  test.each([
    ['the family asked for', true, 'family'],
    ['the family did not ask for', false, 'person'],
  ] as const)('says of hiding that %s it, and is decided without a word', async (_, hide_photos, cause) => {
    await face(0, 'link', { club_person_id: mia });
    await mother.call('POST', `/family/people/${mia}/erasure-request`, { hide_photos });
    await erase(mia, '?hide_photos=true');
    const at = `/galleries/${gallery}/takedowns`;
    const { takedowns } = (await owner.call<{ takedowns: { id: string; cause: string }[] }>('GET', at)).body
      .data;
    expect(takedowns.map((one) => one.cause)).toEqual([cause, cause]);
    const path = `${at}/${takedowns[0]!.id}/decide`;
    expect((await owner.call('POST', path, { decision: 'declined' })).status).toBe(200);
    expect((await mother.call('GET', `/photos/${photos[0]}`)).status).toBe(200);
  });
});

test('a restored backup is erased again, with the photos hidden, and what families did since stays', async () => {
  await face(0, 'link', { club_person_id: mia });
  await addReference(app, mia, embeddingAt(0));
  const eva = await insertPerson('Eva', 'Berg');
  await addReference(app, eva, embeddingAt(1));
  await app.ctx.db.transaction().execute(async (trx) => {
    const { eraseFaceSearch } = await import('#server/features/people/club-people/erase-face-search.ts');
    await eraseFaceSearch(trx, eva);
  });
  const backup = async () => {
    const { db } = app.ctx;
    const values = { club_id: club, first_name: 'Mia', last_name: 'Quastenberg' };
    await db
      .insertInto('club_person')
      .values({ id: mia, ...values })
      .execute();
    await db
      .insertInto('club_person_link')
      .values({ person_id: persons[0]!, club_id: club, club_person_id: mia })
      .execute();
    await addReference(app, mia, embeddingAt(0));
    await db.updateTable('person').set({ name: 'Mia Quastenberg' }).where('id', '=', persons[0]!).execute();
    await db.deleteFrom('takedown').execute();
    await db.deleteFrom('erasure').execute();
    await addReference(app, eva, embeddingAt(1));
    await db
      .updateTable('reference')
      .set({ created_at: new Date(0) })
      .where('club_person_id', '=', eva)
      .execute();
  };
  await erase(mia, '?hide_photos=true');
  const erasures = await app.ctx.db.transaction().execute(listErasures);
  expect(JSON.stringify(erasures)).not.toMatch(/mia|quastenberg/i);
  await backup();
  await addReference(app, eva, embeddingAt(1));
  await app.ctx.db.transaction().execute((trx) => replayErasures(trx, erasures));
  expect(await rowsWith(/quastenberg/i)).toEqual([]);
  expect(await rowsWith(mia)).toEqual(expect.not.arrayContaining(['reference', 'club_person']));
  expect(await app.ctx.db.selectFrom('takedown').select('photo_id').execute()).toHaveLength(2);
  expect(
    await app.ctx.db.selectFrom('reference').select('id').where('club_person_id', '=', eva).execute(),
  ).toHaveLength(1);
  const after = await readRows(app);
  await app.ctx.db.transaction().execute((trx) => replayErasures(trx, erasures));
  expect(await readRows(app)).toEqual(after);
});
