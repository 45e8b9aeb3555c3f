/**
 * An original that a disk cut is never sent as if it were whole, and its administrators learn of it.
 * @module-tag long
 */
import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import { createMetadataReading } from '#server/features/galleries/photos/reread-metadata.ts';
import { regenerateRenditions } from '#server/jobs/handlers/regenerate-renditions.ts';
import { type Actor, caller, createActor } from '#tests/support/actors.ts';
import { PHOTO_LIMITS, type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { quarters } from '#tests/support/test-images.ts';
import { unzip } from '#tests/support/zip.ts';

let app: PhotoApp;
const imaging = createImaging({ processes: 1 });
let admin: Actor;
let token: string;
beforeAll(async () => {
  app = await startPhotoApp();
  admin = await createActor(app, ['admin']);
  token = (
    await app.photographer.call<{ token: string }>('POST', `/galleries/${app.gallery}/links`, { name: 'All' })
  ).body.data.token;
});
afterAll(async () => {
  await imaging.close();
  await app.close();
});
beforeEach(async () => {
  await app.ctx.db.deleteFrom('notification').execute();
});

let width = 300;
/** No two pictures are the same. */
const nextWidth = () => {
  width += 7;
  return width;
};
const files = {
  'a baseline JPEG': () => quarters(nextWidth(), 200).jpeg({ quality: 95 }).toBuffer(),
  'a progressive JPEG': () => quarters(nextWidth(), 200).jpeg({ quality: 95, progressive: true }).toBuffer(),
  'a PNG': () => quarters(nextWidth(), 200).png().toBuffer(),
  'a WebP': () => quarters(nextWidth(), 200).webp().toBuffer(),
};

async function sendAndCut(make: () => Promise<Buffer>, share = 0.6): Promise<string> {
  const bytes = await make();
  const { id } = (await app.send(bytes)).body.data;
  const file = (await app.stock()).files.find((each) => each.startsWith('originals') && each.includes(id));
  await truncate(join(app.folder, file!), Math.floor(bytes.length * share));
  return id;
}

const told = async () => {
  const { body } = await admin.call<{ notifications: { kind: string; href: string }[] }>(
    'GET',
    '/notifications',
  );
  return body.data.notifications.filter(({ kind }) => kind === 'photo_file_cut').map(({ href }) => href);
};

describe.each(Object.entries(files))('%s that was cut', (_name, make) => {
  test('is refused with words to readers, editors and visitors, in whole and in part', async () => {
    for (const share of [0.05, 0.6, 0.999]) {
      const id = await sendAndCut(make, share);
      const reader = await createActor(app, ['admin']);
      const ways: [string, Record<string, string>][] = [
        [`/photos/${id}/download`, { Authorization: `Bearer ${reader.token}` }],
        [`/photos/${id}/download`, { Authorization: `Bearer ${app.photographer.token}` }],
        [`/photos/${id}/download`, { Authorization: `Bearer ${reader.token}`, Range: 'bytes=0-9' }],
        [`/galleries/shared/${token}/photos/${id}/download`, {}],
      ];
      for (const [path, headers] of ways) {
        const response = await fetch(`${app.url}/api${path}`, { headers });
        expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([
          path,
          500,
          'photo_file_cut',
        ]);
      }
    }
    expect(await told()).toEqual([`/gallery/${app.gallery}`]);
  });

  test('is named in archives among those that are missing', async () => {
    const id = await sendAndCut(make);
    for (const path of [`/galleries/${app.gallery}/download`, `/galleries/shared/${token}/download`]) {
      const response = await fetch(`${app.url}/api${path}`, {
        headers: path.includes('shared') ? {} : { Authorization: `Bearer ${app.photographer.token}` },
      });
      const entries = unzip(Buffer.from(await response.arrayBuffer()));
      const { filename } = await app.ctx.db
        .selectFrom('photo')
        .select('filename')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(entries.at(-1)?.bytes.toString()).toContain(filename);
    }
    expect(await told()).toEqual([`/gallery/${app.gallery}`]);
  });
});

test('pictures of a deleted photo are not made of what is left', async () => {
  const id = await sendAndCut(files['a baseline JPEG']);
  await app.photographer.call('DELETE', `/photos/${id}`);
  const { files: all } = await app.stock();
  for (const file of all.filter((each) => each.startsWith('renditions') && each.includes(id)))
    await rm(join(app.folder, file), { recursive: true });
  const response = await fetch(`${app.url}/api/deleted-photos/${id}/picture`, {
    headers: { Authorization: `Bearer ${app.photographer.token}` },
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    500,
    'photo_file_cut',
  ]);
  expect(await told()).toEqual([`/gallery/${app.gallery}`]);
});

test('the administrators are told by the work in the background, too', async () => {
  const photo_id = await sendAndCut(files['a PNG']);
  const parts = { ...app.ctx, store: app.store, imaging, ...PHOTO_LIMITS };
  const job = regenerateRenditions(parts);
  await expect(job.run({ photo_id }, new AbortController().signal)).rejects.toThrow(/bytes of/);
  expect(await told()).toEqual([`/gallery/${app.gallery}`]);
  await app.ctx.db.deleteFrom('notification').execute();
  await app.ctx.db.updateTable('photo').set({ metadata_revision: 0 }).where('id', '=', photo_id).execute();
  await createMetadataReading(parts)();
  expect(await told()).toEqual([`/gallery/${app.gallery}`]);
});

test('once read, the administrators are told again', async () => {
  const id = await sendAndCut(files['a PNG']);
  const look = () => caller(app.url)('GET', `/galleries/shared/${token}/photos/${id}/download`);
  await look();
  await look();
  expect(await told()).toHaveLength(1);
  await admin.call('POST', '/notifications/read-all', {});
  await look();
  expect(await told()).toHaveLength(2);
});
