import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samplePath } from '../demo/sample-pictures.ts';

const JPEG_NAME = /\.jpe?g$/i;

/** The JPEGs of a folder, or the sample photos that every installation has. */
export async function findPictures(folder: string | undefined): Promise<string[]> {
  if (!folder) return [1, 2, 3, 4, 5, 6].map(samplePath);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && JPEG_NAME.test(entry.name));
  if (files.length === 0) throw new Error(`There is no JPEG in ${folder}`);
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** The same picture as other bytes: a comment behind the start makes it a photo of its own. */
export async function uniquePicture(path: string, note: string): Promise<Buffer> {
  const jpeg = await readFile(path);
  const comment = Buffer.from(note);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}
