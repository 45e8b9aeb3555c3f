import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { uploadDatabase } from './unfinished-uploads.ts';

/** A chosen file that the server has not acknowledged. */
export interface KeptFile {
  key: string;
  userId: string;
  galleryId: string;
  galleryName: string;
  path: string;
  file: File;
}

interface Schema extends DBSchema {
  files: { key: string; value: KeptFile };
  /** Photos from other apps, put here by the service worker; they wait for a gallery. */
  shared: { key: number; value: File };
}

/** What is deleted and written together. */
export interface KeptFilesStep {
  forget: readonly string[];
  keep: readonly KeptFile[];
}

/** Opened for each call and closed after it, or earlier: as soon as sign-out in any tab wants to delete it. */
async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(uploadDatabase, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('files', { keyPath: 'key' });
      fresh.createObjectStore('shared', { autoIncrement: true });
    },
    blocking: (_old, _new, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Asks for one step after the other, until there is none, and carries them out by one connection. */
export const writeKeptFiles = (nextStep: () => KeptFilesStep | undefined) =>
  withDatabase(async (database) => {
    for (let step = nextStep(); step; step = nextStep()) {
      const { forget, keep } = step;
      // A transaction of its own: files are forgotten even where there is no room for others.
      const forgetting = database.transaction('files', 'readwrite');
      await Promise.all([...forget.map((key) => forgetting.store.delete(key)), forgetting.done]);
      const keeping = database.transaction('files', 'readwrite');
      await Promise.all([...keep.map((file) => keeping.store.put(file)), keeping.done]);
    }
  });

/** The kept files of a user, in the order they were chosen; those of others are deleted. */
export async function listKeptFiles(userId: string): Promise<KeptFile[]> {
  return withDatabase(async (database) => {
    const all = await database.getAll('files');
    for (const { key } of all.filter((kept) => kept.userId !== userId)) await database.delete('files', key);
    return all.filter((kept) => kept.userId === userId);
  });
}

export const listSharedPhotos = () => withDatabase((database) => database.getAll('shared'));

export const forgetSharedPhotos = () => withDatabase((database) => database.clear('shared'));
