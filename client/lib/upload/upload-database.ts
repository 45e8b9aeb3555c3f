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

/** Opened for each call and closed after it, so that sign-out in any tab can delete it. */
async function withDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(uploadDatabase, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('files', { keyPath: 'key' });
      fresh.createObjectStore('shared', { autoIncrement: true });
    },
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

export const keepFile = (file: KeptFile) => withDatabase((database) => database.put('files', file));

export const forgetFile = (key: string) => withDatabase((database) => database.delete('files', key));

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
