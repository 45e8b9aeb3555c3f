/** The three sizes in which every photo is shown, by the server's imaging. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { decodePixels } from '#ml/imaging/decode-pixels.ts';
import { makeRenditions } from '#ml/imaging/make-renditions.ts';
import { openImage } from '#ml/imaging/open-image.ts';
import { LARGE } from '#ml/scripts/make-large-rendition.ts';

const MOST_PIXELS = 1e9;
const MEDIUM_PX = 800;
const SMALL_PX = 320;

/** The original at the large rendition's size, as pixels. */
export async function decodeLarge(file: string) {
  const opened = await openImage(await readFile(file), MOST_PIXELS, { file });
  const { data, ...raw } = await decodePixels(opened, LARGE.sidePx);
  return { data, raw };
}

/** Writes large, medium and small; answers the bytes of the large one. */
export async function renditions(file: string): Promise<Buffer> {
  const begin = path.join(os.tmpdir(), `clublens-bench-${randomUUID()}`);
  const at = (name: string, longSide: number) => ({ path: `${begin}-${name}.jpg`, longSide });
  const targets = {
    large: at('large', LARGE.sidePx),
    medium: at('medium', MEDIUM_PX),
    small: at('small', SMALL_PX),
  };
  try {
    await makeRenditions({ source: file, renditions: targets, maxPixels: MOST_PIXELS });
    return await readFile(targets.large.path);
  } finally {
    await Promise.all(Object.values(targets).map(({ path: written }) => rm(written, { force: true })));
  }
}
