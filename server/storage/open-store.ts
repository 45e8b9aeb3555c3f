import type { StorageLocation } from '#server/config/storage-location.ts';
import { DiskRoom } from './disk-room.ts';
import { DiskStore } from './disk-store.ts';
import type { PhotoStore } from './photo-store.ts';

/**
 * The store of the installation. `room` is that of the disk of `folder`. The library for S3 is loaded only where it is used.
 * @throws StartError when the bucket answers and is not ours to use
 */
export async function openStore(
  { folder, s3 }: StorageLocation,
  room = new DiskRoom(folder),
): Promise<PhotoStore> {
  if (!s3) return DiskStore.open(folder, room);
  const { S3Store } = await import('./s3-store.ts');
  return S3Store.open(folder, s3, room);
}
