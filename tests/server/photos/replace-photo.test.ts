/**
 * A photo gets another file of the same shot.
 * @module-tag long
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { DeletedPhoto, Photo } from '#server/contract/schemas/photos.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import type { FoundFace } from '#server/features/faces/recognition/save-faces.repository.ts';
import { removeEndedPhotos } from '#server/features/galleries/photos/purge-deleted-photos.ts';
import { compareLeftOver } from '#server/features/sharing/share-links/compare-added-photos.ts';
import { analysePhoto } from '#server/jobs/handlers/analyse-photo.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import { auditDatabase } from '#server/scripts/support/audit-database.ts';
import { auditFiles } from '#server/scripts/support/audit-files.ts';
import {
  type Actor,
  type Answer,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { giveKey } from '#tests/support/api-keys.ts';
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { foundFace, personOf } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { textured } from '#tests/support/textured.ts';
import { world } from '#tests/support/world.ts';

type Version = { replaced_at: string | null; kept_until: string | null; moved_faces: { face_id: string }[] };

let app: PhotoApp;
let owner: Actor;
let other: Actor;
let club: string;
let gallery: string;
let photo: Photo;
let bytes: Buffer;

beforeAll(async () => {
  app = await startPhotoApp();
  owner = app.photographer;
});
afterAll(() => app.close());

const BOX = { x: 0.4, y: 0.4, w: 0.1, h: 0.15 };
world(async () => {
  club = await createClub(app);
  await addMember(app, club, owner.id);
  const event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, photographer: owner.id, createdBy: owner.id });
  other = await createActor(app, ['photographer']);
  bytes = await textured(1);
  photo = (await app.send(bytes, { gallery, filename: 'one.jpg' })).body.data;
  await analyse(foundFace('anna', { box: BOX }), foundFace('ben', { box: { ...BOX, x: 0.7 } }));
  return app;
});

const brighter = (of = bytes) => sharp(of).linear(1.15, 0).jpeg().toBuffer();
const replace = (
  file: Uint8Array,
  by: Pick<Actor, 'call'> = owner,
  id = photo.id,
): Promise<Answer<Photo & { replaced: boolean; held?: true }>> => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'one-edited.jpg');
  return by.call('POST', `/photos/${id}/replace`, form);
};
const bringBack = (by = owner) => by.call<Photo>('POST', `/photos/${photo.id}/bring-back`);
const sha256 = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');
const said = ({ status, body }: Answer<unknown>) => (body.code ? [status, body.code] : status);
const original = async () => {
  const answer = await fetch(`${app.url}/api/photos/${photo.id}/download`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return sha256(Buffer.from(await answer.arrayBuffer()));
};
const version = async (by = owner) =>
  (await by.call<Version>('GET', `/photos/${photo.id}/version`)).body.data;
/** What the worker does, which finds these faces, and groups the gallery. */
async function analyse(...faces: FoundFace[]): Promise<void> {
  const handler = analysePhoto({
    ...app.ctx,
    store: app.store,
    imaging: { crop: () => Promise.reject(new Error('not asked for')) },
    maxPixels: 30e6,
    faceEngine: { analyse: async () => ({ pipelineVersion: 'test 1', faces }) as never },
  });
  const signal = new AbortController().signal;
  await handler.run({ photo_id: photo.id }, signal);
  const long = new Date('2026-01-01T10:00:00Z');
  await app.ctx.db.updateTable('photo_analysis').set({ completed_at: long }).execute();
  await app.ctx.db.deleteFrom('job').where('name', 'in', ['analyse-photo', 'cluster-gallery']).execute();
  await clusterGallery(app.ctx).run({ gallery_id: gallery }, signal);
}
const faceIds = async () =>
  (
    await app.ctx.db
      .selectFrom('face')
      .select(['id', 'is_current'])
      .where('photo_id', '=', photo.id)
      .orderBy('x')
      .execute()
  ).map(({ id, is_current }) => (is_current ? id : `${id} is not found`));
