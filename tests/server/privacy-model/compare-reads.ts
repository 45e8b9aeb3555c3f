import { toSql } from 'pgvector/kysely';
import { expect } from 'vitest';
import { photosOfFace } from '#server/features/faces/my-photos/found-photos.repository.ts';
import { searchThresholds } from '#server/features/faces/my-photos/search-thresholds.ts';
import { caller } from '#tests/support/actors.ts';
import { testRecogniser } from '#tests/support/faces.ts';
import type { PhotoApp } from '#tests/support/photo-app.ts';
import { unzip } from '#tests/support/zip.ts';
import { CLEAR, typedName, type World } from './create-world.ts';
import type { ModelGallery } from './privacy-model.ts';

type Pick = <T>(from: readonly T[]) => T;
type Look = (app: PhotoApp, world: World, pick: Pick) => Promise<number>;
type Gallery = World['galleries'][number];

/** Everything that is not permitted is named, so that a failure says what leaked. */
const expectNone = (leaks: unknown[]) => expect(leaks).toEqual([]);

/** Members, families, the photographer and strangers, some with roles in other clubs, those who have something to do with the gallery most often. */
function someAccount(world: World, gallery: ModelGallery, pick: Pick): number {
  const family = gallery.persons.flatMap(({ truly }) => (truly ? [...truly.guardians.keys()] : []));
  const all = [...world.accounts.keys()];
  return pick([
    pick(all),
    pick(all),
    pick(family),
    pick(all.slice(-5)),
    pick([...gallery.added, pick(all)]),
    gallery.creator,
  ]);
}

