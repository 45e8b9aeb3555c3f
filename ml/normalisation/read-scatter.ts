import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { decodeScatter, type ScatterNormalisation } from './scatter-normalisation.ts';

/** A file of this folder. A new fit gets a new name, because a migration brings stored embeddings over with each file. */
export interface ScatterFile {
  file: string;
  sha256: string;
  /** On which pictures it was fitted, and under which terms these are published. */
  fittedOn: string;
}

/** @throws Error where the file is not the one that is named */
export async function readScatter(
  { file, sha256 }: Pick<ScatterFile, 'file' | 'sha256'>,
  dimensions: number,
): Promise<ScatterNormalisation> {
  const bytes = await readFile(new URL(file, import.meta.url));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`ml/normalisation/${file} is not the file that models/manifest.json names`);
  return decodeScatter(bytes, dimensions);
}
