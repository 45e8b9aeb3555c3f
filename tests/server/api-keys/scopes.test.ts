/**
 * What a key for programs opens: every route with every scope, and what it is told there.
 * @module-tag long
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';
import { type KeyScope, keyScopes } from '#server/contract/key-scopes.ts';
import { type GalleryAction, targetRules } from '#server/contract/permissions.ts';
import { fileOperations } from '#server/rest/file-routes.openapi.ts';
import { openApiDocument, procedureOf } from '#server/rest/openapi.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { type GivenKey, giveKey } from '#tests/support/api-keys.ts';
import { type PhotoApp, startPhotoApp, type Uploaded } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let owner: Actor;
let ids: Record<'club' | 'event' | 'gallery' | 'photo' | 'user', string>;
let keys: Record<KeyScope, GivenKey>;
beforeAll(async () => {
  app = await startPhotoApp();
  owner = await createActor(app, ['superuser', 'admin', 'club_admin', 'photographer']);
  const club = await createClub(app);
  await addMember(app, club, owner.id);
  const event = await createEvent(app, [club], owner.id);
  const own = { event, createdBy: owner.id, photographer: owner.id };
  const gallery = await createGallery(app, own);
  const photo = (await app.send(await pictureOf(300, 200), { as: owner, gallery })).body.data.id;
  ids = { club, event, gallery, photo, user: owner.id };
  const given = await Promise.all(keyScopes.map((scope) => giveKey(app, owner, scope)));
  keys = Object.fromEntries(keyScopes.map((scope, i) => [scope, given[i]])) as typeof keys;
});
afterAll(() => app.close());

const pictureOf = (width: number, height: number) => quarters(width, height).jpeg().toBuffer();

const nouns: Record<string, keyof typeof ids> = {
  users: 'user',
  clubs: 'club',
  events: 'event',
  galleries: 'gallery',
  photos: 'photo',
};
const realPath = (path: string) =>
  path
    .replace('{user_id}', ids.user)
    .replace('{club_id}', ids.club)
    .replace('{event_id}', ids.event)
    .replace('{gallery_id}', ids.gallery)
    .replace(
      '{id}',
      ids[/\/galleries\/|\/gallery\//.test(path) ? 'gallery' : (nouns[path.split('/')[1]!] ?? 'gallery')],
    )
    .replace(/\{\w+\}/g, 'none');
const calls = [
  ...routes.map(({ method, path, keyScope }) => ({ method, path, keyScope })),
  ...fileOperations.map(({ method, path, keyScope }) => ({ method, path, keyScope })),
];
const headersFor = (path: string): Record<string, string> =>
  path.includes('/uploads') ? { 'Tus-Resumable': '1.0.0' } : {};
const opens = (scope: KeyScope, wanted: KeyScope | undefined) =>
  wanted !== undefined && keyScopes.indexOf(scope) >= keyScopes.indexOf(wanted);
async function send(key: GivenKey, { method, path }: { method: string; path: string }) {
  const response = await fetch(`${app.url}/api${realPath(path)}`, {
    method: method.toUpperCase(),
    headers: { Authorization: `Bearer ${key.key}`, ...headersFor(path) },
    redirect: 'manual',
  });
  const text = await response.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
  return { status: response.status, code };
}

/** They look at no sign-in at all: what they answer is what they answer anybody. */
const withoutViewer = ['/calendar/{file}', '/mail/unsubscribe/{token}', '/auth/oidc/backchannel-logout'];

