/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FamilyShareLinks } from '#server/contract/schemas/family-share-links.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { newId } from '#server/ids.ts';
import {
  type Answer,
  addMember,
  type Call,
  caller,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson, sayFind } from '#tests/support/club-people.ts';
import { foundFace, groupByHand, testRecogniser } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

type Link = {
  id: string;
  token: string;
  scope: string;
  people: { id: string; name: string; number: number }[];
  photo_count: number;
};

let app: PhotoApp;
/** Anna is in the first photo, Ben in the second, and nobody in the third. */
let photos: { anna: string; ben: string; nobody: string };
let people: { anna: string; ben: string };
let elsewhere: { photo: string; person: string };

beforeAll(async () => {
  app = await startPhotoApp();
  const anna = await upload(app.gallery, 900, 'anna');
  const ben = await upload(app.gallery, 800, 'ben');
  const nobody = await upload(app.gallery, 700);
  photos = { anna: anna.photo, ben: ben.photo, nobody: nobody.photo };
  const [first, second] = await group(app.gallery, anna.face!, ben.face!);
  people = { anna: first!, ben: second! };
  await app.photographer.call('PUT', `/facerecognition/faces/${people.anna}`, { name: 'Anna' });
  const other = await createGallery(app, {
    event: await createEvent(app),
    visibility: 'public',
    createdBy: app.photographer.id,
    photographer: app.photographer.id,
  });
  const there = await upload(other, 600, 'anna');
  const [person] = await group(other, there.face!);
  elsewhere = { photo: there.photo, person: person! };
});
afterAll(() => app.close());

async function upload(gallery: string, width: number, like?: string) {
  const { id } = (await app.send(await quarters(width, 600).jpeg().toBuffer(), { gallery })).body.data;
  const stamp = { recogniser: testRecogniser, pipelineVersion: 'test 1' };
  if (like)
    await app.ctx.db
      .transaction()
      .execute((trx) => saveFaces(trx, { id, gallery_id: gallery }, [foundFace(like)], stamp));
  const face = await app.ctx.db.selectFrom('face').select('id').where('photo_id', '=', id).executeTakeFirst();
  return { photo: id, face: face?.id };
}

async function group(gallery: string, ...faces: string[]): Promise<string[]> {
  await groupByHand(
    app,
    gallery,
    faces.map((face) => [face]),
  );
  const rows = await app.ctx.db
    .selectFrom('assignment')
    .select(['face_id', 'person_id'])
    .where('face_id', 'in', faces)
    .execute();
  return faces.map((face) => rows.find((row) => row.face_id === face)!.person_id);
}

const create = (scope: object): Promise<Answer<Link>> =>
  app.photographer.call<Link>('POST', `/galleries/${app.gallery}/links`, { name: 'Family', ...scope });
const visit: Call = (...args) => caller(app.url)(...args);
const shown = async (token: string): Promise<string[]> => {
  const { body } = await visit<{ photos: { id: string }[] }>('GET', `/galleries/shared/${token}/photos`);
  return body.data.photos.map((photo) => photo.id);
};
const listed = async (id: string): Promise<Link | undefined> => {
  const { body } = await app.photographer.call<{ links: Link[] }>('GET', `/galleries/${app.gallery}/links`);
  return body.data.links.find((link) => link.id === id);
};

