/**
 * The photographer's rights in a gallery need the role at each call; those of whoever made the gallery do not.
 * @module-tag long
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Actor,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let eventClub: string;
let ownClub: string;
let event: string;
let foreign: string;
beforeAll(async () => {
  app = await startPhotoApp();
  eventClub = await createClub(app);
  ownClub = await createClub(app);
  foreign = await createClub(app);
  event = await createEvent(app, [eventClub]);
});
afterAll(() => app.close());

const roles = ['global', 'in the club of the event', 'in a club of the gallery', 'in a foreign club', 'none'];
const clubOfRole = (role: string): string | null =>
  ({
    'in the club of the event': eventClub,
    'in a club of the gallery': ownClub,
    'in a foreign club': foreign,
  })[role] ?? null;

async function give(user: string, role: string): Promise<void> {
  await app.ctx.db.deleteFrom('role_assignment').where('user_id', '=', user).execute();
  if (role !== 'none')
    await app.ctx.db
      .insertInto('role_assignment')
      .values({
        id: crypto.randomUUID(),
        user_id: user,
        role_name: 'photographer',
        club_id: clubOfRole(role),
      })
      .execute();
}

async function placed(place: string, actor: Actor): Promise<string> {
  const gallery = await createGallery(app, {
    event,
    visibility: 'private',
    photographer: place === 'creator' ? null : actor.id,
    createdBy: place === 'photographer' ? null : actor.id,
  });
  await app.ctx.db.insertInto('gallery_club').values({ gallery_id: gallery, club_id: ownClub }).execute();
  return gallery;
}

let shade = 0;
/** Bytes that are in no gallery yet. */
const picture = () => {
  shade += 1;
  return quarters(96, 64 + shade)
    .jpeg()
    .toBuffer();
};

const tus = (
  actor: Actor,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Uint8Array,
) =>
  fetch(`${app.url}${path}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${actor.token}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const begin = async (actor: Actor, gallery: string, bytes: number) =>
  tus(actor, 'POST', '/api/photos/uploads', {
    'upload-length': String(bytes),
    'upload-metadata': `gallery_id ${Buffer.from(gallery).toString('base64')}`,
  });
const part = (actor: Actor, path: string, at: number, body: Uint8Array) =>
  tus(
    actor,
    'PATCH',
    path,
    { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
    body,
  );

/** What is done, each with its right; the last act deletes the gallery. */
const acts: [string, (actor: Actor, gallery: string) => Promise<number>][] = [
  ['can_upload_photos', async (as, into) => (await app.send(await picture(), { as, gallery: into })).status],
  ['can_upload_photos', async (as, into) => (await begin(as, into, 100)).status],
  [
    'can_delete_photos',
    async (as, of) => (await as.call('DELETE', `/photos/${await createPhoto(app, of)}`)).status,
  ],
  [
    'can_delete_photos',
    async (as, of) => {
      const photo_ids = [await createPhoto(app, of)];
      const { body } = await as.call<{ deleted: number }>('POST', '/photos/bulk-delete', { photo_ids });
      return body.data.deleted === 1 ? 200 : 403;
    },
  ],
  [
    'can_set_cover',
    async (as, of) => (await as.call('PUT', `/galleries/${of}`, { cover_photo_id: null })).status,
  ],
  ['can_edit', async (as, of) => (await as.call('PUT', `/galleries/${of}`, { name: 'Cup' })).status],
  [
    'can_manage_access',
    async (as, of) =>
      (await as.call('POST', `/galleries/${of}/access`, { club_ids: [], user_ids: [] })).status,
  ],
  [
    'can_create_sharing_links',
    async (as, of) => (await as.call('POST', `/galleries/${of}/links`, {})).status,
  ],
  ['can_decide_takedowns', async (as, of) => (await as.call('GET', `/galleries/${of}/takedowns`)).status],
  [
    'can_decide_guest_photos',
    async (as, of) => (await as.call('GET', `/galleries/${of}/guest-photos`)).status,
  ],
  [
    'can_edit_people',
    async (as, of) => (await as.call('GET', `/facerecognition/galleries/${of}/history`)).status,
  ],
  [
    'can_answer_about_people',
    async (as, of) => (await as.call('GET', `/galleries/${of}/sharing-check`)).status,
  ],
  ['can_delete', async (as, of) => (await as.call('DELETE', `/galleries/${of}`)).status],
];

describe.each(['photographer', 'creator', 'both'])('the %s of a gallery', (place) => {
  test.each(roles)('with the role %s may do what the table says, and reads in any case', async (role) => {
    const actor = await createActor(app, ['photographer']);
    const gallery = await placed(place, actor);
    // Signed in before: rights hold at each call.
    await give(actor.id, role);
    const works = role !== 'none' && role !== 'in a foreign club';
    const isCreator = place !== 'photographer';
    const may: Record<string, boolean> = {
      can_upload_photos: works,
      can_delete_photos: works && place !== 'creator',
      can_set_cover: works || isCreator,
      can_edit_people: works || isCreator,
      can_answer_about_people: works || isCreator,
      can_decide_takedowns: works || isCreator,
      can_decide_guest_photos: works || isCreator,
      can_edit: isCreator,
      can_end_links: isCreator,
      can_manage_access: isCreator,
      can_create_sharing_links: isCreator,
      can_delete: isCreator,
    };
    const answer = await actor.call<{ permissions: Record<string, boolean> }>('GET', `/galleries/${gallery}`);
    expect(answer.body.data.permissions).toEqual(may);
    for (const [right, act] of acts)
      expect([right, (await act(actor, gallery)) < 300]).toEqual([right, may[right]]);
  });
});

test('a role that is taken while photos are on their way ends the upload at the next part', async () => {
  const actor = await createActor(app, ['photographer']);
  const gallery = await placed('both', actor);
  const bytes = await picture();
  const path = (await begin(actor, gallery, bytes.length)).headers.get('location')!;
  expect((await part(actor, path, 0, bytes.subarray(0, 50))).status).toBe(204);
  await give(actor.id, 'none');
  expect((await part(actor, path, 50, bytes.subarray(50, 100))).status).toBe(403);
  await give(actor.id, 'global');
  expect((await part(actor, path, 50, bytes.subarray(50))).status).toBe(201);
});
