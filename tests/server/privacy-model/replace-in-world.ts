import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Imaging } from '#ml/imaging/types.ts';
import { unblockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { newId } from '#server/ids.ts';
import { type GivenKey, giveKey } from '#tests/support/api-keys.ts';
import { syntheticEmbedding } from '#tests/support/faces.ts';
import type { PhotoApp } from '#tests/support/photo-app.ts';
import { CLEAR, newPhoto, saveFaces, typedName, type World } from './create-world.ts';
import type { ModelPhoto } from './privacy-model.ts';

/** Photos that are replaced, by their menu, by one that was added beside or by a program, or that follow another on its path. */

type Pick = <T>(from: readonly T[]) => T;
type Gallery = World['galleries'][number];

/** As many as lists answer at once. */
const MOST_PHOTOS = 90;
/** A crop moves the faces so far. */
const STEP = 0.001;

let files = 0;
/** No two files have the same bytes. */
function nextFile(): Buffer {
  files += 1;
  return Buffer.from(`picture ${files}`);
}

/** What the next file shows and says. */
let next = { isSameShot: true, caption: '' };
const captions = ['', 'A goal of the keeper', `Goal by ${typedName(2)}`];
/** Programs of the photographer. */
let key: GivenKey | undefined;

/** Stand-ins for decoders, by which pictures are the clear one, and files of the same shot where a step says so. */
export const decoders: Partial<Imaging> = {
  async makeRenditions({ source, renditions }) {
    for (const { path } of Object.values(renditions)) await writeFile(path, CLEAR);
    const { caption } = next;
    return {
      mime: 'image/jpeg',
      width: 1600,
      height: 1200,
      thumbhash: 'clear',
      pixel_sha256: createHash('sha256')
        .update(await readFile(source))
        .digest('hex'),
      taken: null,
      credit: null,
      camera: null,
      damage: null,
      words: {
        ...{ caption, headline: '', keywords: [], people: [], regions: [], rating: null, label: '' },
        applied_to: null,
      },
    };
  },
  compareShots: async () => ({
    isSame: next.isSameShot,
    distance: 0,
    placement: [1, 0, STEP, 0, 1, 0],
  }),
};

const creatorOf = (world: World, gallery: Gallery) => world.accounts[gallery.creator]!;

export async function leaveOut(app: PhotoApp, photo: ModelPhoto, isLeftOut: boolean): Promise<void> {
  const { db } = app.ctx;
  photo.keptInside = isLeftOut;
  await db.updateTable('photo').set({ is_kept_inside: isLeftOut }).where('id', '=', photo.id).execute();
  if (!isLeftOut) await forget(app, photo, 'left_out');
}

/** What was said against earlier files of the photo does not hold against it any more. */
const forget = ({ ctx }: PhotoApp, { id }: ModelPhoto, kind: 'hidden' | 'left_out') =>
  ctx.db.transaction().execute((trx) => unblockPictures(ctx, trx, [id], [kind]));

/** Somebody asks to hide it, or the request is declined. */
export async function hide(
  app: PhotoApp,
  gallery: Gallery,
  photo: ModelPhoto,
  isHidden: boolean,
): Promise<void> {
  if (photo.hidden === isHidden) return;
  photo.hidden = isHidden;
  const { db, clock } = app.ctx;
  if (isHidden)
    await db
      .insertInto('takedown')
      .values({ id: newId(), gallery_id: gallery.id, photo_id: photo.id, asked_at: clock.now() })
      .execute();
  else {
    await db.deleteFrom('takedown').where('photo_id', '=', photo.id).execute();
    await forget(app, photo, 'hidden');
  }
}

/** By the menu of the photo, or by a program at its path. */
export async function replace(app: PhotoApp, world: World, gallery: Gallery, pick: Pick): Promise<void> {
  // Of the first ones the bytes are looked at.
  const photo = pick(gallery.photos.slice(0, 10));
  next = { isSameShot: true, caption: pick(captions) };
  if (pick([true, false])) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(nextFile())]), 'edited.jpg');
    const { call } = creatorOf(world, gallery);
    expect((await call('POST', `/photos/${photo.id}/replace`, form)).status).toBe(200);
  } else await putAt(app, world, gallery, photo);
  world.model.replaced(gallery, photo, world.people);
  photo.movedBy += STEP;
  photo.caption = next.caption;
}

