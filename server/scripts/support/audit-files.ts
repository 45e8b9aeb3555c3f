import { dirname } from 'node:path/posix';
import { type Kysely, sql } from 'kysely';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { renditionNames } from '#server/contract/rendition-sizes.ts';
import type { DB } from '#server/db/tables.ts';
import { FIRST_RENDITIONS } from '#server/features/galleries/photos/store-renditions.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { checksumOf } from '#server/storage/checksum-of.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileKeys, renditionKey } from '#server/storage/storage-keys.ts';
import type { Problem } from './report-problems.ts';

type Photo = {
  id: string;
  sha256: Buffer;
  bytes: number;
  original_key: string;
  rendition_version: number;
  version_of?: string | null;
};

/** Deleted photos that can be restored, and versions of photos that were replaced. Their pictures too are made anew when somebody asks for them. */
const deletedPhotos = (db: Kysely<DB>): Promise<Photo[]> =>
  db
    .selectFrom('deleted_photo')
    .select(['id', 'sha256', 'bytes', 'original_key', 'rendition_version', 'version_of'])
    .execute();

/** Photos from guests that wait for an editor. Their pictures are made anew when somebody asks for them. */
const waitingGuestPhotos = (db: Kysely<DB>): Promise<Photo[]> =>
  db
    .selectFrom('guest_photo')
    .select(['id', 'sha256', 'bytes', 'original_key', sql.lit(FIRST_RENDITIONS).as('rendition_version')])
    .execute();

/** Rows against files. @param checksums reads every original and compares its hash: takes its time */
export async function auditFiles(db: Kysely<DB>, store: PhotoStore, checksums: boolean): Promise<Problem[]> {
  const photos: Photo[] = await db
    .selectFrom('photo')
    .select(['id', 'sha256', 'bytes', 'original_key', 'rendition_version'])
    .execute();
  const stored = [...photos, ...(await deletedPhotos(db)), ...(await waitingGuestPhotos(db))];
  const { sizes, unreferenced } = await listStoredFiles(db, store, stored);
  const problems = [
    missingOriginals(stored, sizes),
    missingRenditions(db, photos, sizes),
    unreferencedFiles(store, unreferenced),
  ];
  return checksums ? [...problems, await wrongChecksums(store, stored, sizes)] : problems;
}

async function listStoredFiles(db: Kysely<DB>, store: PhotoStore, photos: Photo[]) {
  const owned = new Set(photos.flatMap(photoFileKeys));
  const jobs = await db.selectFrom('job').select('payload').where('name', '=', 'remove-files').execute();
  const queuedForRemoval = new Set(jobs.flatMap((job) => job.payload.keys as string[]));
  const sizes = new Map<string, number>();
  const unreferenced: string[] = [];
  for (const root of ['originals', 'renditions'] as const)
    for await (const { key, bytes, modifiedAt } of store.list(root)) {
      sizes.set(key, bytes);
      const settled = Date.now() - modifiedAt.getTime() > lifetimes.unreferencedFileMs;
      const isKnown = (each: string) => owned.has(each) || queuedForRemoval.has(each);
      if (settled && !isKnown(key) && !isKnown(dirname(key))) unreferenced.push(key);
    }
  return { sizes, unreferenced };
}

function missingOriginals(photos: Photo[], sizes: Map<string, number>): Problem {
  const wrong = photos.filter((photo) => sizes.get(photo.original_key) !== photo.bytes);
  const state = (photo: Photo) => (sizes.has(photo.original_key) ? 'has another length' : 'is missing');
  return {
    what: 'photos whose original is missing or has another length: bring it back from a backup',
    items: wrong.map((photo) => `${photo.id}: ${photo.original_key} ${state(photo)}`),
  };
}

function missingRenditions(db: Kysely<DB>, photos: Photo[], sizes: Map<string, number>): Problem {
  const keysOf = ({ id, rendition_version }: Photo) =>
    renditionNames.map((size) => renditionKey(id, size, rendition_version));
  const lacking = photos.filter((photo) => keysOf(photo).some((key) => !sizes.get(key)));
  return {
    what: 'photos that lack a derived picture',
    items: lacking.map((photo) => photo.id),
    repaired: 'queued to be made anew by the running server',
    repair: () =>
      db.transaction().execute((trx) =>
        createJobQueue().enqueue(
          trx,
          'regenerate-renditions',
          lacking.map((photo) => ({ photo_id: photo.id })),
        ),
      ),
  };
}

function unreferencedFiles(store: PhotoStore, unreferenced: string[]): Problem {
  return {
    what: 'files of no photo, older than ten minutes',
    items: unreferenced,
    repaired: 'removed',
    repair: async () => {
      for (const key of unreferenced) await store.remove(key);
    },
  };
}

async function wrongChecksums(
  store: PhotoStore,
  photos: Photo[],
  sizes: Map<string, number>,
): Promise<Problem> {
  const items: string[] = [];
  for (const { id, original_key, sha256 } of photos.filter((photo) => sizes.has(photo.original_key)))
    if ((await checksumOf(store, original_key)) !== sha256.toString('hex'))
      items.push(`${id}: ${original_key}`);
  return { what: 'originals whose bytes have changed: bring them back from a backup', items };
}
