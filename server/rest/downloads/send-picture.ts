import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import { AppError } from '#server/contract/app-error.ts';
import type { Recall } from '#server/remember-until-written.ts';
import {
  type ByteRange,
  type PhotoStore,
  StoredFileCut,
  StoredFileMissing,
} from '#server/storage/photo-store.ts';

/** Browsers may keep a picture, but ask again each time; shared caches never keep it. */
export const cachePrivately = 'private, no-cache';

export type Picture = {
  key: string;
  /** Changes with the bytes. */
  etag: string;
  /** Of an original, as it came: one that was cut on the disk is not sent. */
  bytes?: number | undefined;
  /** Sent in place of the first two bytes of a JPEG: they say more than the stored file. */
  start?: Buffer | undefined;
  mime: string;
  filename: string;
  asAttachment: boolean;
  cache: typeof cachePrivately | 'no-store';
  /** Given for small pictures: their bytes are kept in memory. */
  recall?: Recall | undefined;
};

/** Larger ones are read each time. */
const MOST_BYTES_KEPT = 40_000;

/**
 * Sends stored bytes with the Content-Type that we detected, an escaped file name (RFC 6266) and an ETag; answers a single range.
 * Pictures are asked for again each time, so that withdrawn access takes effect at once.
 */
export async function sendPicture(
  req: Request,
  res: Response,
  store: PhotoStore,
  picture: Picture,
): Promise<void> {
  const etag = `"${picture.etag}"`;
  const headers = {
    'Cache-Control': picture.cache,
    Vary: 'Cookie, Authorization',
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Content-Type': picture.mime,
    'Content-Disposition': contentDisposition(picture.filename, {
      type: picture.asAttachment ? 'attachment' : 'inline',
    }),
    'X-Content-Type-Options': 'nosniff',
  };
  // Without a look at the file: what it holds changes with the tag alone.
  if (hasTag(req.get('if-none-match'), etag)) {
    res.set(headers).status(304).end();
    return;
  }
  const kept = req.get('range')
    ? null
    : await picture.recall?.(picture.key, () => readSmall(store, picture.key));
  if (kept) {
    res.set(headers).set('Content-Length', String(kept.length)).end(kept);
    return;
  }
  const stat = await store.stat(picture.key);
  if (!stat) throw new AppError('photo_file_missing');
  if (picture.bytes !== undefined && picture.bytes !== stat.bytes)
    asMissing(new StoredFileCut(picture.key, stat.bytes, picture.bytes));
  const whole = withStart(picture.start, stat.bytes);
  const range = rangeOf(req, whole.bytes, etag);
  if (range === 'unsatisfiable') {
    res.set('Content-Range', `bytes */${whole.bytes}`);
    throw new AppError('range_not_satisfiable');
  }
  // Opened before the answer begins, so that a missing file is an error and not a broken picture.
  const { ahead, rest } = whole.parts(range);
  const bytes =
    req.method === 'HEAD' || !rest
      ? undefined
      : await store.openRead(picture.key, rest.range).catch(asMissing);
  res.set(headers);
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${whole.bytes}`);
  res.set('Content-Length', String(range ? range.end - range.start + 1 : whole.bytes));
  if (req.method !== 'HEAD' && ahead.length > 0) res.write(ahead);
  if (bytes) await pipeline(bytes, res).catch((error) => unlessGone(error, bytes));
  else res.end();
}

const JPEG_START_BYTES = 2;

/** A file of so many bytes behind another start: what is sent of the start, and which part of the file, for a range of both. */
function withStart(start: Buffer | undefined, fileBytes: number) {
  const [ahead, skipped] = start ? [start, JPEG_START_BYTES] : [Buffer.alloc(0), 0];
  const bytes = ahead.length + fileBytes - skipped;
  return {
    bytes,
    parts(range: ByteRange | undefined): {
      ahead: Buffer;
      rest: { range: ByteRange | undefined } | undefined;
    } {
      if (!range && !start) return { ahead, rest: { range: undefined } };
      const { start: from, end } = range ?? { start: 0, end: bytes - 1 };
      const inFile = (at: number) => at - ahead.length + skipped;
      return {
        ahead: ahead.subarray(from, end + 1),
        rest:
          end < ahead.length
            ? undefined
            : { range: { start: Math.max(inFile(from), skipped), end: inFile(end) } },
      };
    },
  };
}

/** @returns null for a file that is missing or too large to be kept */
async function readSmall(store: PhotoStore, key: string): Promise<Buffer | null> {
  const stat = await store.stat(key);
  if (!stat || stat.bytes > MOST_BYTES_KEPT) return null;
  return Buffer.concat(await (await store.openRead(key).catch(asMissing)).toArray());
}

/** If-None-Match, compared as RFC 9110 13.1.2 wants it, whatever the sender's cache is told. */
function hasTag(sent: string | undefined, etag: string): boolean {
  if (sent === undefined) return false;
  return sent
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

function rangeOf(
  req: Request,
  bytes: number,
  etag: string,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const header = req.get('range');
  // A changed file answers a resumed download from its beginning (If-Range, RFC 9110 13.1.5).
  if (!header || (req.get('if-range') ?? etag) !== etag) return undefined;
  const ranges = parseRange(bytes, header);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

export function asMissing(error: unknown): never {
  if (error instanceof StoredFileCut) throw new AppError('photo_file_cut', { cause: error });
  if (error instanceof StoredFileMissing) throw new AppError('photo_file_missing', { cause: error });
  throw error;
}

const gone = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

/**
 * A client that closes the connection early is no error. If it did so before the first byte, the file is still open
 * and has to be closed here: Node ends the process over file handles that are never closed.
 */
export function unlessGone(error: NodeJS.ErrnoException, bytes: Readable): void {
  bytes.destroy();
  if (!gone.includes(error.code ?? '')) throw error;
}
