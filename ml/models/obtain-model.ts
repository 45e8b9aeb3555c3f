/** Where a missing model file comes from: the operator's source, the address it was published at, or conversion. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { convertModel } from '../convert/convert.ts';
import type { ReadPackageFile } from '../convert/npm-package.ts';
import { findFault } from './model-checksum.ts';
import type { ModelEntry, SourceFile } from './model-manifest.ts';

export interface Patience {
  /** Until an address answers. */
  connectMs: number;
  /** Until the file is here. */
  totalMs: number;
  /** Until npm has fetched the package with the weights of the converted models, which is larger. */
  packageMs: number;
}

/** Opens an npm package of the manifest by its id. */
export type OpenPackage = (id: string) => Promise<ReadPackageFile>;

export interface Attempt {
  from: string;
  fault: string;
}

const isAddress = (source: string) => /^https?:\/\//.test(source);

/** Bytes of at most the size the manifest names; a longer answer is cut off, not stored. */
async function download(expectedBytes: number, address: string, patience: Patience): Promise<Buffer> {
  const abort = new AbortController();
  const connecting = setTimeout(() => abort.abort(new Error('no answer in time')), patience.connectMs);
  const whole = setTimeout(() => abort.abort(new Error('too slow')), patience.totalMs);
  try {
    const answer = await fetch(address, { signal: abort.signal });
    clearTimeout(connecting);
    if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body) {
      length += part.length;
      if (length > expectedBytes) throw new Error(`more than the ${expectedBytes} bytes expected`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } finally {
    clearTimeout(connecting);
    clearTimeout(whole);
    abort.abort();
  }
}

interface Way {
  from: string;
  get(): Promise<Buffer>;
}

/** A published file in the model's own format, made from bytes that are verified first. */
async function convertSource(model: ModelEntry, source: SourceFile, bytes: Buffer): Promise<Buffer> {
  const fault = findFault(source, bytes);
  if (fault) throw new Error(`${source.file}: ${fault}`);
  return convertModel(model.id, async () => bytes);
}

/** The operator's folder or base address: the model itself or, where it is made from one, the published file. */
function waysFromSource(model: ModelEntry, source: string, patience: Patience): Way[] {
  const from = 'MODELS_SOURCE';
  const get = ({ file, bytes }: Pick<SourceFile, 'file' | 'bytes'>) =>
    isAddress(source)
      ? download(bytes, `${source.replace(/\/$/, '')}/${file}`, patience)
      : readFile(path.join(source, file));
  const { origin } = model;
  const published = origin.kind === 'address' ? origin.source : undefined;
  return [
    { from, get: () => get(model) },
    ...(published ? [{ from, get: async () => convertSource(model, published, await get(published)) }] : []),
  ];
}

function wayFromOrigin(model: ModelEntry, patience: Patience, openPackage: OpenPackage): Way {
  const { origin } = model;
  if (origin.kind === 'converted')
    return {
      from: origin.package,
      get: async () => convertModel(model.id, await openPackage(origin.package)),
    };
  const { address, source } = origin;
  const get = async () => {
    const bytes = await download(source?.bytes ?? model.bytes, address, patience);
    return source ? convertSource(model, source, bytes) : bytes;
  };
  return { from: address, get };
}

/**
 * Tries each way in turn; only bytes with the right hash count. Never throws: the attempts say what went wrong.
 * @param fromOrigin whether it may be converted or fetched from where it is published, or only come from `source`
 */
export async function obtainModel(
  model: ModelEntry,
  source: string | undefined,
  patience: Patience,
  openPackage: OpenPackage,
  fromOrigin = true,
): Promise<{ bytes?: Buffer; from?: string; attempts: Attempt[] }> {
  const ways = [
    ...(source ? waysFromSource(model, source, patience) : []),
    ...(fromOrigin ? [wayFromOrigin(model, patience, openPackage)] : []),
  ];
  const attempts: Attempt[] = [];
  for (const { from, get } of ways) {
    try {
      const bytes = await get();
      const fault = findFault(model, bytes);
      if (!fault) return { bytes, from, attempts };
      attempts.push({ from, fault });
    } catch (error) {
      const cause =
        (error as Error).cause instanceof Error ? ` (${((error as Error).cause as Error).message})` : '';
      attempts.push({ from, fault: `${(error as Error).message}${cause}` });
    }
  }
  return { attempts };
}
