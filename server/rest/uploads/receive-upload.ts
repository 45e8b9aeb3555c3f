import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import type { ExpectedBytes } from '#server/features/clubs/storage-usage/require-storage-room.ts';
import type { Draft } from '#server/storage/draft.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

type ReceivedFile = { path: string; sha256: Buffer; bytes: number; filename: string };
export type ReceivedUpload = { file: ReceivedFile | null; fields: Record<string, string> };

type Options = {
  maxBytes: number;
  store: Pick<PhotoStore, 'draft' | 'requireWritableWithFreeSpace'>;
  /** Called before the file's bytes are read, with the fields that came first; may refuse. */
  beforeFile(fields: Record<string, string>): Promise<void>;
};

const partLimits = { files: 1, fields: 10, parts: 12, fieldSize: 8 * 1024, headerPairs: 50 };
/** What a body may have beside its file. */
const FORM_BYTES = 256 * 1024;

/** How large the file of a body is, as far as its length tells. */
export function expectedBytes(req: Request): ExpectedBytes {
  const length = Number(req.get('content-length') ?? 0);
  return { atLeast: Math.max(length - FORM_BYTES, 1), atMost: length || Number.MAX_SAFE_INTEGER };
}
/** Says how large a file may be, in MB as the pages write them. */
export const tooLarge = (maxBytes: number) =>
  new AppError('upload_too_large', { params: { mb: Math.floor(maxBytes / 1_000_000) } });
/** An upload that sends fewer bytes than this in each period is ended: it would only hold a connection. */
const PROGRESS = { everyMs: 30_000, bytes: 8 * 1024 };

/**
 * Reads one multipart body: the file goes to disk, where room is kept for it, while its hash is taken; it is never whole in memory. Whatever goes
 * wrong, an aborted connection included, leaves no file behind. A refusal is thrown at once; the rest of the body is
 * discarded after the answer, see http/unread-bodies.ts.
 */
export async function receiveUpload(req: Request, options: Options): Promise<ReceivedUpload> {
  if (Number(req.get('content-length')) > options.maxBytes + FORM_BYTES) throw tooLarge(options.maxBytes);
  await options.store.requireWritableWithFreeSpace();
  // A body that does not say its length gets room while it comes.
  const draft = await options.store.draft(Number(req.get('content-length') ?? 0));
  try {
    const received = await receiveInto(draft, req, options);
    draft.release();
    return received;
  } catch (error) {
    await draft.discard();
    throw asUploadError(error);
  }
}

/** @throws AppError upload_no_file where none was chosen, upload_empty */
export function requireContent(file: ReceivedFile | null): ReceivedFile {
  // What a browser sends for a form without a chosen file has neither bytes nor name.
  if (!file || (file.bytes === 0 && file.filename === '')) throw new AppError('upload_no_file');
  if (file.bytes === 0) throw new AppError('upload_empty');
  return file;
}

async function receiveInto(draft: Draft, req: Request, options: Options): Promise<ReceivedUpload> {
  const parser = openParser(req, options.maxBytes);
  const fields: Record<string, string> = Object.create(null);
  const end = Promise.withResolvers<void>();
  let writing: Promise<ReceivedFile> | undefined;
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (_name, stream, { filename }) => {
    // Refused parts end with an error that the parser reports as well.
    stream.on('error', () => {});
    writing = options
      .beforeFile({ ...fields })
      .then(() => writeFile(stream, draft, filename ?? '', options.maxBytes));
    writing.catch(end.reject);
  });
  parser.on('partsLimit', () => end.reject(new AppError('upload_malformed')));
  parser.on('error', end.reject);
  parser.on('close', end.resolve);
  const release = watchSender(req, end.reject);
  req.pipe(parser);
  try {
    await end.promise;
    return { file: (await writing) ?? null, fields };
  } catch (error) {
    req.unpipe(parser);
    parser.destroy();
    await writing?.catch(() => {}); // its reason is the one being thrown
    throw error;
  } finally {
    release();
  }
}

function openParser(req: Request, maxBytes: number) {
  try {
    return busboy({
      headers: req.headers,
      // The parser calls a file cut that is exactly as long as allowed.
      limits: { ...partLimits, fileSize: maxBytes + 1 },
      defParamCharset: 'utf8',
      preservePath: false,
    });
  } catch (error) {
    throw new AppError('upload_malformed', { cause: error });
  }
}

/** Notices a sender who has gone, or who sends next to nothing. Returns what ends the watch. */
export function watchSender(req: Request, refuse: (error: AppError) => void): () => void {
  const onClose = () => {
    if (!req.complete) refuse(new AppError('upload_malformed'));
  };
  let seen = req.socket.bytesRead;
  const timer = setInterval(() => {
    if (!req.complete && req.socket.bytesRead - seen < PROGRESS.bytes)
      refuse(new AppError('request_timeout'));
    seen = req.socket.bytesRead;
  }, PROGRESS.everyMs);
  req.once('close', onClose);
  return () => {
    clearInterval(timer);
    req.off('close', onClose);
  };
}

async function writeFile(
  stream: Readable,
  draft: Draft,
  filename: string,
  maxBytes: number,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) stream.destroy(tooLarge(maxBytes));
  });
  await draft.write(stream);
  return { path: draft.path, sha256: hash.digest(), bytes, filename };
}

/** Errors of the parser mean a malformed body; errors of the disk have their own code already. */
function asUploadError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('upload_malformed', { cause: error });
}
