/** The sets of photos that the evaluation reads: folders of person/photo, and lists of files in a folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isPicture } from '#ml/scripts/is-picture.ts';

export interface LabelledPhoto {
  /** Who is on it: the folder it is in, the list's `id`, or for a list of strangers the file itself. */
  person: string;
  file: string;
  /** Age group as the list names it, "12-17". Each such photo is another person. */
  age?: string;
  /** Taken in youth; the list also has later photos of this person. */
  young?: boolean;
}

/** Every picture below `folder`. The name of its own folder is the name of the person on it; pictures in `folder` itself are left out. */
export async function labelledPhotos(folder: string): Promise<LabelledPhoto[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isPicture(entry.name))
    .map((entry) => ({
      person: path.relative(folder, entry.parentPath),
      file: path.join(entry.parentPath, entry.name),
    }))
    .filter(({ person }) => person !== '')
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

interface Listed {
  file: string;
  id?: string;
  age?: string;
  young?: boolean;
}

/**
 * The photos a list names: `{ "faces": [{ "file", "id"?, "young"?, "age"? }] }`, files relative to `folder`. Throws
 * Error where the list holds none.
 */
async function listedPhotos(list: string, folder: string): Promise<LabelledPhoto[]> {
  const { faces } = JSON.parse(await readFile(list, 'utf8')) as { faces?: Listed[] };
  if (!Array.isArray(faces) || faces.length === 0) throw new Error(`${list} lists no faces`);
  return faces.map(({ file, id, age, young }) => ({
    person: id ?? file,
    file: path.join(folder, file),
    ...(age === undefined ? {} : { age }),
    ...(young === undefined ? {} : { young }),
  }));
}

/** The photos of several sources: folders of person/photo, and lists, each with the folder of its files behind it. */
export async function photosOf(sources: readonly string[]): Promise<LabelledPhoto[]> {
  const photos: LabelledPhoto[] = [];
  const waiting = [...sources];
  for (let next = waiting.shift(); next; next = waiting.shift())
    photos.push(
      ...(next.endsWith('.json')
        ? await listedPhotos(next, waiting.shift() ?? '')
        : await labelledPhotos(next)),
    );
  return photos;
}
