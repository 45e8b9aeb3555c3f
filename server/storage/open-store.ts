import type { StorageLocation } from '#server/config/storage-location.ts';
import { DiskStore } from './disk-store.ts';
import type { PhotoStore } from './photo-store.ts';

/**
 * The store of the installation. The library for S3 is loaded only where it is used.
 * @throws StartError when the bucket answers and is not ours to use
 */
export async function openStore({ folder, s3 }: StorageLocation): Promise<PhotoStore> {
  if (!s3) return DiskStore.open(folder);
  const { S3Store } = await import('./s3-store.ts');
  return S3Store.open(folder, s3);
}
