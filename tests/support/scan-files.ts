import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder that contain these bytes, by their paths in it. */
export async function filesWith(folder: string, bytes: Buffer): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(bytes)) found.push(path.slice(folder.length + 1));
  }
  return found;
}