describe('every call, with a key of an account that may everything', () => {
  const refused = calls.filter(({ keyScope, path }) => !keyScope && !withoutViewer.includes(path));
  test.each(refused.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is refused with any scope',
    async (_name, call) => {
      for (const scope of keyScopes) {
        const answer = await send(keys[scope], call);
        expect([scope, answer.status]).toEqual([scope, 403]);
        if (call.method !== 'head') expect(answer.code).toBe('api_key_refused');
      }
    },
  );

  const accepted = calls.filter(({ keyScope }) => keyScope);
  test.each(accepted.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is opened by its scope, and by none below',
    async (_name, call) => {
      for (const scope of keyScopes.filter((each) => !opens(each, call.keyScope)))
        expect(await send(keys[scope], call)).toEqual({
          status: 403,
          code: call.method === 'head' ? undefined : 'api_key_refused',
        });
      // Reading changes nothing; the others are tried below.
      if (call.method === 'get')
        for (const scope of keyScopes.filter((each) => opens(each, call.keyScope)))
          expect([scope, (await send(keys[scope], call)).status]).toEqual([scope, 200]);
    },
  );

  test('these are all that keys open', () => {
    expect(
      accepted.map(({ method, path, keyScope }) => `${keyScope} ${method} ${path}`).sort(),
    ).toMatchInlineSnapshot(`
        [
          "manage delete /photos/{id}",
          "manage post /photos/bulk-delete",
          "manage put /galleries/{id}",
          "read get /galleries",
          "read get /galleries/{id}",
          "read get /galleries/{id}/download",
          "read get /photos/gallery/{gallery_id}",
          "read get /photos/{id}",
          "read get /photos/{id}/download",
          "read post /galleries/{id}/download",
          "upload delete /photos/uploads/{id}",
          "upload head /photos/uploads/{id}",
          "upload patch /photos/uploads/{id}",
          "upload post /photos/upload",
          "upload post /photos/uploads",
          "upload post /photos/{id}/replace",
        ]
      `);
    for (const { path } of accepted) expect(path).toMatch(/^\/(photos|galleries)\b/);
  });

  test('what a call asks of the gallery is what its scope allows there', () => {
    const facts = {
      visibility: 'private',
      isCreator: true,
      isPhotographer: true,
      isPhotographerHere: true,
      isAddedUser: false,
      isInClub: true,
      isClubAdminHere: true,
      isBesideKey: false,
    } as const;
    for (const row of routes.filter(({ keyScope }) => keyScope)) {
      const [noun, action] = (procedureOf(row.procedure).meta?.rule ?? '').split('.');
      if (noun !== 'gallery') continue;
      for (const scope of keyScopes) {
        const viewer = { id: 'me', grants: [], key: { id: 'key', scope, galleryId: null } };
        if (opens(scope, row.keyScope))
          expect([row.path, scope, targetRules.gallery[action as GalleryAction](viewer, facts)]).toEqual([
            row.path,
            scope,
            true,
          ]);
      }
    }
  });

  test('the description of the API says it of each', () => {
    const { paths } = openApiDocument() as {
      paths: Record<string, Record<string, { security: Record<string, string[]>[]; description: string }>>;
    };
    for (const { method, path, keyScope } of calls) {
      const { security, description } = paths[`/api${path}`]![method]!;
      const scopes = security.flatMap(({ key }) => key ?? []);
      expect([path, scopes]).toEqual([path, keyScope ? [keyScope] : []]);
      expect(description).toContain(keyScope ? `scope ${keyScope}` : 'do not open it');
    }
  });

  test('no procedure of the page', async () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
    for (const [name, { _def }] of Object.entries(procedures)) {
      const response = await fetch(`${app.url}/trpc/${name}`, {
        method: _def.type === 'mutation' ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${keys.manage.key}`, 'Content-Type': 'application/json' },
      });
      // A stream says it as its first event.
      const status = _def.type === 'subscription' ? 200 : 403;
      const said = (await response.text()).includes('api_key_refused');
      expect([name, response.status, said]).toEqual([name, status, true]);
    }
  });
});

const listed = async ({ call }: Pick<GivenKey, 'call'>) =>
  (await call<{ galleries: { id: string }[] }>('GET', '/galleries?limit=100')).body.data.galleries.map(
    ({ id }) => id,
  );

describe('whose galleries', () => {
  test('an administrator reads by key what they read without the office, and no more', async () => {
    const [admin, club] = [await createActor(app, ['admin']), await createClub(app)];
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    const event = await createEvent(app, [club]);
    const restricted = await createGallery(app, { event });
    for (const actor of [admin, head]) {
      const key = await giveKey(app, actor, 'read');
      // Remembered of the account: nothing is written between the two.
      expect((await actor.call('GET', `/galleries/${restricted}`)).status).toBe(200);
      expect((await key.call('GET', `/galleries/${restricted}`)).status).toBe(403);
      expect((await key.call('GET', `/photos/gallery/${restricted}`)).status).toBe(403);
      expect(await listed(key)).not.toContain(restricted);
      await addMember(app, club, actor.id);
      expect((await key.call('GET', `/galleries/${restricted}`)).status).toBe(200);
      expect(await listed(key)).toContain(restricted);
    }
  });

  test('keys to upload see where their owner uploads, those to manage where they edit', async () => {
    const photographer = await createActor(app, ['photographer']);
    const event = await createEvent(app);
    const assigned = await createGallery(app, { event, photographer: photographer.id });
    const made = await createGallery(app, { event, createdBy: photographer.id, visibility: 'private' });
    const open = await createGallery(app, { event, visibility: 'public' });
    const seen = async (scope: KeyScope) => {
      const key = await giveKey(app, photographer, scope);
      const list = (await listed(key)).filter((id) => [assigned, made, open].includes(id));
      for (const id of [assigned, made, open])
        expect((await key.call('GET', `/galleries/${id}`)).status).toBe(list.includes(id) ? 200 : 403);
      return list.sort();
    };
    expect(await seen('read')).toEqual([assigned, made, open].sort());
    expect(await seen('upload')).toEqual([assigned, made].sort());
    expect(await seen('manage')).toEqual([made]);
  });

  test('a key for one gallery opens no other, and there an administrator may upload', async () => {
    const admin = await createActor(app, ['admin']);
    const event = await createEvent(app);
    const [one, other] = [await createGallery(app, { event }), await createGallery(app, { event })];
    const key = await giveKey(app, admin, 'upload', { gallery: one });
    expect(await listed(key)).toEqual([one]);
    const upload = async (gallery: string) => {
      const form = new FormData();
      form.set('gallery_id', gallery);
      form.set('file', new Blob([new Uint8Array(await pictureOf(200, 100))]), 'a.jpg');
      return (await key.call('POST', '/photos/upload', form)).status;
    };
    expect(await upload(one)).toBe(201);
    expect(await upload(other)).toBe(403);
    expect((await key.call('GET', `/galleries/${other}`)).status).toBe(403);
  });
});

describe('what is told', () => {
  test('no names, no people, no ids of others', async () => {
    const photographer = await createActor(app, ['photographer'], 'Petra');
    const gallery = await createGallery(app, {
      event: ids.event,
      createdBy: photographer.id,
      photographer: photographer.id,
      name: 'Final',
    });
    const sent = await app.send(await pictureOf(320, 200), { as: photographer, gallery });
    const texts = [
      await keys.read.call('GET', `/galleries/${gallery}`),
      await keys.read.call('GET', `/galleries?limit=100`),
      await keys.read.call('GET', `/photos/gallery/${gallery}`),
      await keys.read.call('GET', `/photos/${sent.body.data.id}`),
    ].map(({ status, body }) => [status, JSON.stringify(body.data)] as const);
    for (const [status, text] of texts) {
      expect(status).toBe(200);
      for (const secret of ['Petra', photographer.username, photographer.id])
        expect(text).not.toContain(secret);
      expect(text).not.toMatch(/"people_count":[1-9]|no_faces/);
    }
  });

  test('nobody is asked for: neither faces nor photographers', async () => {
    const calls = [
      ['GET', `/photos/gallery/${ids.gallery}?face_id=${ids.photo}`],
      ['GET', `/galleries/${ids.gallery}/download?face_id=${ids.photo}`],
      ['POST', `/galleries/${ids.gallery}/download`, { face_id: ids.photo }],
      ['GET', `/galleries?photographer_id=${ids.user}`],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await keys.manage.call(method, path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'api_key_refused']);
    }
  });

  test('hidden photos are not there, also for whoever decides about them', async () => {
    const { id } = (await app.send(await pictureOf(330, 200), { as: owner, gallery: ids.gallery })).body.data;
    expect((await keys.manage.call('GET', `/photos/${id}`)).status).toBe(200);
    expect((await owner.call('POST', `/photos/${id}/hide`)).status).toBe(200);
    expect((await owner.call('GET', `/photos/${id}`)).status).toBe(200);
    // Remembered of the owner: nothing is written before the key asks.
    const owners = { Authorization: `Bearer ${owner.token}` };
    expect((await fetch(`${app.url}/api/photos/${id}/download`, { headers: owners })).status).toBe(200);
    const { manage } = keys;
    expect((await manage.call('GET', `/photos/${id}`)).status).toBe(404);
    expect((await manage.call('GET', `/photos/${id}/download`)).status).toBe(404);
    expect((await manage.call('DELETE', `/photos/${id}`)).status).toBe(404);
    const bulk = await manage.call<{ skipped: object }>('POST', '/photos/bulk-delete', { photo_ids: [id] });
    expect(bulk.body.data.skipped).toEqual({ forbidden: [], missing: [id] });
    const list = await manage.call<{ photos: { id: string }[] }>('GET', `/photos/gallery/${ids.gallery}`);
    expect(list.body.data.photos.map((photo) => photo.id)).not.toContain(id);
    // Sent again it is the same photo, and nothing is said of it.
    const form = new FormData();
    form.set('gallery_id', ids.gallery);
    form.set('file', new Blob([new Uint8Array(await pictureOf(330, 200))]), 'a.jpg');
    const again = await manage.call<Uploaded>('POST', '/photos/upload', form);
    expect(again.body.data).toMatchObject({ id, duplicate: true, is_taken_down: false });
    expect((await owner.call('GET', `/photos/${id}`)).status).toBe(200);
  });

  test('an original comes without what its file says, as readers get it', async () => {
    const byKey = await fetch(`${app.url}/api/photos/${ids.photo}/download`, {
      headers: { Authorization: `Bearer ${keys.manage.key}` },
    });
    const byOwner = await fetch(`${app.url}/api/photos/${ids.photo}/download`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    expect([byKey.status, byOwner.status]).toEqual([200, 200]);
    expect(byKey.headers.get('etag')).not.toBe(byOwner.headers.get('etag'));
  });
});

describe('what is changed', () => {
  test('name and cover of a gallery, and not whom it reaches', async () => {
    const gallery = await createGallery(app, {
      event: ids.event,
      createdBy: owner.id,
      visibility: 'private',
    });
    const change = async (fields: object) =>
      (await keys.manage.call('PUT', `/galleries/${gallery}`, fields)).status;
    expect(await change({ name: 'Final, second half' })).toBe(200);
    expect(await change({ cover_photo_id: null })).toBe(200);
    for (const fields of [
      { visibility: 'public' },
      { club_ids: [ids.club] },
      { photographer_id: owner.id },
      { event_id: await createEvent(app, [], owner.id) },
    ])
      expect([fields, await change({ name: 'Other', ...fields })]).toEqual([fields, 403]);
    const { body } = await owner.call<{ name: string; visibility: string }>('GET', `/galleries/${gallery}`);
    expect(body.data).toMatchObject({ name: 'Final, second half', visibility: 'private' });
  });

  test('photos are deleted into the bin', async () => {
    const { id } = (await app.send(await pictureOf(340, 200), { as: owner, gallery: ids.gallery })).body.data;
    expect((await keys.upload.call('DELETE', `/photos/${id}`)).status).toBe(403);
    expect((await keys.manage.call('DELETE', `/photos/${id}`)).status).toBe(200);
    const bin = await owner.call<{ photos: { id: string }[] }>(
      'GET',
      `/galleries/${ids.gallery}/deleted-photos`,
    );
    expect(bin.body.data.photos.map((photo) => photo.id)).toContain(id);
  });

  test('in parts, by the key that may upload there, and not of other galleries', async () => {
    const photographer = await createActor(app, ['photographer']);
    const [one, other] = [
      await createGallery(app, { event: ids.event, photographer: photographer.id }),
      await createGallery(app, { event: ids.event, photographer: photographer.id }),
    ];
    const bytes = await pictureOf(350, 200);
    const tus = { 'Tus-Resumable': '1.0.0' };
    const begin = async (token: string, gallery: string) => {
      const metadata = Object.entries({ gallery_id: gallery, filename: 'a.jpg' })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(',');
      return fetch(`${app.url}/api/photos/uploads`, {
        method: 'POST',
        headers: {
          ...tus,
          Authorization: `Bearer ${token}`,
          'Upload-Length': String(bytes.length),
          'Upload-Metadata': metadata,
        },
      });
    };
    const of = (begun: Response) => new URL(begun.headers.get('location')!, begun.url).href;
    const { key } = await giveKey(app, photographer, 'upload', { gallery: one });
    const headers = { ...tus, Authorization: `Bearer ${key}` };
    expect((await begin(key, other)).status).toBe(403);
    const beside = of(await begin(photographer.token, other));
    expect((await fetch(beside, { method: 'HEAD', headers })).status).toBe(403);
    expect((await fetch(beside, { method: 'DELETE', headers })).status).toBe(403);
    const begun = await begin(key, one);
    expect(begun.status).toBe(201);
    const sent = await fetch(of(begun), {
      method: 'PATCH',
      headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes),
    });
    expect(sent.status).toBe(201);
  });
});

test('the password of basic authentication, by whatever name', async () => {
  const as = (password: string) =>
    fetch(`${app.url}/api/galleries`, {
      headers: { Authorization: `Basic ${Buffer.from(`somebody:${password}`).toString('base64')}` },
    });
  expect((await as(keys.read.key)).status).toBe(200);
  expect((await as(`${keys.read.key}x`)).status).toBe(401);
  expect((await caller(app.url)('GET', '/galleries')).status).toBe(401);
});