describe('the scope of a share link', () => {
  test('is a whole gallery, the photos of some people, or some photos, and the list of links says which', async () => {
    const whole = (await create({})).body.data;
    const ofAnna = (await create({ person_ids: [people.anna] })).body.data;
    const ofBoth = (await create({ person_ids: [people.anna, people.ben, people.ben] })).body.data;
    const chosen = (await create({ photo_ids: [photos.nobody, photos.anna] })).body.data;
    expect((await shown(whole.token)).length).toBe(3);
    expect(await shown(ofAnna.token)).toEqual([photos.anna]);
    expect((await shown(ofBoth.token)).sort()).toEqual([photos.anna, photos.ben].sort());
    expect((await shown(chosen.token)).sort()).toEqual([photos.anna, photos.nobody].sort());
    const anna = { id: people.anna, name: 'Anna', number: 1 };
    expect(await listed(whole.id)).toMatchObject({ scope: 'gallery', people: [], photo_count: 3 });
    expect(await listed(ofAnna.id)).toMatchObject({ scope: 'people', people: [anna], photo_count: 1 });
    expect(await listed(chosen.id)).toMatchObject({ scope: 'photos', people: [], photo_count: 2 });
    expect(ofBoth).toMatchObject({ people: [anna, { id: people.ben, name: '', number: 2 }] });
  });

  test('names people and photos of this gallery only, and one of the two', async () => {
    const refused = async (scope: object) => {
      const { status, body } = await create(scope);
      return [status, body.code];
    };
    expect(await refused({ person_ids: [people.anna, elsewhere.person] })).toEqual([404, 'person_not_found']);
    expect(await refused({ photo_ids: [photos.anna, elsewhere.photo] })).toEqual([404, 'photo_not_found']);
    expect(await refused({ person_ids: ['anna'] })).toEqual([404, 'person_not_found']);
    expect(await refused({ person_ids: [] })).toEqual([422, 'field_invalid']);
    expect(await refused({ person_ids: [people.anna], photo_ids: [photos.anna] })).toEqual([
      422,
      'field_invalid',
    ]);
  });

  test('is empty, and never the whole gallery, once its people or photos are gone', async () => {
    const { photo, face } = await upload(app.gallery, 500, 'carl');
    const [carl] = await group(app.gallery, face!);
    const ofPerson = (await create({ person_ids: [carl] })).body.data;
    const ofPhoto = (await create({ photo_ids: [photo] })).body.data;
    expect([await shown(ofPerson.token), await shown(ofPhoto.token)]).toEqual([[photo], [photo]]);
    await app.photographer.call('DELETE', `/photos/${photo}`);
    await app.ctx.db.deleteFrom('person').where('id', '=', carl!).execute();
    expect([await shown(ofPerson.token), await shown(ofPhoto.token)]).toEqual([[], []]);
    expect(await listed(ofPerson.id)).toMatchObject({ scope: 'people', people: [], photo_count: 0 });
    const archive = await visit('POST', `/galleries/shared/${ofPerson.token}/download`, {});
    expect([archive.status, archive.body.code]).toEqual([404, 'photo_not_found']);
    expect((await fetch(`${app.url}/api/galleries/shared/${ofPhoto.token}/download`)).status).toBe(404);
  });

  test('follows a merge and its undoing; a link made between the two keeps its person', async () => {
    const rows = () =>
      app.ctx.db
        .selectFrom('share_link_person')
        .selectAll()
        .orderBy('share_link_id')
        .orderBy('person_id')
        .execute();
    const ofBen = (await create({ person_ids: [people.ben] })).body.data;
    const before = await rows();
    const path = `/facerecognition/faces/${people.anna}/merge`;
    const merged = await app.photographer.call<{ decision_id: string }>('POST', path, {
      person_ids: [people.ben],
    });
    expect((await shown(ofBen.token)).sort()).toEqual([photos.anna, photos.ben].sort());
    expect(await listed(ofBen.id)).toMatchObject({ people: [{ id: people.anna }], photo_count: 2 });
    const between = (await create({ person_ids: [people.anna] })).body.data;
    await app.photographer.call('POST', `/facerecognition/decisions/${merged.body.data.decision_id}/undo`);
    expect(await shown(ofBen.token)).toEqual([photos.ben]);
    expect(await shown(between.token)).toEqual([photos.anna]);
    expect(await rows()).toEqual([...before, { share_link_id: between.id, person_id: people.anna }]);
  });

  test('bounds what can be asked to be taken down', async () => {
    const { token } = (await create({ person_ids: [people.anna] })).body.data;
    const ask = (photo: string) => visit('POST', `/galleries/shared/${token}/photos/${photo}/takedown`, {});
    const refused = await ask(photos.ben);
    expect([refused.status, refused.body.code]).toEqual([404, 'photo_not_found']);
    const { photo } = await upload(app.gallery, 400);
    const selected = (await create({ photo_ids: [photo] })).body.data;
    expect(
      (await visit('POST', `/galleries/shared/${selected.token}/photos/${photo}/takedown`, {})).status,
    ).toBe(201);
    expect(await shown(selected.token)).toEqual([]);
  });
});