/** The pictures of blurred faces in our stand-in for a picture; none in the clear one. */
function facesBlurredIn(bytes: Buffer): string[] {
  const text = bytes.toString();
  if (text === CLEAR) return [];
  return (JSON.parse(text) as { x: number; y: number }[]).map(
    ({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`,
  );
}
const nameOf = ({ x, y }: { x: number; y: number }) => `${x.toFixed(3)} ${y.toFixed(3)}`;

/** A face lies where the picture that is there now has it; blurring goes by that place. */
function checkPlace(gallery: Gallery, photoId: string, person: number, box: { x: number; y: number }): void {
  const { x, y } = gallery.boxOf(person);
  const { movedBy } = gallery.photos.find(({ id }) => id === photoId)!;
  expect(nameOf(box)).toBe(nameOf({ x: x + movedBy, y }));
}

/** Whose face in the bytes of a photo should have been blurred. */
function clearFaces(
  world: World,
  account: number | undefined,
  gallery: Gallery,
  photoId: string,
  bytes: Buffer,
) {
  if (!world.model.isOutsider(account, gallery)) return [];
  const photo = gallery.photos.find(({ id }) => id === photoId)!;
  const blurred = facesBlurredIn(bytes);
  return world.model.refused(gallery, photo).filter((person) => {
    const { x, y } = gallery.boxOf(person);
    return !blurred.includes(nameOf({ x: x + photo.movedBy, y }));
  });
}

interface Seen {
  photos: { id: string; thumbhash: string | null }[];
  total: number;
}

/** Lists are not only a part of what is permitted, they are all of it. */
function checkList(
  world: World,
  account: number | undefined,
  gallery: Gallery,
  { photos, total }: Seen,
): number {
  const shown = world.model.shown(account, gallery);
  expect(new Set(photos.map(({ id }) => id))).toEqual(shown);
  expect(total).toBe(shown.size);
  if (world.model.isOutsider(account, gallery))
    expectNone(
      photos.filter(({ id, thumbhash }) => {
        const photo = gallery.photos.find((each) => each.id === id)!;
        return thumbhash !== null && world.model.refused(gallery, photo).length > 0;
      }),
    );
  return photos.length;
}

const lookAtPhotos: Look = async (_, world, pick) => {
  const gallery = pick(world.galleries);
  const account = someAccount(world, gallery, pick);
  const list = await world.accounts[account]!.call<Seen>('GET', `/photos/gallery/${gallery.id}?limit=100`);
  expect(list.status).toBe(world.model.mayRead(account, gallery) ? 200 : 403);
  return list.status === 200 ? checkList(world, account, gallery, list.body.data) : 0;
};

const lookAtOnePerson: Look = async (_, world, pick) => {
  const gallery = pick(world.galleries);
  const account = someAccount(world, gallery, pick);
  const person = pick([...gallery.persons.keys()].slice(0, 20));
  const { call } = world.accounts[account]!;
  const list = await call<Seen>(
    'GET',
    `/photos/gallery/${gallery.id}?limit=100&face_id=${gallery.persons[person]!.id}`,
  );
  if (list.status !== 200) return 0;
  const { photos } = list.body.data;
  const shown = world.model.mayTell(account, gallery, person)
    ? world.model.shown(account, gallery)
    : new Set();
  expectNone(photos.filter(({ id }) => !shown.has(id)));
  return photos.length;
};

function checkNames(world: World, account: number, gallery: Gallery, person: number, told: unknown): void {
  const names = world.people.filter(({ name }) => JSON.stringify(told).includes(name));
  expectNone(
    names.filter((known) => !world.model.mayName(account, gallery, person, known)).map(({ name }) => name),
  );
  const isTyped = JSON.stringify(told).includes(typedName(person));
  if (isTyped) expect(world.model.mayReadTyped(account, gallery, person)).toBe(true);
}

interface Told {
  person_id: string;
  photo_id: string;
  bounding_box: { x: number; y: number };
}

const lookAtFaces: Look = (_, world, pick) => {
  const gallery = pick(world.galleries);
  const path = pick([
    `facerecognition/faces/${pick(gallery.persons.slice(0, 20)).id}/faces`,
    `photos/${pick(gallery.photos).id}/faces`,
  ]);
  return checkFaces(world, gallery, path, pick);
};

const lookAtReplaced: Look = async (_, world, pick) => {
  const replaced = world.galleries.flatMap((gallery) =>
    gallery.photos.flatMap(({ id, movedBy }) => (movedBy > 0 ? [{ gallery, id }] : [])),
  );
  if (replaced.length === 0) return 0;
  const { gallery, id } = pick(replaced);
  return checkFaces(world, gallery, `photos/${id}/faces`, pick);
};

async function checkFaces(world: World, gallery: Gallery, path: string, pick: Pick): Promise<number> {
  const account = someAccount(world, gallery, pick);
  const list = await world.accounts[account]!.call<{ faces: Told[] }>('GET', `/${path}`);
  if (list.status !== 200) return 0;
  const shown = world.model.shown(account, gallery);
  for (const face of list.body.data.faces) {
    const person = gallery.persons.findIndex(({ id }) => id === face.person_id);
    expect(world.model.mayTell(account, gallery, person)).toBe(true);
    expect([...shown]).toContain(face.photo_id);
    checkPlace(gallery, face.photo_id, person, face.bounding_box);
    checkNames(world, account, gallery, person, face);
  }
  return list.body.data.faces.length;
}

const lookAtPeople: Look = async (_, world, pick) => {
  const gallery = pick(world.galleries);
  const account = someAccount(world, gallery, pick);
  const list = await world.accounts[account]!.call<{
    faces: { id: string; representative_photo_id: string }[];
  }>('GET', `/facerecognition/galleries/${gallery.id}/faces`);
  if (list.status !== 200) return 0;
  const shown = world.model.shown(account, gallery);
  for (const told of list.body.data.faces) {
    const person = gallery.persons.findIndex(({ id }) => id === told.id);
    expect(world.model.mayTell(account, gallery, person)).toBe(true);
    if (told.representative_photo_id) expect([...shown]).toContain(told.representative_photo_id);
    checkNames(world, account, gallery, person, told);
  }
  return list.body.data.faces.length;
};

const lookAtCaption: Look = async (_, world, pick) => {
  const captioned = world.galleries.filter(
    ({ showsCaptions, photos }) => showsCaptions && photos.some(({ caption }) => caption),
  );
  const gallery = pick([...captioned, pick(world.galleries)]);
  const account = someAccount(world, gallery, pick);
  const photo = pick([...gallery.photos.filter(({ caption }) => caption), pick(gallery.photos)]);
  const { status, body } = await world.accounts[account]!.call<{ caption: string }>(
    'GET',
    `/photos/${photo.id}/caption`,
  );
  expect(status === 200).toBe(world.model.shown(account, gallery).has(photo.id));
  if (status !== 200) return 0;
  const mayRead = world.model.mayReadCaption(account, gallery, photo, world.people, typedName);
  expect(body.data.caption).toBe(mayRead ? photo.caption : '');
  return body.data.caption.length;
};

const sizes = ['small', 'original'];
const lookAtBytes: Look = async (app, world, pick) => {
  const gallery = pick(world.galleries);
  const account = someAccount(world, gallery, pick);
  const photo = pick(gallery.photos.slice(0, 10));
  const [size, byLink] = [pick(sizes), pick([true, false])];
  const response = byLink
    ? await fetch(`${app.url}/api/galleries/shared/${gallery.token}/photos/${photo.id}/download?size=${size}`)
    : await fetch(`${app.url}/api/photos/${photo.id}/download?size=${size}`, {
        headers: { Authorization: `Bearer ${world.accounts[account]!.token}` },
      });
  const bytes = Buffer.from(await response.arrayBuffer());
  const viewer = byLink ? undefined : account;
  expect([byLink, size, response.status === 200]).toEqual([
    byLink,
    size,
    world.model.shown(viewer, gallery).has(photo.id),
  ]);
  if (response.status !== 200) return 0;
  expectNone(clearFaces(world, viewer, gallery, photo.id, bytes));
  return 1;
};

const lookAtArchive: Look = async (app, world, pick) => {
  const gallery = pick(world.galleries);
  const account = someAccount(world, gallery, pick);
  const byLink = pick([true, false]);
  const person = pick([undefined, pick([...gallery.persons.keys()].slice(0, 15))]);
  const query = person === undefined || byLink ? '' : `?face_id=${gallery.persons[person]!.id}`;
  const path = byLink
    ? `/galleries/shared/${gallery.token}/download`
    : `/galleries/${gallery.id}/download${query}`;
  const headers: Record<string, string> = byLink
    ? {}
    : { Authorization: `Bearer ${world.accounts[account]!.token}` };
  const response = await fetch(`${app.url}/api${path}`, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return 0;
  const viewer = byLink ? undefined : account;
  const isTold = query === '' || world.model.mayTell(viewer, gallery, person!);
  const shown = isTold ? world.model.shown(viewer, gallery) : new Set();
  const files = unzip(bytes);
  for (const file of files) {
    const id = file.name.replace('.jpg', '');
    expect([...shown]).toContain(id);
    expectNone(clearFaces(world, viewer, gallery, id, file.bytes));
  }
  return files.length;
};

const lookByLink: Look = async (app, world, pick) => {
  const gallery = pick(world.galleries);
  const visit = caller(app.url);
  // By the common link of its event a visitor finds the same.
  const common = await visit<{ galleries: { token: string }[]; photo_count: number }>(
    'GET',
    `/galleries/shared/${gallery.common_token}`,
  );
  const together = world.galleries.filter(({ common_token }) => common_token === gallery.common_token);
  expect(common.body.data.galleries.map(({ token }) => token)).toEqual(together.map(({ token }) => token));
  expect(common.body.data.photo_count).toBe(world.model.shown(undefined, together[0]!).size);
  const list = await visit<Seen>('GET', `/galleries/shared/${gallery.token}/photos?limit=100`);
  const count = checkList(world, undefined, gallery, list.body.data);
  const filter = await visit<{ people: { id: string }[] }>(
    'GET',
    `/galleries/shared/${gallery.token}/people`,
  );
  const { people } = filter.body.data;
  expectNone(
    people.filter(({ id }) =>
      [...gallery.persons.find((person) => person.id === id)!.linked].some(
        (known) => world.model.consent(known, 'outside') !== 'yes',
      ),
    ),
  );
  return count + people.length;
};

const lookAtGallery: Look = async (_, world, pick) => {
  const gallery = pick(world.galleries);
  const account = someAccount(world, gallery, pick);
  type Described = { photo_count: number; preview_photo_id: string | null; preview_thumbhash: string | null };
  const one = await world.accounts[account]!.call<Described>('GET', `/galleries/${gallery.id}`);
  if (one.status !== 200) return 0;
  const shown = world.model.shown(account, gallery);
  const { photo_count, preview_photo_id, preview_thumbhash } = one.body.data;
  expect(photo_count).toBe(shown.size);
  if (preview_photo_id === null) return 0;
  expect([...shown]).toContain(preview_photo_id);
  const photo = gallery.photos.find(({ id }) => id === preview_photo_id)!;
  if (world.model.isOutsider(account, gallery) && world.model.refused(gallery, photo).length > 0)
    expect(preview_thumbhash).toBe(null);
  return photo_count;
};

/**
 * Photos that were found are shown to the viewer, and not because of somebody whom the viewer is not told of, or who may not
 * be found in this way.
 */
function checkFound(
  world: World,
  account: number,
  wanted: number,
  ids: readonly string[],
  mayBeFound: (person: ModelGallery['persons'][number]) => boolean = () => true,
): void {
  const known = world.people[wanted]!;
  for (const id of ids) {
    const gallery = world.galleries.find(({ photos }) => photos.some((photo) => photo.id === id))!;
    expect([...world.model.shown(account, gallery)]).toContain(id);
    const photo = gallery.photos.find((each) => each.id === id)!;
    const reasons = photo.persons.filter((person) => {
      const one = gallery.persons[person]!;
      const isWanted = one.truly === known || one.linked.has(known);
      return isWanted && mayBeFound(one) && world.model.mayTell(account, gallery, person);
    });
    expect(reasons.length).toBeGreaterThan(0);
  }
}

const lookAtMyPhotos: Look = async (_, world, pick) => {
  const enrolled = [...world.people.keys()].filter((i) => i % 2 === 0);
  const agreed = enrolled.filter((i) => world.model.consent(world.people[i]!, 'find') === 'yes');
  const inGalleries = new Set(
    world.galleries.flatMap(({ persons }) => persons.flatMap((one) => [...one.linked])),
  );
  const linked = enrolled.filter((i) => inGalleries.has(world.people[i]!));
  const wanted = pick([enrolled, ...[agreed, linked].filter(({ length }) => length > 0)].map(pick));
  const known = world.people[wanted]!;
  const family = [...known.guardians.keys(), ...(known.account === undefined ? [] : [known.account])];
  const now = family.filter((one) => world.model.isFamily(one, known));
  const account = pick([...now, ...now, ...family, pick([...world.accounts.keys()])]);
  const mine = await world.accounts[account]!.call<{ photos: { id: string }[] }>(
    'GET',
    `/my-photos/${known.id}/photos?limit=100`,
  );
  expect(mine.status).toBe(world.model.isFamily(account, known) ? 200 : 404);
  if (mine.status !== 200) return 0;
  const ids = mine.body.data.photos.map(({ id }) => id);
  const find = world.model.consent(known, 'find');
  if (find === 'no') expectNone(ids);
  // Without an answer, those that editors have linked.
  checkFound(world, account, wanted, ids, (person) => find === 'yes' || person.linked.has(known));
  return ids.length;
};

const searchByPhoto: Look = async (app, world, pick) => {
  const wanted = pick([...world.people.keys()]);
  const account = pick([...world.accounts.keys()]);
  const viewer = { id: world.accounts[account]!.id, grants: [] };
  const thresholds = searchThresholds(app.ctx.engine, testRecogniser, 'photo-search');
  const search = { viewer, thresholds, today: app.ctx.clock.today() };
  const found = await photosOfFace(app.ctx.db, search, toSql([...world.embeddings[wanted]!]), 100);
  checkFound(
    world,
    account,
    wanted,
    found.map(({ id }) => id),
    (person) => world.model.mayFindByPicture(account, person),
  );
  return found.length;
};

type Checked = { person: { id: string } };
interface SharingCheck {
  refused: (Checked & { left_out: number; blurred: number })[];
  left_out: number;
  unanswered: (Checked & { photo_count: number })[];
  unlinked: (Checked & { photo_count: number })[];
  asked: (Checked & { photo_count: number })[];
  likely_refusers: { club_person_id: string; waiting: { photo_count: number } | null }[];
  kept_inside: { total: number };
}

/** What is said before a gallery is shared is what a visitor by its link is served, and about whom. */
const lookAtSharingCheck: Look = async (_, world, pick) => {
  const gallery = pick(world.galleries);
  const { call } = world.accounts[gallery.creator]!;
  const { body } = await call<SharingCheck>('GET', `/galleries/${gallery.id}/sharing-check`);
  const said = body.data;
  const { model } = world;
  const isLeftOut = (photo: ModelGallery['photos'][number]) => model.isLeftOutByRefusal(gallery, photo);
  const served = model.shown(undefined, gallery);
  const inQuestion = gallery.photos.filter((photo) => !photo.hidden);
  const byHand = inQuestion.filter((photo) => photo.keptInside);
  const others = inQuestion.filter((photo) => !photo.keptInside);
  expect(said.kept_inside.total).toBe(byHand.length);
  expect(said.left_out).toBe(others.filter(isLeftOut).length);
  const waiting = others.filter((photo) => !isLeftOut(photo) && model.waits(gallery, photo));
  expect(said.left_out + said.kept_inside.total + waiting.length).toBe(inQuestion.length - served.size);
  for (const { club_person_id, waiting: waits } of said.likely_refusers) {
    const isIt = ({ id }: { id: string }) => id === club_person_id;
    const photos = others.filter(
      (photo) => !isLeftOut(photo) && [...model.waitsFor(gallery, photo)].some(isIt),
    );
    expect(waits?.photo_count ?? 0).toBe(photos.length);
  }
  const numberOf = ({ person: { id } }: Checked) => gallery.persons.findIndex((person) => person.id === id);
  const photosOf = (one: Checked) => others.filter(({ persons }) => persons.includes(numberOf(one)));
  for (const one of said.refused) {
    const left_out = photosOf(one).filter(isLeftOut).length;
    expect([one.left_out, one.blurred]).toEqual([left_out, photosOf(one).length - left_out]);
  }
  const seen = (person: number) => others.some((photo) => photo.persons.includes(person));
  const refused = [...gallery.persons.keys()].filter(
    (person) => model.refuses(gallery, person) && seen(person),
  );
  expect(said.refused.map(numberOf).sort()).toEqual(refused.sort());
  for (const one of [...said.unanswered, ...said.unlinked, ...said.asked]) {
    expect(model.refuses(gallery, numberOf(one))).toBe(false);
    expect(one.photo_count).toBe(photosOf(one).filter((photo) => !isLeftOut(photo)).length);
  }
  for (const one of said.unlinked) expect(gallery.persons[numberOf(one)]!.linked.size).toBe(0);
  for (const one of said.asked) expect(model.isAskedAbout(gallery, numberOf(one))).toBe(true);
  for (const one of said.unanswered)
    expect(
      [...gallery.persons[numberOf(one)]!.linked].some(
        (known) => model.consent(known, 'outside') === 'unknown',
      ),
    ).toBe(true);
  return said.left_out + said.unanswered.length + said.likely_refusers.length + said.asked.length;
};

export const looks: Record<string, { look: Look; weight: number }> = {
  photos: { look: lookAtPhotos, weight: 4 },
  'photos of a person': { look: lookAtOnePerson, weight: 3 },
  people: { look: lookAtPeople, weight: 3 },
  faces: { look: lookAtFaces, weight: 3 },
  'faces of replaced photos': { look: lookAtReplaced, weight: 2 },
  caption: { look: lookAtCaption, weight: 3 },
  bytes: { look: lookAtBytes, weight: 6 },
  archive: { look: lookAtArchive, weight: 1 },
  link: { look: lookByLink, weight: 3 },
  gallery: { look: lookAtGallery, weight: 2 },
  'my photos': { look: lookAtMyPhotos, weight: 4 },
  'sharing check': { look: lookAtSharingCheck, weight: 3 },
  'find once': { look: searchByPhoto, weight: 2 },
};