/** A file of the same shot is added as a photo of its own, and it is found who is on it. */
export async function addBeside(app: PhotoApp, world: World, gallery: Gallery, pick: Pick): Promise<void> {
  if (gallery.photos.length > MOST_PHOTOS) return;
  const newerThan = pick(gallery.photos.filter((photo) => !photo.newerThan));
  next = { isSameShot: true, caption: pick(captions) };
  const { body, status } = await app.send(nextFile(), {
    as: creatorOf(world, gallery),
    gallery: gallery.id,
  });
  expect(status).toBe(201);
  const added = await come(app, world, gallery, pick, body.data, newerThan);
  added.newerThan = newerThan;
  const protect = pick(['nothing', 'nothing', 'left out', 'hidden', 'awaits answer']);
  if (protect === 'left out') await leaveOut(app, added, true);
  if (protect === 'hidden') await hide(app, gallery, added, true);
  if (protect !== 'awaits answer') return;
  added.awaitsAnswer = true;
  await app.ctx.db.updateTable('photo').set({ awaits_answer: true }).where('id', '=', added.id).execute();
}

/** Some of the people of the other photo are on it, or somebody else. */
async function come(
  app: PhotoApp,
  world: World,
  gallery: Gallery,
  pick: Pick,
  { id }: { id: string },
  before: ModelPhoto,
): Promise<ModelPhoto> {
  const { db } = app.ctx;
  const photo = newPhoto(id);
  photo.caption = next.caption;
  photo.persons = pick([
    before.persons,
    before.persons.slice(1),
    [pick([...gallery.persons.keys()].slice(0, 20))],
    [],
  ]);
  await db
    .updateTable('photo')
    .set({ filename: `${id}.jpg` })
    .where('id', '=', id)
    .execute();
  await saveFaces(app, world, gallery, [photo], () => syntheticEmbedding(newId()));
  await db
    .updateTable('photo_analysis')
    .set({ status: 'completed', pipeline_version: 'test 1' })
    .where('photo_id', '=', id)
    .execute();
  world.model.comesIn(gallery, photo, world.people);
  // At the beginning, where most looks are.
  gallery.photos.unshift(photo);
  return photo;
}

/** Whoever added it says that it is a newer version. */
export async function replaceByAdded(world: World, pick: Pick): Promise<void> {
  const all = world.galleries.flatMap((gallery) =>
    gallery.photos.flatMap((added) => (added.newerThan ? [{ gallery, added }] : [])),
  );
  if (all.length === 0) return;
  const { gallery, added } = pick(all);
  const photo = added.newerThan!;
  next = { isSameShot: true, caption: pick(captions) };
  const { status } = await creatorOf(world, gallery).call(
    'POST',
    `/photos/${photo.id}/replace-by/${added.id}`,
  );
  expect(status).toBe(200);
  world.model.replacedByAdded(gallery, photo, added, world.people);
  photo.movedBy += STEP;
  photo.caption = next.caption;
}

/** Another shot comes by the path of a photo, most often of a protected one. */
export async function sendByPath(app: PhotoApp, world: World, gallery: Gallery, pick: Pick): Promise<void> {
  if (gallery.photos.length > MOST_PHOTOS) return;
  const isProtected = (photo: ModelPhoto) =>
    photo.hidden || photo.keptInside || world.model.refused(gallery, photo).length > 0;
  const before = pick([...gallery.photos.filter(isProtected), pick(gallery.photos)]);
  next = { isSameShot: false, caption: pick(captions) };
  const delivered = await putAt(app, world, gallery, before);
  const photo = await come(app, world, gallery, pick, { id: delivered }, before);
  world.model.holdLike(gallery, photo, before);
}

/** @returns the photo that the path has then */
async function putAt(app: PhotoApp, world: World, gallery: Gallery, before: ModelPhoto): Promise<string> {
  const { db, clock } = app.ctx;
  const owner = creatorOf(world, gallery);
  key ??= await giveKey(app, owner, 'upload');
  const { sha256 } = await db
    .selectFrom('photo')
    .select('sha256')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow();
  const path = { gallery_id: gallery.id, name: `${newId()}.jpg` };
  await db
    .insertInto('delivered_file')
    .values({
      ...{ id: newId(), ...path, user_id: owner.id, api_key_id: key.id, photo_id: before.id },
      ...{ state: 'taken', bytes: 1, sha256, made_photo: true, sent_at: clock.now() },
    })
    .execute();
  const { slug } = await db
    .selectFrom('event')
    .select('slug')
    .where('id', '=', gallery.event_id)
    .executeTakeFirstOrThrow();
  const { status } = await fetch(`${app.url}/dav/${slug}/${encodeURIComponent(gallery.name)}/${path.name}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${key.key}` },
    body: new Uint8Array(nextFile()),
  });
  expect(status).toBe(204);
  const { photo_id } = await db
    .selectFrom('delivered_file')
    .select('photo_id')
    .where('name', '=', path.name)
    .executeTakeFirstOrThrow();
  expect(photo_id === before.id).toBe(next.isSameShot);
  return photo_id!;
}