const nameFirst = async () => {
  const [face] = await faceIds();
  const person = await personOf(app, face!);
  expect(said(await owner.call('PUT', `/facerecognition/faces/${person}`, { name: 'Anna' }))).toBe(200);
  return { face: face!, person };
};

test('keeps id, name, place and people, and the version before', async () => {
  const { person } = await nameFirst();
  const known = await faceIds();
  const edited = await sharp(await brighter())
    .extract({ left: 120, top: 40, width: 480, height: 340 })
    .jpeg()
    .toBuffer();
  const answer = await replace(edited);
  expect(said(answer)).toBe(200);
  expect(answer.body.data).toMatchObject({ id: photo.id, filename: 'one.jpg', width: 480, replaced: true });
  expect(await original()).toBe(sha256(edited));
  // The faces lie where the new picture has them.
  const moved = (box: typeof BOX) => ({
    x: (box.x * 600 - 120) / 480,
    y: (box.y * 400 - 40) / 340,
    w: (box.w * 600) / 480,
    h: (box.h * 400) / 340,
  });
  const boxes = await app.ctx.db.selectFrom('face').select(['x', 'y', 'w', 'h']).orderBy('x').execute();
  expect(boxes[0]).toEqual({
    x: expect.closeTo(moved(BOX).x, 2),
    y: expect.closeTo(moved(BOX).y, 2),
    w: expect.closeTo(moved(BOX).w, 2),
    h: expect.closeTo(moved(BOX).h, 2),
  });
  await analyse(foundFace('anna', { box: moved(BOX) }), foundFace('ben', { box: moved({ ...BOX, x: 0.7 }) }));
  expect(await faceIds()).toEqual(known);
  expect(await personOf(app, known[0]!)).toBe(person);
  expect(await version()).toMatchObject({ kept_until: expect.any(String), moved_faces: [] });
  // Brought back, it is as it was, and the other version is kept in turn.
  expect(said(await bringBack())).toBe(200);
  expect(await original()).toBe(sha256(bytes));
  await analyse(foundFace('anna', { box: BOX }), foundFace('ben', { box: { ...BOX, x: 0.7 } }));
  expect(await faceIds()).toEqual(known);
  expect(said(await bringBack())).toBe(200);
  expect(await original()).toBe(sha256(edited));
  await analyse(foundFace('anna', { box: moved(BOX) }));
  await app.removeLeftovers();
  expect((await auditFiles(app.ctx.db, app.store, true)).flatMap(({ items }) => items)).toEqual([]);
  expect((await auditDatabase(app.ctx.db)).filter(({ items }) => items.length > 0)).toEqual([]);
});

test('gives no face to whoever is nearest: editors read which were moved', async () => {
  const { face, person } = await nameFirst();
  await replace(await brighter());
  await analyse(foundFace('zoe', { box: BOX }), foundFace('ben', { box: { ...BOX, x: 0.7 } }));
  const ids = await faceIds();
  expect(ids).toHaveLength(3);
  expect(ids).toContain(`${face} is not found`);
  expect((await version()).moved_faces).toEqual([{ face_id: face, person_id: person }]);
});

test('changes nothing by another shot, nor by the same bytes', async () => {
  const before = await app.ctx.db.selectFrom('photo').selectAll().execute();
  const rows = () =>
    app.ctx.db
      .selectFrom('photo')
      .selectAll()
      .execute()
      .then((photos) => photos.map((row) => ({ ...row, last_version: 1 })));
  expect(said(await replace(await textured(2)))).toEqual([409, 'photo_another_shot']);
  const taken = await sharp(await brighter())
    .withExif({ IFD2: { DateTimeOriginal: '2026:05:06 07:08:09' } })
    .jpeg()
    .toBuffer();
  expect(said(await replace(taken))).toEqual([409, 'photo_another_shot']);
  expect((await replace(bytes)).body.data.replaced).toBe(false);
  expect(await rows()).toEqual(before);
  expect(said(await bringBack())).toEqual([404, 'photo_version_gone']);
  await app.removeLeftovers();
  expect((await auditFiles(app.ctx.db, app.store, true)).flatMap(({ items }) => items)).toEqual([]);
  expect((await app.stock()).temporary).toBe(0);
});

