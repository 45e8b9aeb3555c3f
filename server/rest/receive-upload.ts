import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError } from '#server/contract/errors.ts';

export type ReceivedFile = { path: string; sha256: Buffer; bytes: number; filename: string };
export type ReceivedUpload = { file: ReceivedFile | null; fields: Record<string, string> };

type Options = {
  maxBytes: number;
  temporaryPath(): string;
  /** Called before the file's bytes are read, with the fields that came first; may refuse. */
  beforeFile(fields: Record<string, string>): Promise<void>;
};

const partLimits = { files: 1, fields: 10, parts: 12, fieldSize: 8 * 1024, headerPairs: 50 };

/**
 * Reads one multipart body: the file goes to disk while its hash is taken, never whole into memory. Whatever goes
 * wrong, an aborted connection included, leaves no file behind.
 */
export async function receiveUpload(req: Request, options: Options): Promise<ReceivedUpload> {
  const parser = openParser(req, options.maxBytes);
  const fields: Record<string, string> = Object.create(null);
  const path = options.temporaryPath();
  let writing: Promise<ReceivedFile> | undefined;
  let failure: unknown;
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (_name, stream, info) => {
    writing = options
      .beforeFile({ ...fields })
      .then(() => writeFile(stream, path, info.filename ?? ''))
      .catch((error: unknown) => {
        failure = error;
        stream.resume(); // the parser only ends when the part has been read
        throw error;
      });
    writing.catch(() => {}); // awaited below
  });
  parser.on('partsLimit', () => parser.destroy(new AppError('upload_malformed')));
  try {
    await pipeline(req, parser);
    return { file: (await writing) ?? null, fields };
  } catch (error) {
    await writing?.catch(() => {});
    await rm(path, { force: true });
    throw failure ?? asUploadError(error);
  }
}

function openParser(req: Request, maxBytes: number) {
  try {
    return busboy({
      headers: req.headers,
      limits: { ...partLimits, fileSize: maxBytes },
      defParamCharset: 'utf8',
      preservePath: false,
    });
  } catch (error) {
    throw new AppError('upload_malformed', { cause: error });
  }
}

async function writeFile(
  stream: NodeJS.ReadableStream,
  path: string,
  filename: string,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  let cut = false;
  stream.on('limit', () => {
    cut = true;
  });
  stream.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (cut) throw new AppError('upload_too_large');
  return { path, sha256: hash.digest(), bytes, filename };
}

/** A broken body is the sender's; trouble with the disk keeps its own name. */
function asUploadError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('storage_full', { cause: error });
  return new AppError('upload_malformed', { cause: error });
}
