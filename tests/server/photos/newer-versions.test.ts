/**
 * Photos that were added in the browser turn out to be newer versions of photos that were there.
 * @module-tag long
 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewerVersion, Photo } from '#server/contract/schemas/photos.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
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
import { createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { groupByHand, personOf, saveFoundFaces } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { textured } from '#tests/support/textured.ts';
import { world } from '#tests/support/world.ts';

let app: PhotoApp;
let owner: Actor;
let club: string;
let gallery: string;
let link: ShareLink;
let bytes: Buffer;
let earlier: string;

beforeAll(async () => {
  app = await startPhotoApp();
  owner = app.photographer;
});
afterAll(() => app.close());
world(async () => {
  club = await createClub(app);
  await addMember(app, club, owner.id);
  gallery = await createGallery(app, {
    event: await createEvent(app, [club]),
    photographer: owner.id,
    createdBy: owner.id,
  });
  link = (await owner.call<ShareLink>('POST', `/galleries/${gallery}/links`, {})).body.data;
  bytes = await at('2026:06:13 15:02:07', '431');
  earlier = await send(bytes, 'one.jpg');
  return app;
});

/** The picture as it was taken at a time, with or without a fraction of a second. */
const at = (time: string, fraction?: string, picture = 1, light = 1) =>
  textured(picture).then((of) =>
    sharp(of)
      .linear(light, 0)
      .withExif({ IFD2: { DateTimeOriginal: time, ...(fraction && { SubSecTimeOriginal: fraction }) } })
      .jpeg()
      .toBuffer(),
  );
const edited = (light = 1.15) => at('2026:06:13 15:02:07', '431', 1, light);
const send = async (file: Buffer, filename: string, as = owner) =>
  (await app.send(file, { gallery, filename, as })).body.data.id;
const said = ({ status, body }: Answer<unknown>) => (body.code ? [status, body.code] : status);
const ask = (photo_ids: string[], by = owner) =>
  by.call<{ versions: NewerVersion[] }>('POST', `/photos/gallery/${gallery}/newer-versions`, { photo_ids });
/** Pairs of ids: the added photo and the one that was there. */
const offered = async (...photoIds: string[]) =>
  (await ask(photoIds)).body.data.versions.map(({ photo_id, earlier: { id } }) => [photo_id, id]);
const replace = (added: string, by = owner) =>
  by.call<Photo & { replaced: boolean; held?: true }>('POST', `/photos/${earlier}/replace-by/${added}`);
