import { readdir } from 'node:fs/promises';
import path from 'node:path';

export interface LabelledPhoto {
  /** The folder the photo is in, relative to the set. */
  person: string;
  file: string;
}

const PICTURES = /\.(jpe?g|png|webp)$/i;

/** Every picture below `folder`. The name of its own folder is the name of the person on it; pictures in `folder` itself are left out. */
export async function labelledPhotos(folder: string): Promise<LabelledPhoto[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && PICTURES.test(entry.name))
    .map((entry) => ({
      person: path.relative(folder, entry.parentPath),
      file: path.join(entry.parentPath, entry.name),
    }))
    .filter(({ person }) => person !== '')
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
