/** A model file on disk: read only as a whole and only with the right hash, written only by rename. */
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findFault } from './model-checksum.ts';
import type { ModelEntry } from './model-manifest.ts';

/**
 * The verified bytes, or why there are none. Hashing at each load costs 15 ms for the largest file; a stamp that
 * says "was right last week" would be cheaper and worth nothing.
 */
export async function readModelFile(
  model: ModelEntry,
  modelsDir: string,
): Promise<{ bytes: Buffer; fault?: undefined } | { bytes?: undefined; fault: string }> {
  try {
    const bytes = await readFile(path.join(modelsDir, model.file));
    const fault = findFault(model, bytes);
    return fault ? { fault } : { bytes };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: code === 'ENOENT' ? 'absent' : `unreadable (${code})` };
  }
}

/** Why files cannot be written into the folder, which is made; undefined where they can. */
export async function findWriteFault(modelsDir: string): Promise<string | undefined> {
  try {
    await mkdir(modelsDir, { recursive: true });
    await access(modelsDir, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whole or not at all, also after a power cut: flushed under another name, then renamed. */
export async function writeModelFile(model: ModelEntry, modelsDir: string, bytes: Uint8Array): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  const target = path.join(modelsDir, model.file);
  const temporary = `${target}.${randomUUID()}.download`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