const photos = async () =>
  (
    await app.ctx.db
      .selectFrom('photo')
      .select('id')
      .where('gallery_id', '=', gallery)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
const served = async () =>
  (
    await caller(app.url)<{ photos: { id: string }[] }>('GET', `/galleries/shared/${link.token}/photos`)
  ).body.data.photos.map(({ id }) => id);
/** Somebody of the club is found on a photo. @param known who it is; without it somebody new */
const findOn = async (photo: string, name: string, known?: string) => {
  const faces = await saveFoundFaces(app, { id: photo, gallery_id: gallery }, [name]);
  await groupByHand(app, gallery, [faces]);
  const club_person_id = known ?? (await createClubPerson(app, club));
  await app.ctx.db
    .insertInto('club_person_link')
    .values({ person_id: await personOf(app, faces[0]!), club_id: club, club_person_id })
    .execute();
  return club_person_id;
};

describe('offered is', () => {
  test('the same shot of one capture time to the fraction of a second, whatever its name', async () => {
    const added = await send(await edited(), 'for-the-press.jpg');
    const { versions } = (await ask([added])).body.data;
    expect(versions).toMatchObject([
      { photo_id: added, filename: 'for-the-press.jpg', earlier: { id: earlier, filename: 'one.jpg' } },
    ]);
  });

  test('one of the same name, whatever it ends with, also where the camera writes no fractions', async () => {
    const whole = await send(await at('2026:06:13 16:00:00', undefined, 4), 'two.jpg');
    const added = await send(await at('2026:06:13 16:00:00', undefined, 4, 1.2), 'TWO.jpeg');
    const other = await send(await at('2026:06:13 16:00:00', undefined, 4, 0.9), 'three.jpg');
    expect(await offered(added, other)).toEqual([[added, whole]]);
  });

  test('no other shot: of the same time and name, nor of another moment', async () => {
    const neighbour = await send(await at('2026:06:13 15:02:07', '431', 2), 'one.jpg');
    const later = await send(await at('2026:06:13 15:02:07', '531', 1, 1.1), 'one.jpg');
    const timeless = await send(
      await sharp(await textured(1))
        .linear(1.1, 0)
        .jpeg()
        .toBuffer(),
      'one.jpg',
    );
    expect(await offered(neighbour, later, timeless)).toEqual([]);
  });

  test('of two versions that came together one, which is called so; none of the other', async () => {
    const grey = await send(await sharp(bytes).greyscale().keepExif().toBuffer(), 'one-grey.jpg');
    const light = await send(await edited(), 'one.jpg');
    expect(await offered(grey, light)).toEqual([[light, earlier]]);
  });

  test('nothing to whoever may not replace it, and nothing hidden', async () => {
    const other = await createActor(app, ['photographer']);
    await app.ctx.db
      .updateTable('stored_gallery')
      .set({ created_by: other.id })
      .where('id', '=', gallery)
      .execute();
    const added = await send(await edited(), 'one.jpg', other);
    expect((await ask([added], other)).body.data.versions).toEqual([]);
    expect(said(await replace(added, other))).toEqual([403, 'gallery_action_forbidden']);
    // Somebody else's added photo is not asked about either.
    expect(await offered(added)).toEqual([]);
    expect(said(await replace(added))).toEqual([404, 'photo_not_found']);
    expect(said(await ask([added], await createActor(app)))).toEqual([403, 'gallery_forbidden']);
    expect(said(await ask([]))).toEqual([422, 'field_invalid']);
  });
});

describe('replacing', () => {
  test('gives the earlier photo the file, and the added one goes without a copy', async () => {
    await findOn(earlier, 'anna');
    const file = await edited();
    const added = await send(file, 'one-edited.jpg');
    await findOn(added, 'zoe');
    const used = () =>
      app.ctx.db
        .selectFrom('gallery_storage')
        .select('bytes')
        .where('gallery_id', '=', gallery)
        .executeTakeFirstOrThrow();
    const before = await used();
    const answer = await replace(added);
    expect(said(answer)).toBe(200);
    expect(answer.body.data).toMatchObject({
      id: earlier,
      filename: 'one.jpg',
      bytes: file.length,
      replaced: true,
    });
    expect(await photos()).toEqual([earlier]);
    expect(await used()).toEqual(before);
    expect(await served()).toEqual([]);
    const { photos: bin } = (
      await owner.call<{ photos: object[] }>('GET', `/galleries/${gallery}/deleted-photos`)
    ).body.data;
    expect(bin).toEqual([]);
    expect((await auditDatabase(app.ctx.db)).filter(({ items }) => items.length > 0)).toEqual([]);
    await app.removeLeftovers();
    expect((await app.stock()).files.filter((name) => name.includes(added))).toEqual([]);
    expect((await app.stock()).temporary).toBe(0);
    expect((await auditFiles(app.ctx.db, app.store, true)).flatMap(({ items }) => items)).toEqual([]);
    const back = await owner.call<Photo>('POST', `/photos/${earlier}/bring-back`);
    expect(back.body.data.bytes).toBe(bytes.length);
    expect(await photos()).toEqual([earlier]);
    // The one that went is a photo like any other again.
    expect(await send(file, 'one-edited.jpg')).not.toBe(earlier);
  });

  test('is refused by another shot, and both stay', async () => {
    const added = await send(await at('2026:06:13 15:02:07', '431', 2), 'one.jpg');
    expect(said(await replace(added))).toEqual([409, 'photo_another_shot']);
    expect(said(await replace(earlier))).toEqual([404, 'photo_not_found']);
    expect(await photos()).toEqual([earlier, added]);
  });

  test('pressed twice at once happens once', async () => {
    const added = await send(await edited(), 'one.jpg');
    const answers = (await Promise.all([replace(added), replace(added)])).map(said);
    expect(answers).toContain(200);
    expect(answers.filter((answer) => answer !== 200)).toHaveLength(1);
    expect(await photos()).toEqual([earlier]);
  });

  test.each([
    ['hidden', (id: string) => owner.call('POST', `/photos/${id}/hide`, {})],
    [
      'left out',
      (id: string) =>
        owner.call('POST', `/galleries/${gallery}/kept-inside`, { photo_ids: [id], kept: true }),
    ],
  ])('keeps what is %s so, whichever of both it was', async (_, protect) => {
    const added = await send(await edited(), 'one.jpg');
    await protect(added);
    expect(await served()).toEqual([earlier]);
    expect((await replace(added)).body.data.held).toBe(true);
    await app.ctx.db.updateTable('photo').set({ awaits_grouping: false, awaits_answer: false }).execute();
    expect(await served()).toEqual([]);
    const again = await send(await edited(0.9), 'one.jpg');
    expect(said(await replace(again))).toBe(200);
    await app.ctx.db.updateTable('photo').set({ awaits_grouping: false, awaits_answer: false }).execute();
    expect(await served()).toEqual([]);
  });

  test('waits for an answer where somebody who refused was found on the added one alone', async () => {
    const added = await send(await edited(), 'one.jpg');
    await sayConsent(app, await findOn(added, 'mia'), 'outside', 'no');
    expect(await served()).toEqual([earlier]);
    await replace(added);
    await app.ctx.db.updateTable('photo').set({ awaits_grouping: false, awaits_comparison: false }).execute();
    expect(await served()).toEqual([]);
    expect(await app.ctx.db.selectFrom('removed_refuser').selectAll().execute()).toHaveLength(1);
  });

  test('asks nothing anew about somebody who is on both', async () => {
    const added = await send(await edited(), 'one.jpg');
    const mia = await findOn(earlier, 'mia');
    await findOn(added, 'mia', mia);
    await sayConsent(app, mia, 'outside', 'no');
    await replace(added);
    expect(await app.ctx.db.selectFrom('removed_refuser').selectAll().execute()).toEqual([]);
    expect(await served()).toEqual([]);
  });

  test('lets a program go on with the path by which the added one came', async () => {
    const added = await send(await edited(), 'one.jpg');
    await app.ctx.db
      .insertInto('delivered_file')
      .values({
        id: added,
        user_id: owner.id,
        gallery_id: gallery,
        name: 'one.jpg',
        state: 'taken',
        bytes: 1,
        sha256: Buffer.alloc(32),
        photo_id: added,
        sent_at: new Date(),
      })
      .execute();
    await replace(added);
    const { photo_id } = await app.ctx.db
      .selectFrom('delivered_file')
      .select('photo_id')
      .executeTakeFirstOrThrow();
    expect(photo_id).toBe(earlier);
  });
});
