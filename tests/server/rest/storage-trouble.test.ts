import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caller } from '#tests/support/actors.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';

let app: PhotoApp;
let photo: string;
let link: string;
/** What the system says of the disk when a decoder writes to it. */
let trouble = 'EROFS';
beforeAll(async () => {
  app = await startPhotoApp({
    stripMetadata: async () => {
      throw Object.assign(new Error(`${trouble}: the disk`), { code: trouble });
    },
  });
  photo = (await app.send(await quarters().jpeg().toBuffer())).body.data.id;
  const made = await app.photographer.call<{ token: string }>('POST', `/galleries/${app.gallery}/links`, {
    name: 'Parents',
  });
  link = made.body.data.token;
});
afterAll(() => app.close());

test.each([
  ['EROFS', 503, 'storage_unavailable'],
  ['ENOSPC', 507, 'storage_full'],
])('a copy for visitors that cannot be written because of %s says so', async (code, status, refusal) => {
  trouble = code;
  const answer = await caller(app.url)('GET', `/galleries/shared/${link}/photos/${photo}/download`);
  expect([answer.status, answer.body.code]).toEqual([status, refusal]);
});

test('a disk that is away has lost no photo: pictures and archives come again later', async () => {
  await rename(app.folder, `${app.folder}-away`);
  try {
    for (const path of [
      `/photos/${photo}/download`,
      `/photos/${photo}/download?size=small`,
      `/galleries/${app.gallery}/download`,
      `/galleries/shared/${link}/download`,
      `/galleries/shared/${link}/photos/${photo}/download`,
    ]) {
      const answer = await app.photographer.call('GET', path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'storage_unavailable']);
      expect(answer.headers.get('content-disposition')).toBeNull();
    }
  } finally {
    await rename(`${app.folder}-away`, app.folder);
  }
  const { store } = app;
  await expect(store.requireReadable()).resolves.toBeUndefined();
});