test('of two at once one wins', async () => {
  const [one, two] = [await brighter(), await sharp(bytes).linear(0.8, 0).jpeg().toBuffer()];
  const answers = (await Promise.all([replace(one), replace(two)])).map(said);
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
  expect(answers).toContainEqual([409, 'edit_conflict']);
  expect([one, two].map(sha256)).toContain(await original());
});

describe('people outside the club', () => {
  let link: ShareLink;
  const served = async () =>
    (
      await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${link.token}/photos`)
    ).body.data.photos.map(({ id }) => id);
  const share = async () => {
    link = (await owner.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body.data;
  };

  test('are shown nothing of it until its faces are grouped', async () => {
    await share();
    expect(await served()).toEqual([photo.id]);
    await replace(await brighter());
    expect(await served()).toEqual([]);
    const size = await fetch(
      `${app.url}/api/galleries/shared/${link.token}/photos/${photo.id}/download?size=small`,
    );
    expect(size.status).toBe(404);
    // Housekeeping shows nothing before either.
    await compareLeftOver(app.ctx);
    expect(await served()).toEqual([]);
    await analyse(foundFace('anna', { box: BOX }));
    expect(await served()).toEqual([photo.id]);
  });

  test('are not shown it where its analysis fails, until somebody shows it', async () => {
    await share();
    await replace(await brighter());
    await app.ctx.db.updateTable('photo_analysis').set({ status: 'failed' }).execute();
    await app.ctx.db.deleteFrom('job').execute();
    await compareLeftOver(app.ctx);
    expect(await served()).toEqual([]);
    await owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [photo.id], kept: false });
    expect(await served()).toEqual([photo.id]);
  });

  test('wait for an answer where somebody who refused is no longer found on it', async () => {
    const { person } = await nameFirst();
    const mia = await createClubPerson(app, club);
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: person, club_id: club, club_person_id: mia })
      .execute();
    await sayConsent(app, mia, 'outside', 'no');
    await share();
    expect(await served()).toEqual([]);
    await replace(await brighter());
    await analyse(foundFace('ben', { box: { ...BOX, x: 0.7 } }));
    expect(await served()).toEqual([]);
    const noted = await app.ctx.db.selectFrom('removed_refuser').select('club_person_id').execute();
    expect(noted).toEqual([{ club_person_id: mia }]);
  });
});

describe('the version before', () => {
  const replaced = async () => {
    await replace(await brighter());
    await analyse(foundFace('anna', { box: BOX }));
  };
  const versions = async () => (await app.ctx.db.selectFrom('deleted_photo').select('id').execute()).length;
  const originals = async () => {
    await app.removeLeftovers();
    return (await app.stock()).files.filter(
      (file) => file.startsWith('originals') && file.includes(photo.id),
    );
  };

  test('counts for quotas, is no deleted photo, and goes after a week', async () => {
    await replaced();
    const { bytes: sum } = await app.ctx.db
      .selectFrom('gallery_storage')
      .select('bytes')
      .where('gallery_id', '=', gallery)
      .executeTakeFirstOrThrow();
    const { bytes: now } = (await owner.call<Photo>('GET', `/photos/${photo.id}`)).body.data;
    expect(Number(sum)).toBe(bytes.length + now);
    const bin = await owner.call<{ photos: DeletedPhoto[] }>('GET', `/galleries/${gallery}/deleted-photos`);
    expect(bin.body.data.photos).toEqual([]);
    expect(said(await owner.call('POST', `/galleries/${gallery}/deleted-photos/purge`, {}))).toEqual([
      404,
      'photo_not_found',
    ]);
    expect(await originals()).toHaveLength(2);
    app.clock.set(new Date(Date.now() + 7 * dayMs + 1000));
    expect(said(await bringBack())).toEqual([404, 'photo_version_gone']);
    await removeEndedPhotos(app.ctx);
    app.clock.set(null);
    expect(await originals()).toHaveLength(1);
  });

  test('goes with the photo', async () => {
    await replaced();
    await app.deleteForGood(photo.id);
    expect(await versions()).toBe(0);
    expect(await originals()).toEqual([]);
  });

  test('cannot be brought back once the photo is to be hidden, and goes', async () => {
    await replaced();
    await owner.call('POST', `/photos/${photo.id}/hide`, {});
    expect(said(await bringBack())).toEqual([404, 'photo_version_gone']);
    await removeEndedPhotos(app.ctx);
    expect(await versions()).toBe(0);
    expect(await originals()).toHaveLength(1);
  });

  test('cannot be brought back once somebody on it was erased, and goes', async () => {
    const { person } = await nameFirst();
    const mia = await createClubPerson(app, club);
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id: person, club_id: club, club_person_id: mia })
      .execute();
    // Cut out of the new version, she is on the one before alone.
    await replace(await brighter());
    await analyse(foundFace('ben', { box: { ...BOX, x: 0.7 } }));
    expect((await version()).kept_until).not.toBeNull();
    const admin = await createActor(app, [{ role: 'club_admin', club }]);
    expect(said(await admin.call('DELETE', `/clubs/${club}/people/${mia}`))).toBe(200);
    expect(said(await bringBack())).toEqual([404, 'photo_version_gone']);
    await removeEndedPhotos(app.ctx);
    expect(await versions()).toBe(0);
    expect(await originals()).toHaveLength(1);
  });

  test('of a third version the second is kept', async () => {
    await replaced();
    const second = await original();
    expect(said(await replace(await sharp(bytes).linear(0.8, 0).jpeg().toBuffer()))).toBe(200);
    expect(await originals()).toHaveLength(2);
    expect(said(await bringBack())).toBe(200);
    expect(await original()).toBe(second);
  });
});

describe('who may', () => {
  test('is whoever uploaded it, or may delete photos there', async () => {
    expect(said(await replace(await brighter(), other))).toEqual([403, 'gallery_forbidden']);
    expect(said(await other.call('GET', `/photos/${photo.id}/version`))).toEqual([403, 'gallery_forbidden']);
    const creator = await createActor(app, ['photographer']);
    await app.ctx.db
      .updateTable('stored_gallery')
      .set({ created_by: creator.id })
      .where('id', '=', gallery)
      .execute();
    // Uploads there, and deletes none of what others uploaded.
    expect(said(await replace(await brighter(), creator))).toEqual([403, 'gallery_action_forbidden']);
    await app.ctx.db.updateTable('photo').set({ uploaded_by: creator.id }).execute();
    expect(said(await replace(await brighter(), creator))).toBe(200);
  });

  test('is a key that uploads, of photos that its account uploaded', async () => {
    const upload = await giveKey(app, owner, 'upload', { gallery });
    const read = await giveKey(app, owner, 'read');
    expect(said(await replace(await brighter(), read))).toEqual([403, 'api_key_refused']);
    expect(said(await replace(await brighter(), upload))).toBe(200);
    expect(said(await upload.call('POST', `/photos/${photo.id}/bring-back`))).toEqual([
      403,
      'api_key_refused',
    ]);
    await app.ctx.db.updateTable('photo').set({ uploaded_by: null }).execute();
    expect(said(await replace(bytes, upload))).toEqual([403, 'gallery_action_forbidden']);
    await app.ctx.db.updateTable('photo').set({ uploaded_by: owner.id }).execute();
    await owner.call('POST', `/photos/${photo.id}/hide`, {});
    expect(said(await replace(bytes, upload))).toEqual([404, 'photo_not_found']);
  });
});
