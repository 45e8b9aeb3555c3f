import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Waits until the file's content has reached the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the folder's list of names has reached the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; NTFS writes names through its journal.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Moves a finished file to its place so that it is there, whole, after a power cut. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await syncFile(from);
  const firstMade = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyAcross(from, to);
  }
  await syncFolder(dirname(to));
  // A folder made just now is a name in the folder above it.
  if (firstMade) await syncNewFolders(dirname(to), firstMade);
}

async function copyAcross(from: string, to: string): Promise<void> {
  const draft = `${to}.part`;
  await copyFile(from, draft);
  await syncFile(draft);
  await rename(draft, to);
  await rm(from, { force: true });
}

async function syncNewFolders(deepest: string, firstMade: string): Promise<void> {
  for (let folder = deepest; folder.length >= firstMade.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}
