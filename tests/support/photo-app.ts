import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutOutFace } from '#ml/imaging/cut-out-face.ts';
import { createImaging } from '#ml/imaging/decoder-pool.ts';
import type { Imaging } from '#ml/imaging/types.ts';
import type { FaceTools } from '#server/app-context.ts';
import type { Installation } from '#server/backup/run-backup.ts';
import type { StorageLocation } from '#server/config/storage-location.ts';
import type { Photo } from '#server/contract/schemas/photos.ts';
import { davRoutes } from '#server/dav/dav-routes.ts';
import { countAnnouncedBytes } from '#server/features/galleries/photos/resumable-uploads.repository.ts';
import { removeFiles } from '#server/jobs/handlers/remove-files.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { Logger } from '#server/logger.ts';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { openStore } from '#server/storage/open-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { type Actor, type Answer, caller, createActor, createEvent, createGallery } from './actors.ts';
import { letTimePass, testRunner } from './jobs.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export const PHOTO_LIMITS = { maxBytes: 3_000_000, maxPixels: 30e6 };

export type Uploaded = Photo & { duplicate: boolean; held?: true };
export type SendOptions = { as?: Actor | null; gallery?: string; filename?: string };

export type PhotoApp = TestApp & {
  photographer: Actor;
  /** Private, of the photographer. */
  gallery: string;
  store: PhotoStore;
  storage: StorageLocation;
  /** Where the store keeps its files, or with S3 those on their way there. */
  folder: string;
  /** Uploads as the photographer into the gallery, unless told otherwise. */
  send(bytes: Uint8Array, options?: SendOptions): Promise<Answer<Uploaded>>;
  /** What is stored: rows, files by name, and temporary files of uploads on their way. */
  stock(): Promise<{ photos: number; files: string[]; temporary: number }>;
  read(file: string): Promise<Buffer>;
  /** Deletes a photo of any gallery, so that it cannot be restored; as the photographer. */
  deleteForGood(photo: string): Promise<void>;
  /** Lets the removal of files that were not kept happen, guards included. */
  removeLeftovers(): Promise<void>;
};

/** The whole server with real storage and real decoders, but for those given; recognition does not run. */
export async function startPhotoApp(
  decoders: Partial<Imaging> = {},
  analyse: FaceTools['analyse'] = () => Promise.reject(new Error('this test reads no faces')),
  {
    log,
    s3,
    ownDatabase,
    disk,
  }: {
    log?: Logger;
    s3?: StorageLocation['s3'];
    ownDatabase?: boolean;
    disk?: ConstructorParameters<typeof DiskRoom>[1];
  } = {},
): Promise<PhotoApp> {
  const imaging = { ...createImaging({ processes: 2 }), ...decoders };
  const folder = await mkdtemp(join(tmpdir(), 'clublens-photos-'));
  const storage = { folder, s3 };
  const store = await openStore(
    storage,
    new DiskRoom(folder, {
      announced: () => countAnnouncedBytes(app.ctx.db, app.ctx.clock.now()),
      ...disk,
    }),
  );
  const dependencies = { store, imaging, faces: { analyse, crop: cutOutFace }, ...PHOTO_LIMITS };
  const app = await startTestApp({
    ...(log && { log }),
    ...(ownDatabase && { ownDatabase }),
    files: (ctx) => {
      ctx.jobs = createJobQueue();
      return dependencies;
    },
    dav: (ctx) => davRoutes(ctx, dependencies),
  });
  const photographer = await createActor(app, ['photographer']);
  const event = await createEvent(app);
  const gallery = await createGallery(app, {
    event,
    visibility: 'private',
    photographer: photographer.id,
    createdBy: photographer.id,
  });
  const list = async () => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  };
  return {
    ...app,
    photographer,
    gallery,
    store,
    storage,
    folder,
    send(bytes, { as = photographer, gallery: into = gallery, filename = 'photo.jpg' } = {}) {
      const form = new FormData();
      form.set('gallery_id', into);
      form.set('file', new Blob([new Uint8Array(bytes)]), filename);
      return caller(app.url, as?.token)('POST', '/photos/upload', form);
    },
    async stock() {
      const all = await list();
      const files = all.filter((path) => !path.startsWith('incoming'));
      const rows = await app.ctx.db.selectFrom('photo').select('id').execute();
      return { photos: rows.length, files, temporary: all.length - files.length };
    },
    read: (file) => readFile(join(folder, file)),
    async deleteForGood(photo) {
      await photographer.call('DELETE', `/photos/${photo}`);
      const { gallery_id } = await app.ctx.db
        .selectFrom('deleted_photo')
        .select('gallery_id')
        .where('id', '=', photo)
        .executeTakeFirstOrThrow();
      const at = `/galleries/${gallery_id}/deleted-photos/purge`;
      const { status } = await photographer.call('POST', at, { photo_ids: [photo] });
      if (status !== 200) throw new Error(`not deleted for good: ${status}`);
    },
    async removeLeftovers() {
      await letTimePass(app.database);
      await testRunner(app.database, { 'remove-files': removeFiles({ db: app.ctx.db, store }) }).whenIdle();
    },
    async close() {
      await app.close();
      await imaging.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a backup of such an app is made of. */
export const installationOfApp = (app: PhotoApp, secret?: string): Installation => ({
  db: app.ctx.db,
  kind: app.database.kind,
  dataDir: app.database.dataDir,
  storage: app.storage,
  databaseUrl: app.database.databaseUrl,
  secret,
  log: app.ctx.log,
});
