/** What a server remembers of the right to pictures and lists of them: it asks the database once, and keeps nothing longer than it holds. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import { uncountedTables } from '#server/db/count-writes.ts';
import { newId } from '#server/ids.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, makeGuardian, sayConsent, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';

let app: PhotoApp;
let photo: string;
let gallery_id: string;
let mia: string;
let outsider: Actor;
let member: Actor;
/** Of a link to the gallery, and of one to Mia. */
const tokens = { gallery: newId(), family: newId() };
beforeAll(async () => {
  app = await startPhotoApp();
  const { db } = app.ctx;
  const club = await createClub(app);
  await db.updateTable('club').set({ allows_family_links: true }).execute();
  [outsider, member] = [await createActor(app), await createActor(app)];
  await addMember(app, club, member.id);
  const event = await createEvent(app, [club]);
  gallery_id = await createGallery(app, { event, visibility: 'public' });
  const { photo: id, faces } = await createPhotoOf(app, gallery_id, ['mia']);
  photo = id;
  await groupByHand(app, gallery_id, [[faces.mia!]]);
  const person_id = await personOf(app, faces.mia!);
  mia = await createClubPerson(app, club, { name: 'Mia' });
  await db.insertInto('club_person_link').values({ person_id, club_id: club, club_person_id: mia }).execute();
  await makeGuardian(app, mia, member.id);
  await sayFind(app, mia, 'yes');
  const of = { gallery: { gallery_id }, family: { club_person_id: mia, scope: 'club_person' as const } };
  for (const kind of ['gallery', 'family'] as const)
    await db
      .insertInto('share_link')
      .values({
        id: newId(),
        token: tokens[kind],
        ...of[kind],
        created_by: member.id,
        expires_at: new Date(Date.now() + 9 * dayMs),
      })
      .execute();
  const path = join(app.folder, renditionKey(photo, 'small', 1));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'a picture');
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(null));

const ask = async (as: Actor) =>
  (
    await fetch(`${app.url}/api/photos/${photo}/download?size=small`, {
      headers: { Authorization: `Bearer ${as.token}` },
    })
  ).status;
const askBy = async (token: string) =>
  (await fetch(`${app.url}/api/galleries/shared/${token}/photos/${photo}/download?size=small`)).status;
/** 404 where the photo is not in the list. */
const list = async (path: string, headers = {}) => {
  const answer = await fetch(`${app.url}/api${path}`, { headers });
  const { data } = (await answer.json()) as { data: { photos: unknown[] } };
  return answer.status === 200 && data.photos.length === 0 ? 404 : answer.status;
};
const listAs = ({ token }: Actor) =>
  list(`/photos/gallery/${gallery_id}`, { Authorization: `Bearer ${token}` });
const listBy = (token: string) => list(`/galleries/shared/${token}/photos`);
const ways = {
  'somebody outside the club': () => ask(outsider),
  'a member': () => ask(member),
  'a link': () => askBy(tokens.gallery),
  'a link to one person': () => askBy(tokens.family),
  'somebody outside the club, in a list': () => listAs(outsider),
  'a member, in a list': () => listAs(member),
  'a link, in a list': () => listBy(tokens.gallery),
  'a link to one person, in a list': () => listBy(tokens.family),
};

describe.each(Object.entries(ways))('by %s', (_, look) => {
  test.skipIf(process.env.DATABASE_URL_TEST)(
    'a photo is asked of the database once, and of no table whose changes are not counted',
    async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      try {
        await app.ctx.db.updateTable('club').set({ description: 'changed' }).execute();
        query.mockClear();
        expect(await look()).toBe(200);
        const statements = query.mock.calls.map(
          ([sent]) => (sent as unknown as { text?: string }).text ?? sent,
        );
        expect(statements.length).toBeGreaterThan(1);
        const uncounted = new RegExp(`\\b(${Object.keys(uncountedTables).join('|')})\\b`);
        expect(statements.filter((text) => uncounted.test(String(text)))).toEqual([]);
        query.mockClear();
        expect([await look(), await look()]).toEqual([200, 200]);
        expect(query).not.toHaveBeenCalled();
      } finally {
        query.mockRestore();
      }
    },
  );

  test('the end of a refusal counts from its day on, without anything being written', async () => {
    const until = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
    await sayConsent(app, mia, 'outside', 'no', { until });
    const isInside = look === ways['a member'] || look === ways['a member, in a list'];
    expect([await look(), await look()]).toEqual(isInside ? [200, 200] : [404, 404]);
    app.clock.set(new Date(Date.now() + 4 * dayMs));
    expect(await look()).toBe(200);
    app.clock.set(null);
    expect(await look()).toBe(isInside ? 200 : 404);
    await app.ctx.db.deleteFrom('consent').where('purpose', '=', 'outside').execute();
  });
});

test('a link ends at its time, and a session at its own, without anything being written', async () => {
  await app.ctx.db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() + dayMs) })
    .where('user_id', '=', outsider.id)
    .execute();
  const all = () => Promise.all([ask(outsider), ask(member), askBy(tokens.gallery)]);
  expect(await all()).toEqual([200, 200, 200]);
  app.clock.set(new Date(Date.now() + 2 * dayMs));
  expect(await all()).toEqual([401, 200, 200]);
  app.clock.set(new Date(Date.now() + 10 * dayMs));
  expect(await all()).toEqual([401, 200, 410]);
  app.clock.set(null);
  expect(await all()).toEqual([200, 200, 200]);
});

test('a link to one person ends with the family’s consent, without anything being written', async () => {
  await app.ctx.db.deleteFrom('consent').where('purpose', '=', 'find').execute();
  const until = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
  await sayFind(app, mia, 'yes', { until });
  expect(await askBy(tokens.family)).toBe(200);
  app.clock.set(new Date(Date.now() + 4 * dayMs));
  expect(await askBy(tokens.family)).toBe(404);
  app.clock.set(null);
  expect(await askBy(tokens.family)).toBe(200);
});

test('an access token ends at its time', async () => {
  expect(await ask(member)).toBe(200);
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
  try {
    expect(await ask(member)).toBe(401);
  } finally {
    now.mockRestore();
  }
  expect(await ask(member)).toBe(200);
});
