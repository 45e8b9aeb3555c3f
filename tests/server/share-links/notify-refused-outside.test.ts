/**
 * Who is told that somebody refused to be shown outside, where nobody has said that they are on the photos.
 * @module-tag long
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDateOf } from '#server/clock.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { Notification } from '#server/contract/schemas/notifications.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { settleAllNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { readOwnData } from '#server/features/accounts/users/own-data.repository.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import {
  type Actor,
  addMember,
  createActor,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { embeddingAt } from '#tests/support/club-people.ts';
import { createPersonOf } from '#tests/support/faces.ts';
import { answer, createFamily, familyOf } from '#tests/support/families.ts';
import { type MailApp, startMailApp } from '#tests/support/mail-app.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

let mail: MailApp;
let app: TestApp;
let club: string;
let admin: Actor;
let maker: Actor;
let mother: Actor;
let father: Actor;
let gallery: string;
let mia: string;
let link: ShareLink;

beforeAll(async () => {
  mail = await startMailApp();
  app = mail.app;
});
afterAll(() => mail.close());
world(async () => {
  const family = await createFamily(app, {}, { guardians: 2 });
  ({ club, editor: maker, gallery, mia, mother } = family);
  father = family.father!;
  admin = await createActor(app, [{ role: 'club_admin', club }]);
  await createPhoto(app, gallery);
  link = await createLink();
  return app;
});

const createLink = async (by = maker, of = gallery) =>
  (await by.call<ShareLink>('POST', `/galleries/${of}/links`, {})).body.data;
const refuse = (by = mother) => answer(by, mia, 'outside', 'no');
const told = async (by = maker) =>
  (await by.call<{ notifications: Notification[] }>('GET', '/notifications')).body.data.notifications.filter(
    ({ kind }) => kind === 'refused_outside',
  );
const states = async (by = maker) =>
  (await told(by)).map(({ settled_at }) => (settled_at === null ? 'open' : 'settled'));
const database = () => app.ctx.db;

/** Made the gallery without being anything in the club. */
async function makeGalleryForeign(): Promise<Actor> {
  const foreign = await createActor(app);
  await database().updateTable('gallery').set({ created_by: foreign.id }).where('id', '=', gallery).execute();
  return foreign;
}

describe('whoever shows the gallery outside', () => {
  test('is told who refused, with the way to the check, and nobody else is', async () => {
    await refuse();
    expect(await told()).toMatchObject([
      {
        params: { gallery: 'Match photos', club: 'FC Home', context: 'named', child: 'Mia Berg' },
        href: `/gallery/${gallery}?check=1`,
        settled_at: null,
      },
    ]);
    for (const other of [admin, mother, father]) expect(await told(other)).toEqual([]);
  });

  test('reads no name where they may not at the check, and nothing that stands for it', async () => {
    const foreign = await makeGalleryForeign();
    await createLink(foreign);
    await refuse();
    const [notification, ...more] = await told(foreign);
    expect([notification?.params, more]).toEqual([{ gallery: 'Match photos', club: 'FC Home' }, []]);
    const { notifications } = await readOwnData(database(), foreign.id);
    expect(notifications).toHaveLength(4);
    expect(JSON.stringify(notifications)).not.toContain(mia);
    // The photographer made a link, and no longer shares this gallery.
    expect(await told()).toEqual([]);
  });

  test('is its owner where it is public', async () => {
    await maker.call('DELETE', `/galleries/links/${link.id}`);
    await maker.call('PUT', `/galleries/${gallery}`, { visibility: 'public' });
    await refuse();
    expect(await states()).toEqual(['open']);
  });

  test('is told of each gallery, of the newest five at most', async () => {
    const event = await createEvent(app, [club]);
    for (let i = 1; i <= 6; i += 1) {
      const one = await createGallery(app, { event, createdBy: maker.id, name: `Match ${i}` });
      await createPhoto(app, one);
      await createLink(maker, one);
    }
    await refuse();
    const names = (
      await database()
        .selectFrom('notification')
        .select('params')
        .where('kind', '=', 'refused_outside')
        .execute()
    ).map(({ params }) => (params as { gallery: string }).gallery);
    expect([names.length, names.includes('Match 6'), names.includes('Match photos')]).toEqual([
      5,
      true,
      false,
    ]);
  });

  test('is not told what they wrote down from paper themselves', async () => {
    const other = await createActor(app, ['admin']);
    await createLink(other);
    const path = `/clubs/${club}/people/${mia}/paper-consents`;
    await other.call('POST', path, { language: 'de', answers: [{ purpose: 'outside', answer: 'no' }] });
    expect([await states(other), await states()]).toEqual([[], ['open']]);
  });

  test('is told when the club confirms a claim with that answer', async () => {
    const parent = await createActor(app);
    await addMember(app, club, parent.id);
    const claims = `/clubs/${club}/guardian-claims`;
    const body = { name: 'Mia Berg', relation: 'child' };
    const { id } = (await parent.call<{ id: string }>('POST', claims, body)).body.data;
    const [claim] = (await familyOf(parent)).claims;
    const asked = claim!.questions.find(({ purpose }) => purpose === 'outside')!;
    const said = { purpose: 'outside', answer: 'no', language: 'en', text_version: asked.text.version };
    await parent.call('POST', `/family/claims/${id}/answers`, said);
    expect(await told()).toEqual([]);
    await admin.call('POST', `${claims}/${id}/approve`, { club_person_id: mia });
    expect(await states()).toEqual(['open']);
  });
});

