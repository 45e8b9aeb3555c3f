import { statfs } from 'node:fs/promises';
import { AppError } from '#server/contract/app-error.ts';
import { mapStorageErrors } from './storage-errors.ts';

/** The free space that uploads leave: the smaller of a number of bytes and a share (0..1) of the disk. */
export type LeastFreeSpace = { bytes: number; share: number };

/** Uploads stop this far before the disk is full, because the database is on the same disk. */
export const defaultLeastFreeSpace: LeastFreeSpace = { bytes: 500 * 1024 * 1024, share: 0.02 };

/** @throws AppError storage_full where a file of that size would leave less free space than the floor */
export async function requireFreeSpace(
  folder: string,
  expectedBytes: number,
  floor: LeastFreeSpace,
): Promise<void> {
  const disk = await mapStorageErrors(statfs(folder));
  const free = disk.bavail * disk.bsize;
  const least = Math.min(floor.bytes, disk.blocks * disk.bsize * floor.share);
  if (free - expectedBytes < least) throw new AppError('storage_full');
}
