import { createHash } from 'node:crypto';
import { checksumOf } from './checksum-of.ts';
import { forEachLimited } from './for-each-limited.ts';
import { type PhotoStore, type StoredFile, StoredFileMissing } from './photo-store.ts';
import { checksumInKey } from './storage-keys.ts';

const AT_ONCE = 8;
const ROOTS = ['originals', 'renditions'] as const;

type ListedFile = StoredFile & { key: string };

export interface CopyOutcome {
  copied: number;
  copiedBytes: number;
  /** Were there already, with the same size and checksum. */
  present: number;
  /** Keys of originals whose bytes are no longer those of their names: copied as they are. */
  damaged: string[];
}

/**
 * Copies every file of a store into another one, except those that are there. May be interrupted and repeated, and the
 * first store may be used meanwhile: files that vanish are left out, those that come late are for the next time.
 */
export async function copyStore(
  from: PhotoStore,
  to: PhotoStore,
  onFile: (outcome: CopyOutcome) => void = () => {},
): Promise<CopyOutcome> {
  const outcome: CopyOutcome = { copied: 0, copiedBytes: 0, present: 0, damaged: [] };
  await forEachLimited(filesOf(from), AT_ONCE, async (file) => {
    try {
      if (await isThere(from, to, file)) outcome.present += 1;
      else await copyFile(from, to, file, outcome);
      onFile(outcome);
    } catch (error) {
      if (!(error instanceof StoredFileMissing)) throw error;
    }
  });
  return outcome;
}

/** Compares two stores by their lists: what the second one lacks or has in another size, and what it has beyond. */
export async function compareStores(
  from: PhotoStore,
  to: PhotoStore,
): Promise<{ missing: string[]; extra: string[] }> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of filesOf(from)) sizes.set(key, bytes);
  const extra: string[] = [];
  for await (const { key, bytes } of filesOf(to)) {
    if (!sizes.has(key)) extra.push(key);
    else if (sizes.get(key) === bytes) sizes.delete(key);
  }
  return { missing: [...sizes.keys()], extra };
}

export async function isEmptyStore(store: PhotoStore): Promise<boolean> {
  const { done } = await filesOf(store).next();
  return done === true;
}

async function* filesOf(store: PhotoStore): AsyncGenerator<ListedFile> {
  for (const root of ROOTS) yield* store.list(root);
}

async function isThere(from: PhotoStore, to: PhotoStore, { key, bytes }: ListedFile): Promise<boolean> {
  const found = await to.stat(key);
  if (found?.bytes !== bytes) return false;
  const wanted = checksumInKey(key) ?? (await from.stat(key))?.sha256 ?? (await checksumOf(from, key));
  return (found.sha256 ?? (await checksumOf(to, key))) === wanted;
}

async function copyFile(
  from: PhotoStore,
  to: PhotoStore,
  { key, bytes: expectedBytes }: ListedFile,
  outcome: CopyOutcome,
): Promise<void> {
  const draft = await to.draft(expectedBytes);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const content = await from.openRead(key);
    bytes = await draft.write(content, { onChunk: (chunk) => hash.update(chunk) });
    await to.put(key, draft.path);
  } finally {
    await draft.discard();
  }
  const named = checksumInKey(key);
  if (named !== undefined && named !== hash.digest('hex')) outcome.damaged.push(key);
  outcome.copied += 1;
  outcome.copiedBytes += bytes;
}