describe('nobody is told', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'where the link is switched off',
      () => maker.call('PUT', `/galleries/links/${link.id}`, { is_active: false }),
    ],
    [
      'where the link has ended',
      () =>
        database()
          .updateTable('share_link')
          .set({ expires_at: new Date(Date.now() - 1_000) })
          .execute(),
    ],
    [
      'where guests only send photos by the link',
      () =>
        database().updateTable('share_link').set({ scope: 'collect' }).where('id', '=', link.id).execute(),
    ],
    ['of a gallery without photos', () => database().deleteFrom('photo').execute()],
    ['of a gallery of another club', () => database().deleteFrom('event_club').execute()],
    ['where the person is linked', () => linkMia()],
  ])('%s', async (_, change) => {
    await change();
    await refuse();
    expect(
      await database()
        .selectFrom('notification')
        .select('id')
        .where('kind', '=', 'refused_outside')
        .execute(),
    ).toEqual([]);
  });

  test('of other answers', async () => {
    await answer(mother, mia, 'outside', 'yes');
    for (const purpose of ['name', 'find']) await answer(mother, mia, purpose, 'no');
    expect(await told()).toEqual([]);
  });
});

describe('it is told', () => {
  test('once, also where the other guardian refuses too, and again after it was settled', async () => {
    await refuse();
    await refuse(father);
    await refuse();
    expect(await states()).toEqual(['open']);
    await answer(mother, mia, 'outside', 'yes');
    expect(await states()).toEqual(['open']);
    await answer(father, mia, 'outside', 'yes');
    expect(await states()).toEqual(['settled']);
    await refuse();
    expect(await states()).toEqual(['open', 'settled']);
  });

  test('once while a paper ends and another no comes before anything has settled it', async () => {
    const today = calendarDateOf(new Date());
    const path = `/clubs/${club}/people/${mia}/paper-consents`;
    const answers = [{ purpose: 'outside', answer: 'no' }];
    const paper = { answers, language: 'de', valid_until: addDays(today, 1) };
    expect((await admin.call('POST', path, paper)).status).toBe(201);
    app.clock.set(new Date(Date.now() + 3 * dayMs));
    await admin.call('POST', path, { ...paper, valid_until: null });
    expect(await states()).toEqual(['open']);
  });
});

describe('it is settled', () => {
  test('when the last link goes', async () => {
    await refuse();
    const second = await createLink();
    await maker.call('DELETE', `/galleries/links/${second.id}`);
    expect(await states()).toEqual(['open']);
    await maker.call('PUT', `/galleries/links/${link.id}`, { is_active: false });
    expect(await states()).toEqual(['settled']);
  });

  test('when somebody of the gallery is linked to the person, once it is grouped', async () => {
    await refuse();
    await linkMia();
    await database().updateTable('photo_analysis').set({ status: 'completed' }).execute();
    await clusterGallery(app.ctx).run({ gallery_id: gallery }, new AbortController().signal);
    expect(await states()).toEqual(['settled']);
  });

  test('by housekeeping when the link has ended', async () => {
    await refuse();
    await settleAllNotifications(app.ctx);
    expect(await states()).toEqual(['open']);
    await database()
      .updateTable('share_link')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute();
    await settleAllNotifications(app.ctx);
    expect(await states()).toEqual(['settled']);
  });
});

test('it goes with the person', async () => {
  const foreign = await makeGalleryForeign();
  await createLink(foreign);
  await createLink(admin);
  await refuse();
  expect((await admin.call('DELETE', `/clubs/${club}/people/${mia}`)).status).toBe(200);
  const left = await database()
    .selectFrom('notification')
    .selectAll()
    .where('kind', '=', 'refused_outside')
    .execute();
  expect(left).toEqual([]);
});

test.each([
  ['en', 'A no to being shown outside', 'Mia Berg of FC Home is not to be shown outside the club'],
  [
    'de',
    'Ein Nein zum Zeigen außerhalb',
    'Mia Berg aus FC Home soll außerhalb des Vereins nicht gezeigt werden',
  ],
] as const)('it is mailed without a name in its subject (%s)', async (language, subject, says) => {
  await database()
    .updateTable('app_user')
    .set({ email_verified_at: new Date(), language })
    .where('id', '=', maker.id)
    .execute();
  await maker.call('PUT', '/notifications/preferences', { kind: 'refused_outside', delivery: 'at_once' });
  await refuse();
  const [received, ...more] = await mail.deliver();
  expect([received?.mail.subject, more]).toEqual([subject, []]);
  expect(received?.mail.text?.replaceAll(/\s+/g, ' ')).toContain(says);
});

async function linkMia(): Promise<void> {
  const { person } = await createPersonOf(app, gallery, embeddingAt(3));
  const path = `/facerecognition/faces/${person}/link`;
  expect((await maker.call('POST', path, { club_person_id: mia })).status).toBe(200);
}