describe('photos outside the scope of a link', () => {
  /** 10,000 take a minute. */
  const FOREIGN = Number(process.env.FOREIGN_PHOTOS ?? 1_000);
  const SIZES = ['small', 'medium', 'large', 'original'];

  /** Rows that name the stored file of another photo, so that a leak gives bytes. */
  async function foreignIds(): Promise<string[]> {
    const { db } = app.ctx;
    const { original_key } = await db
      .selectFrom('photo')
      .select('original_key')
      .where('id', '=', photos.ben)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: FOREIGN / 2 }, () => newId());
    await db
      .insertInto('photo')
      .values(
        ids.map((id) => ({
          id,
          gallery_id: app.gallery,
          filename: 'foreign.jpg',
          sha256: Buffer.from(id),
          mime: 'image/jpeg',
          bytes: 1_000,
          width: 4_000,
          height: 3_000,
          original_key,
        })),
      )
      .execute();
    return [photos.ben, photos.nobody, elsewhere.photo, ...ids, ...ids.map(() => newId())];
  }

  /** Links by which Anna's photo is shown and Ben's is not. */
  const linkTo: Record<string, () => Promise<string>> = {
    'some people': async () => (await create({ person_ids: [people.anna] })).body.data.token,
    'one person of a club': async () => {
      const { db } = app.ctx;
      const club = await createClub(app);
      const { event_id } = await db
        .selectFrom('gallery')
        .select('event_id')
        .where('id', '=', app.gallery)
        .executeTakeFirstOrThrow();
      await db.insertInto('event_club').values({ event_id, club_id: club }).execute();
      await db.updateTable('club').set({ allows_family_links: true }).execute();
      await addMember(app, club, app.photographer.id);
      const anna = await createClubPerson(app, club, { user_id: app.photographer.id });
      await sayFind(app, anna, 'yes', { by: app.photographer.id, as: 'self' });
      await app.photographer.call('POST', `/facerecognition/faces/${people.anna}/link`, {
        club_person_id: anna,
      });
      const made = await app.photographer.call<FamilyShareLinks>('POST', `/my-photos/${anna}/links`, {});
      return made.body.data.links[0]!.url!.split('/').at(-1)!;
    },
  };

  test.each(Object.keys(linkTo))(
    'are not found by any address of bytes, and not one byte of a picture is sent, by a link to %s',
    async (kind) => {
      const token = await linkTo[kind]!();
      const base = `${app.url}/api/galleries/shared/${token}`;
      for (const size of SIZES)
        expect((await fetch(`${base}/photos/${photos.anna}/download?size=${size}`)).status).toBe(200);
      const ids = await foreignIds();
      const leaks: string[] = [];
      const ask = async (id: string, i: number) => {
        const headers: Record<string, string> = i % 2 === 0 ? { 'If-None-Match': '*' } : {};
        const response = await fetch(`${base}/photos/${id}/download?size=${SIZES[i % 4]}`, { headers });
        const bytes = Buffer.from(await response.arrayBuffer());
        const { code } = JSON.parse(bytes.toString()) as { code: string };
        if (response.status !== 404 || code !== 'photo_not_found') leaks.push(id);
      };
      for (let start = 0; start < ids.length; start += 20)
        await Promise.all(ids.slice(start, start + 20).map((id, i) => ask(id, start + i)));
      for (const id of ids.slice(0, 3)) for (const i of SIZES.keys()) await ask(id, i);
      expect(leaks).toEqual([]);

      const prepared = await visit<{ url: string; photos: number }>(
        'POST',
        `/galleries/shared/${token}/download`,
        { photo_ids: [...ids.slice(0, 4_999), photos.anna] },
      );
      expect(prepared.body.data.photos).toBe(1);
      const chosen = await fetch(new URL(prepared.body.data.url, app.url));
      expect(unzip(Buffer.from(await chosen.arrayBuffer())).length).toBe(1);
      const zip = Buffer.from(await (await fetch(`${base}/download?face_id=${people.ben}`)).arrayBuffer());
      expect(JSON.parse(zip.toString())).toMatchObject({ code: 'photo_not_found' });
    },
    600_000,
  );
});
